import { api, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useRecordForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { changesOf, UserFields, valuesOf } from './user-fields.tsx'

const t = text.users.edit

/** Changes a user's address, role, single permissions and brands. */
export function EditDialog({
  user: { id, email, role, all_brands, ...access },
  etag,
  onClose,
}: {
  user: Schemas['User']
  etag: string | null
  onClose: () => Promise<void>
}) {
  const form = useRecordForm(
    valuesOf({ email, role: role ?? '', all_brands }, access),
    etag,
    async (values, { opened, headers }) => {
      const body = changesOf(opened, values, access.permissions)
      if (Object.keys(body).length === 0) throw new Error(t.unchanged)
      const init = { params: { path: { id } }, headers, body }
      const { data } = await unwrap(api.PATCH('/admin/v1/users/{id}', init))
      notify(t.done(data.email))
      await onClose()
    },
  )
  return (
    <Dialog title={t.title} wide onClose={() => void onClose()}>
      <Form form={form} submit={text.common.save} onCancel={() => void onClose()}>
        <UserFields form={form} />
      </Form>
    </Dialog>
  )
}
