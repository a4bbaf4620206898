import { errorOf, type Schemas } from '../../api/client.ts'

/** Sends a file as it is on the disk; the browser reads it piece by piece. */
export async function upload(file: File, parameters: Record<string, string>, key: string): Promise<number> {
  const response = await fetch(`/admin/v1/imports?${new URLSearchParams(parameters)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv', 'Idempotency-Key': key },
    body: file,
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw errorOf(response, body)
  return (body as Schemas['ImportResponse']).data.id
}
