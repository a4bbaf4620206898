import { expect, test } from 'vitest'
import { type FileKind, refuseOtherKinds } from './file-kinds.ts'

const DEALERS = ['Dealer Code', 'Name', 'Street', 'Phone', 'Website']
const TERRITORIES = ['zip', 'dealer']
const WARRANTIES = ['Hull ID', 'model', 'email', 'phone', 'address']
const LEADS = ['lead_id', 'contact_category', 'contact_email', 'dealer_code']

test.each<[string, string[], FileKind, string]>([
  ['dealers', DEALERS, 'territories', '"Street", "Phone", and "Website"'],
  ['dealers', DEALERS, 'warranties', '"Street", "Phone", and "Website"'],
  ['warranties', WARRANTIES, 'dealers', '"Hull ID"'],
  ['warranties', ['model_year', 'Registration Date'], 'territories', '"model_year" and "Registration Date"'],
  ['leads', LEADS, 'dealers', '"lead_id" and "contact_category"'],
])('a list of %s, %j, is refused as a list of %s', (other, header, kind, columns) => {
  expect(() => refuseOtherKinds(header, kind, [])).toThrow(
    new RegExp(
      `^The file looks like a list of ${other}, not of ${kind}: it has (a column|columns) ${columns}\\.`,
    ),
  )
})

test.each<[FileKind, string[]]>([
  ['dealers', DEALERS],
  ['dealers', ['dealer_code', 'phone']],
  ['territories', TERRITORIES],
  ['territories', ['zip', 'city', 'state', 'dealer']],
  ['warranties', WARRANTIES],
  ['warranties', ['Rumpfnummer', 'modell']],
])('a list of %s is accepted with the columns %j', (kind, header) => {
  expect(() => refuseOtherKinds(header, kind, [])).not.toThrow()
})

test("a mapping sets a column's field, or skips it", () => {
  expect(() => refuseOtherKinds(['Hull No', 'email', 'phone'], 'warranties', ['Hull No=hin'])).not.toThrow()
  expect(() => refuseOtherKinds(['hin', 'name', 'city'], 'dealers', ['HIN='])).not.toThrow()
})
