import { describe, expect, test } from 'vitest'
import { mentionOf, withoutMention } from './mention.ts'

const ada = mentionOf('Ada.Rivers@Example.com')

test.each([
  'ada.rivers@example.com',
  'Write to ADA.RIVERS@EXAMPLE.COM.',
  '{"contact_email":"ada.rivers@example.com"}',
  'mailto:ada.rivers@example.com?subject=x',
  '<ada.rivers@example.com>',
])('%j mentions the address', (text) => {
  expect(ada.isIn(text)).toBe(true)
  expect(ada.removeFrom(text)).toBe(text.replace(/ada.rivers@example.com/i, '[erased]'))
})

test('an address is found and removed in JSON, however it is written there', () => {
  for (const address of [
    'nina+boat@example.com',
    'zoé@exämple.com',
    "o'neil-b@example.com",
    '🚤@example.com',
  ]) {
    const mention = mentionOf(address)
    const escaped = [...JSON.stringify(address).slice(1, -1)]
      .map((one) =>
        /[a-z0-9@.-]/.test(one)
          ? one
          : one
              .split('')
              .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`)
              .join(''),
      )
      .join('')
    for (const written of [address, escaped]) {
      for (const before of ['\\n', '\\t', '\\r\\n', '"', ' ']) {
        const text = `{"comments":"tell${before}${written}\\nthanks"}`
        expect(mention.isIn(text), text).toBe(true)
        expect(mention.removeFrom(text)).toBe(`{"comments":"tell${before}[erased]\\nthanks"}`)
      }
    }
  }
})

test.each([
  'xada.rivers@example.com',
  'not.ada.rivers@example.com',
  'ada.rivers@example.com.au',
  'ada.rivers@example.community',
  'adaXrivers@example.com',
])('%j is somebody else', (text) => {
  expect(ada.isIn(text)).toBe(false)
  expect(ada.removeFrom(text)).toBe(text)
})

describe('letters beyond ASCII', () => {
  const jose = mentionOf('José@example.com')

  test.each(['josé@example.com', 'jose\u0301@example.com', 'JOSÉ@EXAMPLE.COM', 'JOSE\u0301@example.com'])(
    'are the same however written: %j',
    (text) => {
      expect(jose.isIn(text)).toBe(true)
      expect(jose.removeFrom(`a ${text} b`)).toBe('a [erased] b')
    },
  )

  test('leave other texts in the form they have', () => {
    expect(jose.removeFrom('cafe\u0301')).toBe('cafe\u0301')
  })
})

test('other traces go too, but for what is too short to be one', () => {
  const text = 'Sold by Ada Rivers (+1 214 555 0100), Lee'
  expect(ada.removeFrom(text, ['ada rivers', '+1 214 555 0100', 'Lee'])).toBe(
    'Sold by [erased] ([erased]), Lee',
  )
})

test('of a row, only the texts that change', () => {
  const row = { notes: 'ask ada.rivers@example.com', model: 'A', order: null, id: 1 }
  expect(withoutMention(row, ['notes', 'model', 'order', 'id'], ada)).toEqual({ notes: 'ask [erased]' })
})
