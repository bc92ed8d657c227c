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

test('a kind that fails hides no other; when all fail, that is told', async () => {
  const [first, second] = paletteKinds(client, signedInAs('SYS_ADMIN'))
  if (!first || !second) throw new Error('The system administrator has two kinds.')
  const hit = { id: '1', name: 'Pump' }
  const good = { ...first, find: async () => [hit] }
  const bad = { ...second, find: () => Promise.reject(new Error('no')) }
  expect(await searchPalette([good, bad], link, undefined, {})).toEqual([{ kind: good, hits: [hit] }])
  await expect(searchPalette([bad, bad], link, undefined, {})).rejects.toThrow('no')
})
