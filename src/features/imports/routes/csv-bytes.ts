import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'

/**
 * Returns the bytes of a request with a CSV file.
 * @param most the number of bytes that `Content-Length` may announce
 * @throws AppError (UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, BAD_REQUEST)
 */
export async function* csvBytes(
  { raw, headers }: FastifyRequest,
  { most, tooLarge }: { most: number; tooLarge: () => AppError },
): AsyncGenerator<Buffer> {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (Number(headers['content-length'] ?? 1) > 0 && type !== 'text/csv') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file with Content-Type: text/csv.')
  }
  if (encoding && encoding !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Compressed files are not accepted. Send the CSV as it is.')
  }
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge()
  try {
    // An error must be answered, so leaving the loop may not end the connection.
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The connection ended before the file was complete.', {
      cause,
      quiet: true,
    })
  }
}
