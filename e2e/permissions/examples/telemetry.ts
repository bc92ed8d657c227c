/** Examples for telemetry and attributes of all entity types. */

import type { EntityId } from '@sonde/model/ids'
import { about, type Example, type Examples, ofCustomer, plain, type Requested } from '../examples.ts'
import type { RouteClassName } from '../route-classes.ts'

const base = '/api/plugins/telemetry'

type Of = Pick<EntityId, 'entityType' | 'id'>
type Values = 'attributes' | 'telemetry'

const words = {
  device: 'device',
  asset: 'asset',
  entityView: 'entity view',
  edge: 'edge',
  dashboard: 'dashboard',
} as const
type Kind = keyof typeof words

const of = (is: RouteClassName, kind: Kind, ask: (of: Of) => Requested): Example => ({
  ...about(is, ({ side, about: owner }) => ask(side.has[owner][kind].id)),
  named: kind,
})

const tenantEntity = (named: string, entity: 'profile' | 'rootChain', ask: (of: Of) => Requested): Example => ({
  ...plain("administration of a tenant's own thing", ({ side }) => ask(side[entity])),
  named,
})
const tenantEntities = (ask: (of: Of) => Requested): Example[] => [
  tenantEntity('device profile', 'profile', ask),
  tenantEntity('rule chain', 'rootChain', ask),
]

const writable = ['device', 'asset', 'edge'] as const

const changed = (values: Values, ask: (of: Of) => Requested): Example[] => [
  ...writable.map((kind) => of(`${words[kind]}: change ${values}`, kind, ask)),
  ...tenantEntities(ask),
]

/** Examples for reading entities that are also writable. */
const readOfWritable = (values: Values, ask: (of: Of) => Requested): Example[] => [
  ...writable.map((kind) => of(`${words[kind]}: read ${values}`, kind, ask)),
  ...tenantEntities(ask),
]

const read = (values: Values, ask: (of: Of) => Requested): Example[] => [
  ...readOfWritable(values, ask),
  of(`entity view: read ${values}`, 'entityView', ask),
  of(`dashboard: read ${values}`, 'dashboard', ask),
  {
    ...ofCustomer(`customer: read ${values}`, ({ side, about: owner }) =>
      ask({ entityType: 'CUSTOMER', id: side.customers[owner] }),
    ),
    named: 'customer',
  },
  // Its administrators can read their tenant; the system administrator can read all data of tenants except device
  // values.
  { ...plain('read of a tenant', ({ side }) => ask(side.tenant)), named: 'tenant' },
  {
    ...plain("the system administrator's", ({ scene }) => ask({ entityType: 'USER', id: scene.rootUserId })),
    named: 'the system administrator',
  },
]

const path = ({ entityType, id }: Of, ...more: string[]): Requested => ({ path: [entityType, id, ...more] })

const shown = (examples: readonly Example[], shows: 'point' | 'attribute'): Example[] =>
  examples.map((example) => (example.named === 'device' || example.named === 'asset' ? { ...example, shows } : example))

export const telemetryExamples: Examples = {
  [`GET ${base}/:entityType/:entityId/keys/attributes`]: read('attributes', (entity) => path(entity)),
  [`GET ${base}/:entityType/:entityId/keys/attributes/:scope`]: read('attributes', (entity) =>
    path(entity, 'SERVER_SCOPE'),
  ),
  [`GET ${base}/:entityType/:entityId/values/attributes`]: shown(
    read('attributes', (entity) => path(entity)),
    'attribute',
  ),
  [`GET ${base}/:entityType/:entityId/values/attributes/:scope`]: shown(
    read('attributes', (entity) => path(entity, 'SERVER_SCOPE')),
    'attribute',
  ),
  [`POST ${base}/:entityType/:entityId/:scope`]: changed('attributes', (entity) => ({
    ...path(entity, 'SERVER_SCOPE'),
    body: { a: 1 },
  })),
  [`POST ${base}/:entityType/:entityId/attributes/:scope`]: changed('attributes', (entity) => ({
    ...path(entity, 'SERVER_SCOPE'),
    body: { a: 1 },
  })),
  [`POST ${base}/:deviceId/:scope`]: of('device: change attributes', 'device', ({ id }) => ({
    path: [id, 'SHARED_SCOPE'],
    body: { a: 1 },
  })),
  [`DELETE ${base}/:entityType/:entityId/:scope`]: changed('attributes', (entity) => ({
    ...path(entity, 'SERVER_SCOPE'),
    query: { keys: 'a' },
  })),
  [`DELETE ${base}/:deviceId/:scope`]: of('device: change attributes', 'device', ({ id }) => ({
    path: [id, 'SHARED_SCOPE'],
    query: { keys: 'a' },
  })),
  [`GET ${base}/:entityType/:entityId/keys/timeseries`]: read('telemetry', (entity) => path(entity)),
  [`GET ${base}/:entityType/:entityId/values/timeseries`]: [
    ...shown(
      read('telemetry', (entity) => path(entity)),
      'point',
    ),
    ...shown(
      readOfWritable('telemetry', (entity) => ({
        ...path(entity),
        query: { keys: 'word', startTs: 0, endTs: 4_000_000_000_000 },
      })),
      'point',
    ).map((example) => ({ ...example, named: `range of ${example.named}` })),
  ],
  [`POST ${base}/:entityType/:entityId/timeseries/:scope`]: changed('telemetry', (entity) => ({
    ...path(entity, 'ANY'),
    body: { a: 1 },
  })),
  [`POST ${base}/:entityType/:entityId/timeseries/:scope/:ttl`]: changed('telemetry', (entity) => ({
    ...path(entity, 'ANY', '60'),
    body: { a: 1 },
  })),
  [`DELETE ${base}/:entityType/:entityId/timeseries/delete`]: changed('telemetry', (entity) => ({
    ...path(entity),
    query: { keys: 'a', deleteAllDataForKeys: true },
  })),
}
