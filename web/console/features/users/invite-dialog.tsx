import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { useBrands } from '../../api/brands.ts'
import { api, type Schemas, unwrap } from '../../api/client.ts'
import { permissionsOfRole, useGrantable } from '../../records/permissions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldIssue, Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { EMPTY_USER, newUserOf, UserFields, valuesOf } from './user-fields.tsx'

const t = text.users.invite

/** Invites somebody. Where the server sends no mail, it shows the link once. */
export function InviteDialog({ brand, onClose }: { brand: string | undefined; onClose: () => void }) {
  const brands = useBrands()
  const chosen = brand ?? (brands.length === 1 ? brands[0]!.slug : undefined)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [user, setUser] = useState<Schemas['User']>()
  // A request that is repeated after a broken connection invites nobody twice.
  const [key] = useState(() => randomId())
  const open = (id: number) => void navigate({ to: '/users/$id', params: { id: String(id) } })
  // The least that the person may give.
  const role = useGrantable().roles.at(-1) ?? ''
  const initial = valuesOf(
    { ...EMPTY_USER, role },
    { permissions: permissionsOfRole(role), brands: chosen ? [chosen] : [] },
  )
  const form = useForm(initial, async (values) => {
    const body = newUserOf(values)
    if (body.brands?.length === 0) throw new FieldIssue('brands', t.noBrand)
    const headers = { 'Idempotency-Key': key }
    const { data } = await unwrap(api.POST('/admin/v1/users', { body, headers }))
    await queryClient.invalidateQueries()
    if (data.link !== undefined) return setUser(data)
    notify(t.sent(data.email))
    open(data.id)
  })
  if (user) return <LinkDialog user={user} onClose={() => open(user.id)} />
  return (
    <Dialog title={t.action} wide onClose={onClose}>
      <Form form={form} submit={t.submit} onCancel={onClose}>
        <p>{t.text}</p>
        <UserFields form={form} />
      </Form>
    </Dialog>
  )
}
