import { expect, test } from 'vitest'
import type { Client } from '../session/page-client.ts'
import { recordedRest } from '../testing/recorded-calls.ts'
import { signedInAs } from '../testing/render-page.tsx'
import { type PaletteKind, paletteKinds, searchPalette } from './palette-search.ts'

const link = { page: 0, pageSize: 4, textSearch: 'pump' }
const client = { rest: recordedRest(() => ({ data: [] })).rest } as unknown as Client
const pathsOf = (kinds: readonly PaletteKind[]) => kinds.map(({ path }) => path)

test('each role searches what it has pages for', () => {
  expect(pathsOf(paletteKinds(client, signedInAs('SYS_ADMIN')))).toEqual(['/tenants', '/tenantProfiles'])
  expect(pathsOf(paletteKinds(client, signedInAs('CUSTOMER_USER')))).toEqual([
    '/devices',
    '/dashboards',
    '/assets',
    '/entityViews',
    '/edgeInstances',
  ])
  expect(pathsOf(paletteKinds(client, signedInAs('TENANT_ADMIN', { hasEdges: false })))).toEqual([
    '/devices',
    '/dashboards',
    '/assets',
    '/entityViews',
    '/customers',
    '/deviceProfiles',
    '/ruleChains',
  ])
})

test.each([
  [undefined, '/api/tenant/entityViewInfos'],
  ['c1', '/api/customer/c1/entityViewInfos'],
])('an assignable type is searched where the caller has it (customer %s)', async (customerId, path) => {
  const { rest, calls } = recordedRest(() => ({ data: [{ id: { id: '7' }, name: 'Pump' }] }))
  const kinds = paletteKinds({ rest } as unknown as Client, signedInAs('TENANT_ADMIN'))
  const found = await kinds.find((kind) => kind.path === '/entityViews')?.find(link, customerId, {})
  expect(found).toEqual([{ id: '7', name: 'Pump' }])
  expect(calls.map((call) => call.path)).toEqual([path])
})

test('a kind that fails hides no other; when all fail, that is told', async () => {
  const [first, second] = paletteKinds(client, signedInAs('SYS_ADMIN'))
  if (!first || !second) throw new Error('The system administrator has two kinds.')
  const hit = { id: '1', name: 'Pump' }
  const good = { ...first, find: async () => [hit] }
  const bad = { ...second, find: () => Promise.reject(new Error('no')) }
  expect(await searchPalette([good, bad], link, undefined, {})).toEqual([{ kind: good, hits: [hit] }])
  await expect(searchPalette([bad, bad], link, undefined, {})).rejects.toThrow('no')
})
