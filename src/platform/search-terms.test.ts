import { expect, test } from 'vitest'
import { searchTerms, wantedTerms } from './search-terms.ts'

test('a record is found by its words, exact texts and phone number', () => {
  expect(
    searchTerms({
      words: "Zoë O'Dell-Quartermain",
      exact: ['HCX12345D526', null],
      phone: '+1 (972) 555-0143',
    }),
  ).toEqual(['zoe', 'odell', 'quartermain', 'hcx12345d526', '+9725550143', '-34105552791'])
})

test('too short a phone number, and none, have no terms', () => {
  expect(searchTerms({ words: '', exact: [''], phone: '911' })).toEqual([])
  expect(searchTerms({ words: 'Ada', exact: [], phone: null })).toEqual(['ada'])
})

test.each([
  ['ada riv', [['ada', 'riv']]],
  ['Ada.Riv', [['ada', 'riv'], ['ada.riv']]],
  ['US-HCX10001D526', [['us', 'hcx10001d526'], ['us-hcx10001d526'], ['hcx10001d526']]],
  ['HCX-100', [['hcx', '100'], ['hcx-100'], ['hcx100']]],
  ['ADA@example', [['ada@example']]],
  ['   ', []],
  ['0143', [['0143'], ['+0143'], ['+143'], ['-3410']]],
  ['1972555', [['1972555'], ['+1972555'], ['+972555'], ['-5552791']]],
])('a search for %j asks for %j', (text, wanted) => {
  expect(wantedTerms(text)).toEqual(wanted)
})
