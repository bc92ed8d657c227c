/** Fake server of the catalogue: a few constant entities behind the REST calls that the components make. */

import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import { createEntityQueryCalls } from '@sonde/client/entity-query/entity-query-calls'
import { NIL_UUID } from '@sonde/model/ids'
import type { Client } from '../session/page-client.ts'

interface StoryRequest {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const page = (data: readonly unknown[]) => ({ data, totalPages: 1, totalElements: data.length, hasNext: false })
const idOf = (entityType: string, index: number) => ({
  entityType,
  id: `6f8d5ad0-0000-4000-8000-${String(index).padStart(12, '0')}`,
})

const deviceNames = ['Boiler B-01', 'Pump P-03', 'Tank T-01', 'Tank T-02', 'Van V-06']
const dashboardTitles = ['Fleet', 'Riverside Works', 'Water quality']
const packages = [
  { title: 'sensor-core', version: '2.4.1' },
  { title: 'sensor-core', version: '2.5.0' },
  { title: 'gateway', version: '1.0.7' },
]

const otaPackage = (index: number, type: unknown) => ({
  ...packages[index],
  id: idOf('OTA_PACKAGE', index),
  type,
  hasData: true,
})

/** Names that contain the text. */
const matching = (names: readonly string[], text: unknown) =>
  names.filter((name) => name.toLowerCase().includes(String(text ?? '').toLowerCase()))

function answer({ path, query, body }: StoryRequest): unknown {
  if (path === '/api/entitiesQuery/find') {
    const { pageLink, entityFilter } = body as {
      pageLink: { textSearch?: string }
      entityFilter: { entityType?: string; singleEntity?: { entityType: string; id: string } }
    }
    const one = entityFilter.singleEntity
    const type = one?.entityType ?? entityFilter.entityType ?? 'DEVICE'
    const named = deviceNames.filter((_, index) => !one || idOf(type, index).id === one.id)
    return page(
      matching(named, pageLink.textSearch).map((name) => ({
        entityId: idOf(type, deviceNames.indexOf(name)),
        latest: { ENTITY_FIELD: { name: { ts: 0, value: name } } },
      })),
    )
  }
  if (path.startsWith('/api/tenant/dashboards')) {
    return page(
      matching(dashboardTitles, query?.textSearch).map((title) => ({
        id: idOf('DASHBOARD', dashboardTitles.indexOf(title)),
        title,
      })),
    )
  }
  if (path.startsWith('/api/otaPackage/info/')) return otaPackage(0, 'FIRMWARE')
  if (path.startsWith('/api/otaPackages/')) {
    const names = packages.map(({ title, version }) => `${title} ${version}`)
    return page(
      matching(names, query?.textSearch).map((name) => otaPackage(names.indexOf(name), path.split('/').at(-1))),
    )
  }
  if (path === '/api/tenant/deviceInfos') {
    return page(
      ['Gateway G-01', 'Gateway G-02'].map((name, index) => ({
        id: idOf('DEVICE', 100 + index),
        name,
        additionalInfo: { gateway: true },
      })),
    )
  }
  if (path === '/api/widgetsBundles') {
    return ['Cards', 'Charts', 'Gauges'].map((title, index) => ({
      id: idOf('WIDGETS_BUNDLE', index),
      tenantId: { entityType: 'TENANT', id: index === 0 ? 't' : NIL_UUID },
      title,
      alias: title.toLowerCase(),
    }))
  }
  if (path === '/api/tenant/queues') return ['Main', 'HighPriority', 'SequentialByOriginator']
  if (/^\/api\/(asset|device|edge|entityView)\/types$/.test(path)) {
    return ['boiler', 'default', 'pump', 'tank'].map((type) => ({ type }))
  }
  if (/\/keys\//.test(path)) return ['humidity', 'level', 'pressure', 'temperature']
  if (path === '/api/ruleChain/testScript') {
    const { script } = body as { script: string }
    // Scripts run on the server; this is a fake result.
    return script.includes('throw')
      ? { output: '', error: 'Error: thrown in line 1 at column 1' }
      : { output: JSON.stringify({ msg: { temperature: 22.4 }, metadata: {}, msgType: 'X' }), error: '' }
  }
  throw new Error(`The catalogue has no answer to ${path}.`)
}

export function createStoryClient(): Client {
  const rest = {
    request: async (method: string, path: string, options: Omit<StoryRequest, 'method' | 'path'> = {}) =>
      answer({ method, path, query: options.query, body: options.body }),
  } as unknown as Client['rest']
  return {
    rest,
    entityQuery: createEntityQueryCalls(rest),
    dashboards: createDashboardCalls(rest),
    devices: createDeviceCalls(rest),
    system: { helpBaseUrl: async () => '/assets' },
    session: { serverNowMs: () => Date.now() },
    live: { status: { get: () => ({ kind: 'open', lastMessageAt: null }), subscribe: () => () => {} } },
  } as unknown as Client
}
