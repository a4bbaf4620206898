import { fileURLToPath } from 'node:url'
import { type Certificate, TERMS } from './certificate.ts'
import { createDrawable } from './drawable.ts'
import type { QrCode } from './qr-code.ts'

const INK = '#14212b'
const SOFT = '#4d6272'
const RULE = '#b9c6d0'
const RED = '#a3261b'
const MARGIN = 54
const QR_POINTS = 104
const LABEL_POINTS = 158
/** A value of more lines is cut off. */
const MOST_LINES = 2

export type Paper = 'a4' | 'letter'

/** Returns the certificate as a PDF of one page. */
export async function renderCertificatePdf(
  certificate: Certificate,
  qr: QrCode,
  { paper, now }: { paper: Paper; now: Date },
): Promise<Buffer> {
  // Loaded with the first certificate, as few servers print any.
  const { default: PdfDocument } = await import('pdfkit')
  const { brand, model, hin, notice, sections, verifyUrl, issuedOn } = certificate
  const doc = new PdfDocument({
    size: paper === 'letter' ? 'LETTER' : 'A4',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    font: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
    info: { Title: `Warranty certificate of ${model}, ${hin}`, Author: brand, CreationDate: now },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const drawable = createDrawable(doc)
  const { width, height } = doc.page
  const inner = width - 2 * MARGIN

  const rule = (y: number) =>
    doc
      .moveTo(MARGIN, y)
      .lineTo(width - MARGIN, y)
      .lineWidth(0.6)
      .stroke(RULE)
  /** Writes a text of a few lines. Returns the y below it. */
  const write = (
    text: string,
    { x = MARGIN, y, size, color = INK, lines = MOST_LINES, ...options }: TextOptions,
  ): number => {
    doc.fontSize(size).fillColor(color)
    const line = doc.currentLineHeight(true)
    const shape = { width: inner, ...options, height: line * lines, ellipsis: true }
    const shown = drawable.prepare(text)
    const used = Math.min(doc.heightOfString(shown, { ...shape, height: undefined }), line * lines)
    doc.text(shown, x, y, shape)
    return y + used
  }

  doc
    .rect(30, 30, width - 60, height - 60)
    .lineWidth(1.4)
    .stroke(SOFT)
  doc
    .rect(34, 34, width - 68, height - 68)
    .lineWidth(0.5)
    .stroke(SOFT)
  let y = write(brand, { y: 62, size: 22, align: 'center', lines: 2 })
  y = write('WARRANTY CERTIFICATE', { y: y + 6, size: 12, align: 'center', characterSpacing: 2.4 })
  rule(y + 12)
  y += 26
  if (notice) y = write(notice, { y, size: 14, color: RED, align: 'center' }) + 10
  for (const { title, lines } of sections) {
    y = write(title.toUpperCase(), { y, size: 10, color: SOFT, characterSpacing: 1 }) + 6
    for (const [label, value] of lines) {
      const below = write(label, { y: y + 1, size: 10, color: SOFT, width: LABEL_POINTS })
      const right = { x: MARGIN + LABEL_POINTS + 8, width: inner - LABEL_POINTS - 8 }
      y = Math.max(below, write(value, { y, size: 11.5, ...right })) + 4
    }
    y += 15
  }

  const top = height - MARGIN - QR_POINTS - 12
  rule(top - 10)
  drawQrCode(doc, qr, MARGIN, top)
  const beside = { x: MARGIN + QR_POINTS + 18, width: inner - QR_POINTS - 18, size: 8.5 }
  y = write('Check this certificate:', { y: top + 4, ...beside })
  y = write(verifyUrl, { y, ...beside, link: verifyUrl }) + 5
  y = write(TERMS, { y, ...beside, lines: 4 }) + 5
  y = write(`Issued on ${issuedOn}.`, { y, ...beside }) + 5
  if (drawable.hasMissing()) {
    write(`${drawable.replacement} replaces a character that this file has no font for.`, {
      y,
      ...beside,
      color: SOFT,
    })
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

interface TextOptions {
  y: number
  size: number
  x?: number
  width?: number
  color?: string
  /** The lines after which it is cut off. */
  lines?: number
  align?: 'center'
  characterSpacing?: number
  link?: string
}

function drawQrCode(doc: PDFKit.PDFDocument, { size, isDark }: QrCode, left: number, top: number): void {
  const point = QR_POINTS / size
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDark(x, y)) doc.rect(left + x * point, top + y * point, point, point)
  }
  doc.fill('#000000')
}
