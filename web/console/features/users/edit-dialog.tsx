import { api, ifMatch, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useForm, useOpened } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { changesOf, type EMPTY_USER, UserFields } from './user-fields.tsx'

const t = text.users.edit

/** Changes a user's address, role and brands. */
export function EditDialog({
  user: { id, email, role, all_brands, brands },
  etag,
  onClose,
}: {
  user: Schemas['User']
  etag: string | null
  onClose: () => Promise<void>
}) {
  const initial = useOpened<typeof EMPTY_USER & Record<string, string | boolean>>({
    email,
    role: role ?? '',
    all_brands,
    ...Object.fromEntries(brands.map((slug) => [`brands.${slug}`, true])),
  })
  const openedEtag = useOpened(etag)
  const form = useForm(initial, async (values) => {
    const init = { params: { path: { id } }, headers: ifMatch(openedEtag), body: changesOf(initial, values) }
    const { data } = await unwrap(api.PATCH('/admin/v1/users/{id}', init))
    notify(t.done(data.email))
    await onClose()
  })
  return (
    <Dialog title={t.title} onClose={() => void onClose()}>
      <Form form={form} submit={text.common.save} onCancel={() => void onClose()}>
        <UserFields form={form} />
      </Form>
    </Dialog>
  )
}
