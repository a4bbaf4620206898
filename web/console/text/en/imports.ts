import { counted } from '../plural.ts'

const rows = counted('row', 'rows')
const records = counted('record', 'records')

export const imports = {
  new: 'Upload a file',
  empty: 'No imports in the last 30 days',
  emptyHint: 'Upload a CSV file. It changes nothing until you say so.',
  noMatch: 'No import matches these filters',
  kind: 'What it lists',
  kinds: { dealers: 'Dealers', territories: 'Territories', warranties: 'Warranties' },
  brand: 'Brand',
  mode: 'Mode',
  modes: { merge: 'Add and update', replace: 'Replace all' },
  modeHint: '“Replace all” also removes the brand’s dealers or territories that the file does not name.',
  state: 'State',
  states: { checking: 'Checking', ready: 'Ready', running: 'Running', done: 'Done', failed: 'Failed' },
  when: 'Uploaded',
  by: 'By',
  size: 'Size',
  bytes: (bytes: number) =>
    bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`,
  title: (id: number, kind: string) => `Import ${id}: ${kind}`,
  form: {
    title: 'Upload a file',
    text: 'The file is checked first. Nothing changes until you have seen the result and commit it.',
    file: 'CSV file',
    drop: 'Choose a file, or drop it here. 64 MB at most.',
    chosen: (name: string, size: string) => `${name}, ${size}`,
    choose: 'Choose a CSV file.',
    country: 'Country of rows without one',
    dates: 'Order of dates such as 5/31/2026',
    dateOrders: { mdy: 'Month, day, year', dmy: 'Day, month, year', ymd: 'Year, month, day' },
    sync: 'Send each warranty to the brand’s CRM',
    map: 'Columns with other names',
    mapHint: 'COLUMN=FIELD, separated by commas. Nothing after the = skips a column.',
    columns: 'Columns of the file',
    columnsText:
      'Usual other names, such as zip for postal_code, are recognised. The first line names the columns.',
    upload: 'Upload and check',
  },
  columns: {
    dealers:
      'name, dealer_code, address, address2, city, state, postal_code, country, phone, email, website, latitude, longitude, group_name, primary_contact, logo_url, active',
    territories: 'postal_code, dealer_code, country',
    warranties:
      'hin, model, model_year, registration_date, purchase_date, warranty_start_date, warranty_duration_months, contact_first_name, contact_last_name, contact_email, contact_phone, contact_address, contact_city, contact_state, contact_zipcode, contact_country_code',
  },
  progress: (done: string, total: string) => `${done} of ${total}`,
  result: 'Result',
  preview: 'What would change',
  counts: {
    create: 'Create',
    update: 'Update',
    unchanged: 'Unchanged',
    remove: 'Remove',
    invalid: 'Invalid',
  },
  changedMeanwhile: 'The run found something else than the check before it: other changes came between.',
  ignored: (columns: string) => `Columns that were not used: ${columns}`,
  errors: 'First errors',
  warnings: 'Warnings',
  line: 'Line',
  column: 'Column',
  message: 'What is wrong',
  download: 'Download invalid rows',
  details: 'Import',
  commit: {
    action: 'Commit',
    title: 'Commit this import?',
    text: (create: number, update: number, remove: number) =>
      `This creates ${records(create)}, updates ${records(update)} and removes ${records(remove)}. All or nothing.`,
    skips: (invalid: number) => `${rows(invalid)} can’t be imported, and will be left out.`,
    skipping: 'Commit without invalid rows',
    done: 'The import is running',
  },
}
