import { api, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'

type Group = Schemas['DealerGroup']

const t = text.dealers.groups

/** Creates a group, or renames the given one. */
export function NameGroupDialog({ group, onClose }: { group?: Group; onClose: () => Promise<void> }) {
  const form = useForm({ name: group?.name ?? '' }, async (body) => {
    if (group) {
      const params = { path: { id: group.id } }
      await unwrap(api.PATCH('/admin/v1/dealer-groups/{id}', { params, body }))
      notify(t.renamed)
    } else {
      await unwrap(api.POST('/admin/v1/dealer-groups', { body }))
      notify(t.created(body.name))
    }
    await onClose()
  })
  return (
    <Dialog title={group ? t.renameTitle(group.name) : t.create} onClose={() => void onClose()}>
      <Form form={form} submit={group ? t.rename : t.create} onCancel={() => void onClose()}>
        <TextField label={t.name} {...form.text('name')} required maxLength={300} />
      </Form>
    </Dialog>
  )
}

/** Asks before a group is deleted. The server refuses while it has dealers, and says so. */
export function DeleteGroupDialog({
  group: { id, name, dealers },
  onClose,
}: {
  group: Group
  onClose: () => Promise<void>
}) {
  const remove = async () => {
    await unwrap(api.DELETE('/admin/v1/dealer-groups/{id}', { params: { path: { id } } }))
    notify(t.deleted(name))
  }
  return (
    <ConfirmDialog
      title={t.deleteTitle(name)}
      action={t.delete}
      onConfirm={remove}
      onClose={() => void onClose()}
    >
      <p>{t.deleteText}</p>
      <p className="muted">{t.count(dealers)}</p>
    </ConfirmDialog>
  )
}
