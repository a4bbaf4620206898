import { api, type Schemas, unwrap } from '../../api/client.ts'
import { singlePermissions } from '../../records/permissions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useRecordForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { AccessFields, accessOf, type TokenValues } from './access-fields.tsx'

const t = text.tokens.edit

/** Changes a token's name, and what it gives access to; sends what was changed only. Its kind stays. */
export function EditDialog({
  token,
  etag,
  onClose,
}: {
  token: Schemas['Token']
  etag: string | null
  onClose: () => Promise<void>
}) {
  const form = useRecordForm(valuesOf(token), etag, async (values, { opened, headers }) => {
    const body = changesOf(token, opened, values)
    if (Object.keys(body).length === 0) throw new Error(t.unchanged)
    const init = { params: { path: { id: token.id } }, headers, body }
    const { data } = await unwrap(api.PATCH('/admin/v1/tokens/{id}', init))
    notify(t.done(data.name))
    await onClose()
  })
  return (
    <Dialog title={t.title(token.name)} wide onClose={() => void onClose()}>
      <Form form={form} submit={text.common.save} onCancel={() => void onClose()}>
        <TextField label={text.tokens.name} {...form.text('name')} required maxLength={300} />
        <AccessFields form={form} kind={token.kind} />
      </Form>
    </Dialog>
  )
}

function valuesOf(token: Schemas['Token']): TokenValues {
  const checked = (prefix: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`${prefix}.${name}`, true]))
  return {
    name: token.name,
    brand: token.brands[0] ?? '',
    all_brands: token.all_brands,
    origins: token.origins.join('\n'),
    expires_at: token.expires_at?.slice(0, 10) ?? '',
    ...checked('brands', token.brands),
    ...checked('scopes', token.scopes),
    ...checked('permissions', singlePermissions(token.permissions)),
  }
}

function changesOf(
  { kind, permissions }: Schemas['Token'],
  initial: TokenValues,
  values: TokenValues,
): Schemas['UpdateTokenRequest'] {
  const name = values.name.trim()
  const before: Record<string, unknown> = accessOf(kind, initial, permissions)
  const access = Object.entries(accessOf(kind, values, permissions)).filter(
    ([field, value]) => !isSame(value, before[field]),
  )
  return { ...(name !== initial.name && { name }), ...Object.fromEntries(access) }
}

/** The order in which somebody checked boxes makes no difference. */
function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value) => (Array.isArray(value) ? value.toSorted() : value))
  return JSON.stringify(a) === JSON.stringify(b)
}
