import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openTerminal } from './terminal.ts'

function makeTerminal({ isTTY = true } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const screen = Object.assign(new PassThrough(), { isTTY })
  let shown = ''
  screen.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  return { input, terminal: openTerminal(input, screen), shown: () => shown }
}

test('an answer is shown while it is typed, a secret is not', async () => {
  const { input, terminal, shown } = makeTerminal()
  const name = terminal.ask('Name: ')
  input.write(' Ada \r')
  expect(await name).toBe('Ada')
  const secret = terminal.askSecretly('Password: ')
  input.write(' hush hush \r')
  expect(await secret).toBe(' hush hush ')
  const again = terminal.ask('City: ')
  input.write('Bath\r')
  expect(await again).toBe('Bath')
  terminal.close()
  expect(shown()).toContain('Ada')
  expect(shown()).toContain('Password: ')
  expect(shown()).toContain('Bath')
  expect(shown()).not.toContain('hush')
})

test('pasted lines answer one question after the other, and a pasted secret is not shown', async () => {
  const { input, terminal, shown } = makeTerminal()
  const first = terminal.askSecretly('Password: ')
  input.write('one\rtwo\r')
  expect(await first).toBe('one')
  expect(await terminal.askSecretly('Again: ')).toBe('two')
  terminal.close()
  expect(shown()).not.toMatch(/one|two/)
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s ends the questions', async (_name, key) => {
  const { input, terminal } = makeTerminal()
  const answer = terminal.ask('Name: ')
  input.write(key)
  await expect(answer).rejects.toThrow('Canceled. Nothing was changed.')
  await expect(terminal.ask('City: ')).rejects.toThrow('Canceled')
})

test('readLine returns the only line of standard input unchanged', async () => {
  const { input, terminal } = makeTerminal({ isTTY: false })
  expect(terminal.interactive).toBe(false)
  input.end(' ünïcode  \r\n')
  expect(await terminal.readLine()).toBe(' ünïcode  ')
})

test.each([
  ['', 'Standard input is empty'],
  ['\n', 'Standard input is empty'],
  ['one\ntwo\n', 'Standard input has several lines'],
])('%j on standard input is refused', async (text, message) => {
  const { input, terminal } = makeTerminal({ isTTY: false })
  input.end(text)
  await expect(terminal.readLine()).rejects.toThrow(message)
})
