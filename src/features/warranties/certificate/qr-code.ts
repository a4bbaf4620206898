/** A QR code: a square of modules, without its quiet zone of four. */
export interface QrCode {
  size: number
  isDark(x: number, y: number): boolean
}

/** Medium error correction: a quarter of it may be dirty. */
export async function makeQrCode(text: string): Promise<QrCode> {
  // Loaded with the first certificate, as few servers print any.
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'Q' })
  return { size: modules.size, isDark: (x, y) => modules.get(y, x) === 1 }
}
