import { ApiError, errorOf, type Schemas } from '../../api/client.ts'
import { reportAway } from '../../api/connection.ts'
import { text } from '../../text/text.ts'

interface Options {
  /** A request that is repeated after a broken connection uploads nothing twice. */
  key: string
  /** Called with the number of bytes that were sent. */
  onProgress: (bytes: number) => void
  /** Ends it. */
  signal: AbortSignal
}

/**
 * Sends a file as it is on the disk; the browser reads it piece by piece. `fetch` doesn't say how far it is.
 * Returns the id of the import.
 */
export function upload(
  file: File,
  parameters: Record<string, string>,
  { key, onProgress, signal }: Options,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/admin/v1/imports?${new URLSearchParams(parameters)}`)
    request.setRequestHeader('Content-Type', 'text/csv')
    request.setRequestHeader('Idempotency-Key', key)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300) return resolve((response as Schemas['ImportResponse']).data.id)
      const headers = { 'x-request-id': request.getResponseHeader('x-request-id') ?? '' }
      reject(errorOf(new Response(null, { status, headers }), response))
    }
    request.onerror = () => {
      reportAway()
      reject(new ApiError(text.common.unreachable, { status: 0, code: 'UNREACHABLE' }))
    }
    request.onabort = () => reject(new Error(text.imports.form.canceled))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
