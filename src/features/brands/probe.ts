import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { checkedLookup } from '../../platform/outgoing/client.ts'
import { OutgoingError, toOutgoingError } from '../../platform/outgoing/failure.ts'
import { parseTarget, type TargetRules } from '../../platform/outgoing/target.ts'

interface ProbeOptions extends TargetRules {
  timeoutMs: number
}

/**
 * Connects to a target by the same rules as a call, including TLS, and disconnects without sending anything.
 * Returns when its certificate expires (milliseconds since the epoch); null without TLS. Rejects with
 * `OutgoingError` only.
 */
export async function probeTarget(text: string, options: ProbeOptions): Promise<number | null> {
  const url = parseTarget(text, options)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'https:'
  const where = {
    host,
    port: Number(url.port || (secure ? 443 : 80)),
    lookup: checkedLookup(options),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 2000,
  }
  const socket = secure
    ? connectTls({ ...where, servername: isIP(host) === 0 ? host : '' })
    : connectPlain(where)
  try {
    await connected(socket, secure ? 'secureConnect' : 'connect', options.timeoutMs)
    return secure ? Date.parse((socket as TLSSocket).getPeerCertificate().valid_to) : null
  } finally {
    socket.destroy()
  }
}

function connected(socket: Socket, event: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = new OutgoingError('timeout', `No connection stood within ${timeoutMs / 1000} s.`)
    const timer = setTimeout(() => reject(late), timeoutMs)
    socket.on('error', (error) => reject(toOutgoingError(error)))
    socket.on('close', () => clearTimeout(timer))
    socket.once(event, () => resolve())
  })
}
