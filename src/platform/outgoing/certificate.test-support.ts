import { generateKeyPairSync, sign } from 'node:crypto'

/**
 * Makes a self-signed certificate (X.509 v3, P-256) for one DNS name and its key, both PEM, for tests of TLS.
 * Valid from `notBefore` to `notAfter`.
 */
export function createTestCertificate(
  name: string,
  notBefore: Date,
  notAfter: Date,
): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))
  const alternativeName = sequence(der(0x82, Buffer.from(name)))
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    subject,
    sequence(generalizedTime(notBefore), generalizedTime(notAfter)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, alternativeName)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey))
  return {
    cert: pem('CERTIFICATE', sequence(toBeSigned, ecdsaWithSha256, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')
const subjectAltName = Buffer.from('0603551d11', 'hex')

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

/** One ASN.1 value in DER: tag, length (of up to 65,535 bytes), contents. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts)
  const { length } = contents
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  // DER requires the shortest form.
  if (length >= 0x80 && length < 0x100) size.splice(0, 2, 0x81)
  return Buffer.concat([Buffer.from([tag, ...size]), contents])
}

function generalizedTime(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
