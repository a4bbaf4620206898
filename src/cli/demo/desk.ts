import { PASSWORD } from './people.ts'

/** A file with two new dealers, one with another phone number, and two rows that are wrong. */
const DEALERS_CSV = `dealer_code,name,address,city,state,postal_code,country,phone
D-501,Gull Point Marine Biloxi,12 Beach Boulevard,Biloxi,MS,39530,US,+1 228 555 0142
D-502,Breakwater Boats Duluth,400 Canal Park Drive,Duluth,MN,55802,US,+1 218 555 0118
D-503,Fathom Boat Works,7 Wharf Lane,Savannah,GA,ABCDE,US,+1 912 555 0175
,Pelican Marina,88 Harbor Road,Naples,FL,34102,Atlantis,+1 239 555 0133
`

const NOTES = [
  'Called back: wants a quote with the larger engine by Friday.',
  'Visits the boat show on Saturday. Dealer has been told.',
  'Left a message on the answering machine.',
]

/** Does what people do at the console: keys and tokens, an invitation, notes on leads, a file that waits for its import. */
export async function workAtDesk(url: string): Promise<void> {
  const call = await signIn(url)
  await call('POST', '/tokens', {
    name: 'Website',
    kind: 'publishable',
    brands: ['harbor-craft'],
    scopes: ['dealer-locator', 'lead-submission', 'warranty-registration'],
    origins: ['https://www.harbor-craft.example'],
  })
  await call('POST', '/tokens', {
    name: 'Nightly report',
    kind: 'service',
    brands: ['harbor-craft', 'northwind-yachts'],
    permissions: ['leads:read', 'warranty:list'],
  })
  await call('POST', '/users', {
    email: 'new.colleague@example.com',
    role: 'sales',
    brands: ['northwind-yachts'],
  })
  const { data: leads } = await call('GET', '/leads?limit=12')
  for (const [i, text] of NOTES.entries()) await call('POST', `/leads/${leads[i * 3]!.id}/note`, { text })
  const { data: open } = await call('GET', '/leads?brand=harbor-craft&limit=5')
  const { data: dealers } = await call('GET', '/dealers?brand=harbor-craft&limit=1')
  await call('POST', `/leads/${open[4]!.id}/assign`, { dealer_id: dealers[0]!.id })
  await call('POST', '/imports?kind=dealers&brand=harbor-craft&mode=merge', DEALERS_CSV)
}

interface Answer {
  data: { id: number }[]
}

/** Returns a function that calls the administration as its administrator. */
async function signIn(url: string) {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const login = await post('/api/v1/auth/login', { email: 'admin@example.com', password: PASSWORD })
  const { data } = (await login.json()) as { data: { access_token: string } }
  return async (method: 'GET' | 'POST', path: string, body?: object | string): Promise<Answer> => {
    const answer = await fetch(`${url}/admin/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${data.access_token}`,
        ...(body && { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
      },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as Answer
  }
}
