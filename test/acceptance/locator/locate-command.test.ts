import { expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'
import { dealer } from './world.ts'

const server = await startFileServer()
const integrator = await makeIntegrator(server, {
  more: (slug) => ({
    dealers: [
      dealer('A', { name: 'Dallas Marine', city: 'Dallas', state: 'TX', brands: [slug] }),
      dealer('B', { name: 'Austin Marine', latitude: 30.27, longitude: -97.74, brands: [slug] }),
    ],
    territories: [{ brand: slug, country: 'US', postal_code: '752', dealer_code: 'B' }],
  }),
})

const locate = (...flags: string[]) => server.command('locate', '--brand', integrator.brand.slug, ...flags)

test('lists what the locator responds with', async () => {
  const { code, stdout } = await locate('--postal', '75201')
  expect(code).toBe(0)
  const [heading, first, second, ...more] = stdout.trimEnd().split('\n')
  expect(heading).toMatch(/^miles +match +id +name +place$/)
  expect(first).toMatch(/^18\d\.\d\d +territory +\d+ +Austin Marine +-$/)
  expect(second).toMatch(/^1\d\.\d\d +distance +\d+ +Dallas Marine +Dallas, TX$/)
  expect(more).toEqual([])
})

test('--explain says why', async () => {
  const { stdout } = await locate('--postal', '75201', '--explain')
  expect(stdout).toMatch(/752 is assigned to this dealer/)
  expect(stdout).toMatch(/Number 1 by distance of the dealers within 250 miles\./)
  expect(stdout).toMatch(/^postal_code +75201$/m)
  expect(stdout).toMatch(/^territory +752 to dealer \d+$/m)
})

test('--json prints the response of the interface', async () => {
  const { stdout } = await locate('--postal', '75067', '--limit', '1', '--max-distance', '500', '--json')
  const answer = await integrator.locate({
    country: 'US',
    postal_code: '75067',
    limit: '1',
    max_distance_miles: '500',
  })
  expect(answer.body.dealers).toHaveLength(1)
  expect(stdout).toBe(`${answer.text}\n`)
})

test('says so where there is nobody', async () => {
  expect(await locate('--postal', '33101', '--max-distance', '5')).toEqual({
    code: 0,
    stdout: 'No dealers.\n',
    stderr: '',
  })
})

test('an unknown brand suggests the nearest one', async () => {
  const slug = integrator.brand.slug
  const { stderr } = await server.command('locate', '--postal', '75201', '--brand', `${slug}x`)
  expect(stderr).toBe(`There is no brand "${slug}x". Did you mean "${slug}"?\n`)
})

test.each([
  [
    ['--postal', '1'],
    /^"1" is not a postal code\. Invalid US postal code format: send exactly 5 digits\.\n$/,
  ],
  [['--postal', '2134'], /^"2134" is not a postal code\. .* Did you mean "02134"\?\n$/],
  [['--postal', '75201', '--limit', 'x'], /^--limit must be a whole number from 1, not "x"\.\n$/],
  [['--postal', '75201', '--max-distance', '5km'], /^--max-distance must be a number from 0, not "5km"\.\n$/],
  [['--postal', '75201', '--country', 'Freedonia'], /country.*"Freedonia"/],
  [['--postal', '09001'], /09001/],
  [['--postal', '75201', '--brand', 'nobody'], /^There is no brand "nobody"\.\n$/],
])('%j is refused with a reason', async (flags, stderr) => {
  const refused = await locate(...flags)
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) })
})
