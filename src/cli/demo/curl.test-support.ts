/** The parts of curl that the guide uses. Prints a line: status, method, path, body without line ends. */
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'write-out': { type: 'string', short: 'w' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
})
const method = values.request ?? (values.data === undefined ? 'GET' : 'POST')
const headers = values.header.map((header) => header.split(': ') as [string, string])
const url = new URL(positionals[0]!)
const answer = await fetch(url, { method, headers, body: values.data })
console.log(answer.status, method, url.pathname, (await answer.text()).replaceAll('\n', ' '))
