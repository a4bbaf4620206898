import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

/** A response from an HTTP client. */
interface ClientResponse {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

export interface OutgoingResponse {
  status: number
  contentType: string | null
  /** Lower-cased. Without headers about the connection, the body's encoding and length, and cookies. */
  headers: Record<string, string>
  /** Decoded bytes, up to the call's limit. */
  body: Buffer
  /** Whether `body` is incomplete: it was over the limit, or could not be decoded. */
  truncated: boolean
}

/**
 * Reads an answer with its body, decoded, up to `maxBytes`, then stops and destroys the stream. Rejects if the
 * connection fails. A body in an unrequested encoding that can't be decoded counts as truncated, not as a failure: the
 * status is known, so the target has the message.
 */
export async function readAnswer(
  answer: Promise<ClientResponse>,
  maxBytes: number,
): Promise<OutgoingResponse> {
  const { statusCode, headers, body } = await answer
  return {
    status: statusCode,
    contentType: text(headers['content-type']),
    headers: describing(headers),
    ...(await readBody(body, text(headers['content-encoding']), maxBytes)),
  }
}

const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-encoding',
  'content-length',
  'set-cookie',
])

function describing(headers: ClientResponse['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !dropped.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, text(value) ?? '']))
}

function text(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}

type Body = Pick<OutgoingResponse, 'body' | 'truncated'>

async function readBody(stream: Readable, contentEncoding: string | null, maxBytes: number): Promise<Body> {
  const encoding = contentEncoding?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return readUpTo(stream, maxBytes)
  const createDecoder = decoders.get(encoding)
  return createDecoder ? readDecoded(stream, createDecoder(), maxBytes) : readUpTo(stream, 0)
}

type Decoder = ReturnType<typeof createGunzip | typeof createBrotliDecompress | typeof createZstdDecompress>

const decoders = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
])

async function readDecoded(stream: Readable, decoder: Decoder, maxBytes: number): Promise<Body> {
  let broken: Error | undefined
  let empty = true
  stream.once('data', () => {
    empty = false
  })
  // stream.pipeline can't distinguish a broken connection from a broken encoding.
  stream.on('error', (error) => {
    broken = error
    decoder.destroy(error)
  })
  stream.pipe(decoder)
  try {
    return await readUpTo(decoder, maxBytes)
  } catch {
    if (broken) throw broken
    // A 204 may name an encoding without bytes to decode.
    return { body: Buffer.alloc(0), truncated: !empty }
  } finally {
    stream.destroy()
  }
}

/** Uses events: an iterator over a stream costs more than the rest of a small answer. */
function readUpTo(stream: Readable, maxBytes: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      resolve({ body: body.subarray(0, maxBytes), truncated: size > maxBytes })
    }
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= maxBytes) return
      finish()
      stream.destroy()
    })
    stream.once('end', finish)
    stream.on('error', reject)
    // A stream that is destroyed without an error never ends.
    stream.once('close', () => reject(new Error('The connection was closed before the answer was complete.')))
  })
}
