import { expect, test } from 'vitest'
import { ok, someOf, warning, warningsOr } from '../../../platform/check.ts'
import { runChecks } from './run-checks.ts'

test('a check that throws or never ends is an error, and other checks run all the same', async () => {
  const findings = await runChecks([
    { name: 'hangs', timeoutMs: 20, run: () => new Promise(() => {}) },
    {
      name: 'throws',
      run: async () => Promise.reject(Object.assign(new Error('password x'), { code: 'EPERM' })),
    },
    { name: 'throws at once', run: () => Promise.reject(new Error('words')) },
    { name: 'fine', run: async () => [ok('Good.'), ok('Better.')] },
  ])
  expect(findings).toMatchObject([
    { check: 'hangs', level: 'fault', message: 'There was no result within 0.02 s.' },
    { check: 'throws', level: 'fault', message: 'This could not be checked: EPERM' },
    { check: 'throws at once', level: 'fault', message: 'This could not be checked: words' },
    { check: 'fine', level: 'ok' },
    { check: 'fine', level: 'ok' },
  ])
})

test('checks run concurrently', async () => {
  let open: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const findings = await runChecks([
    {
      name: 'waits for the second',
      run: async () => {
        await gate
        return [ok('It came.')]
      },
    },
    {
      name: 'second',
      run: async () => {
        open()
        return []
      },
    },
  ])
  expect(findings).toMatchObject([{ level: 'ok' }])
})

test('the good news is reported only without warnings', () => {
  expect(warningsOr([false, false], 'fine')).toEqual([ok('fine')])
  expect(warningsOr([false, warning('w', 'a')], 'fine')).toEqual([warning('w', 'a')])
})

test('long lists are cut', () => {
  expect(someOf(['a', 'b'])).toBe('a, b')
  expect(someOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more')
})
