/** Examples for entity queries: whatever they filter by, they only find the caller's own entities. */

import { type Example, type Examples, plain } from '../examples.ts'
import type { Scene } from '../scene.ts'
import type { EntityKind } from '../side.ts'

const own = "a tenant user's, of what is the own"
const field = (key: string) => ({ type: 'ENTITY_FIELD', key })

export const queryOf = (entityFilter: object) => ({
  entityFilter,
  keyFilters: [],
  pageLink: { page: 0, pageSize: 100, sortOrder: { key: field('createdTime'), direction: 'ASC' } },
  entityFields: [field('name'), field('label'), field('email'), field('title')],
  latestValues: [
    { type: 'TIME_SERIES', key: 'word' },
    { type: 'ATTRIBUTE', key: 'word' },
  ],
})

export interface NamedFilter {
  readonly named: string
  readonly filter: (scene: Scene) => object
  readonly shows?: EntityKind
}

const ids = ({ acme, bolt }: Scene, kind: 'device' | 'asset' | 'dashboard') =>
  [acme, bolt].flatMap(({ has }) => Object.values(has).map((entities) => entities[kind].id.id))

const ofType = (entityType: string, shows?: EntityKind): NamedFilter => ({
  named: `all of ${entityType}`,
  filter: () => ({ type: 'entityType', entityType }),
  ...(shows ? { shows } : {}),
})
const fromAsset = (named: string, more: object): NamedFilter => ({
  named: `${named} from a customer's asset`,
  filter: ({ acme }) => ({
    rootEntity: acme.has.customer.asset.id,
    direction: 'FROM',
    maxLevel: 3,
    fetchLastLevelOnly: false,
    ...more,
  }),
})

/** Filters that also match foreign entities. */
export const filters: readonly NamedFilter[] = [
  ofType('DEVICE', 'device'),
  ofType('ASSET', 'asset'),
  ofType('ENTITY_VIEW', 'entityView'),
  ofType('EDGE', 'edge'),
  ofType('DASHBOARD', 'dashboard'),
  ofType('CUSTOMER'),
  ofType('USER'),
  ofType('TENANT'),
  {
    named: 'devices by ids',
    filter: (scene) => ({ type: 'entityList', entityType: 'DEVICE', entityList: ids(scene, 'device') }),
    shows: 'device',
  },
  {
    named: 'dashboards by ids',
    filter: (scene) => ({ type: 'entityList', entityType: 'DASHBOARD', entityList: ids(scene, 'dashboard') }),
    shows: 'dashboard',
  },
  { named: 'one device', filter: ({ acme }) => ({ type: 'singleEntity', singleEntity: acme.has.customer.device.id }) },
  {
    named: 'one customer',
    filter: ({ acme }) => ({
      type: 'singleEntity',
      singleEntity: { entityType: 'CUSTOMER', id: acme.customers.customer },
    }),
  },
  {
    named: 'by name',
    filter: () => ({ type: 'entityName', entityType: 'DEVICE', entityNameFilter: '' }),
    shows: 'device',
  },
  {
    named: 'by device type',
    filter: () => ({ type: 'deviceType', deviceType: 'default', deviceNameFilter: '' }),
    shows: 'device',
  },
  {
    named: 'by asset type',
    filter: () => ({ type: 'assetType', assetType: 'default', assetNameFilter: '' }),
    shows: 'asset',
  },
  {
    named: 'by view type',
    filter: () => ({ type: 'entityViewType', entityViewType: 'default', entityViewNameFilter: '' }),
    shows: 'entityView',
  },
  {
    named: 'by edge type',
    filter: () => ({ type: 'edgeType', edgeType: 'default', edgeNameFilter: '' }),
    shows: 'edge',
  },
  fromAsset('relations', { type: 'relationsQuery', filters: [] }),
  fromAsset('devices', { type: 'deviceSearchQuery', relationType: 'Contains', deviceTypes: ['default'] }),
  fromAsset('assets', { type: 'assetSearchQuery', relationType: 'Contains', assetTypes: ['default'] }),
  fromAsset('views', { type: 'entityViewSearchQuery', relationType: 'Contains', entityViewTypes: ['default'] }),
  fromAsset('edges', { type: 'edgeSearchQuery', relationType: 'Contains', edgeTypes: ['default'] }),
  { named: 'usage', filter: () => ({ type: 'apiUsageState' }) },
]

export const alarmQueryOf = (entityFilter: object) => ({
  ...queryOf(entityFilter),
  pageLink: {
    page: 0,
    pageSize: 100,
    searchPropagatedAlarms: true,
    statusList: [],
    severityList: [],
    typeList: [],
    startTs: 0,
    endTs: 4_000_000_000_000,
    sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
  },
  alarmFields: [{ type: 'ALARM_FIELD', key: 'type' }],
})

const each = (bodyOf: (filter: object) => object, shown: (filter: NamedFilter) => EntityKind | undefined): Example[] =>
  filters.map((one) => {
    const shows = shown(one)
    return {
      ...plain(own, ({ scene }) => ({ body: bodyOf(one.filter(scene)) })),
      named: one.named,
      ...(shows ? { shows } : {}),
    }
  })

export const queryExamples: Examples = {
  'POST /api/entitiesQuery/find': each(queryOf, ({ shows }) => shows),
  'POST /api/entitiesQuery/count': each(
    (filter) => ({ entityFilter: filter, keyFilters: [] }),
    () => undefined,
  ),
  'POST /api/entitiesQuery/find/keys': each(queryOf, () => undefined).map(
    (example): Example => ({
      ...example,
      ask: async (asking) => ({ ...(await example.ask(asking)), query: { timeseries: true, attributes: true } }),
    }),
  ),
  'POST /api/alarmsQuery/find': each(alarmQueryOf, ({ shows }) => (shows === 'device' ? 'alarm' : undefined)),
}
