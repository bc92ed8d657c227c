/** Telemetry and attributes of entities of every kind. */

import type { EntityId } from '@sonde/model/ids'
import { type Asked, about, type Example, type Examples, ofCustomer, plain } from '../examples.ts'
import type { RouteClassName } from '../route-classes.ts'

const base = '/api/plugins/telemetry'
const used = 'read, or use, of what customers may have'
const usedDevice = 'read, or use, of a device'

type Of = Pick<EntityId, 'entityType' | 'id'>

const of = (
  is: RouteClassName,
  kind: 'device' | 'asset' | 'entityView' | 'edge' | 'dashboard',
  ask: (of: Of) => Asked,
): Example => ({
  ...about(is, ({ side, about: owner }) => ask(side.has[owner][kind].id)),
  named: kind,
})

/** Of what customers read and write alike. */
const written = (ask: (of: Of) => Asked): Example[] => [
  of(usedDevice, 'device', ask),
  of(used, 'asset', ask),
  of(used, 'edge', ask),
  tenantThing('device profile', 'profile', ask),
  tenantThing('rule chain', 'rootChain', ask),
]

const tenantThing = (named: string, thing: 'profile' | 'rootChain', ask: (of: Of) => Asked): Example => ({
  ...plain("administration of a tenant's own thing", ({ side }) => ask(side[thing])),
  named,
})

const read = (ask: (of: Of) => Asked): Example[] => [
  ...written(ask),
  of(used, 'entityView', ask),
  of(used, 'dashboard', ask),
  {
    ...ofCustomer('a list of a customer, or the customer', ({ side, about: owner }) =>
      ask({ entityType: 'CUSTOMER', id: side.customers[owner] }),
    ),
    named: 'customer',
  },
  // Its administrators read of their tenant; the system administrator reads everything of tenants but devices' values.
  { ...plain('read of a tenant', ({ side }) => ask(side.tenant)), named: 'tenant' },
  {
    ...plain("the system administrator's", ({ scene }) => ask({ entityType: 'USER', id: scene.rootUserId })),
    named: 'the system administrator',
  },
]

const path = ({ entityType, id }: Of, ...more: string[]): Asked => ({ path: [entityType, id, ...more] })

const shown = (examples: readonly Example[], shows: 'point' | 'attribute'): Example[] =>
  examples.map((example) => (example.named === 'device' || example.named === 'asset' ? { ...example, shows } : example))

export const telemetryExamples: Examples = {
  [`GET ${base}/:entityType/:entityId/keys/attributes`]: read((entity) => path(entity)),
  [`GET ${base}/:entityType/:entityId/keys/attributes/:scope`]: read((entity) => path(entity, 'SERVER_SCOPE')),
  [`GET ${base}/:entityType/:entityId/values/attributes`]: shown(
    read((entity) => path(entity)),
    'attribute',
  ),
  [`GET ${base}/:entityType/:entityId/values/attributes/:scope`]: shown(
    read((entity) => path(entity, 'SERVER_SCOPE')),
    'attribute',
  ),
  [`POST ${base}/:entityType/:entityId/:scope`]: written((entity) => ({
    ...path(entity, 'SERVER_SCOPE'),
    body: { a: 1 },
  })),
  [`POST ${base}/:entityType/:entityId/attributes/:scope`]: written((entity) => ({
    ...path(entity, 'SERVER_SCOPE'),
    body: { a: 1 },
  })),
  [`POST ${base}/:deviceId/:scope`]: of(usedDevice, 'device', ({ id }) => ({
    path: [id, 'SHARED_SCOPE'],
    body: { a: 1 },
  })),
  [`DELETE ${base}/:entityType/:entityId/:scope`]: written((entity) => ({
    ...path(entity, 'SERVER_SCOPE'),
    query: { keys: 'a' },
  })),
  [`DELETE ${base}/:deviceId/:scope`]: of(usedDevice, 'device', ({ id }) => ({
    path: [id, 'SHARED_SCOPE'],
    query: { keys: 'a' },
  })),
  [`GET ${base}/:entityType/:entityId/keys/timeseries`]: read((entity) => path(entity)),
  [`GET ${base}/:entityType/:entityId/values/timeseries`]: [
    ...shown(
      read((entity) => path(entity)),
      'point',
    ),
    ...shown(
      written((entity) => ({ ...path(entity), query: { keys: 'word', startTs: 0, endTs: 4_000_000_000_000 } })),
      'point',
    ).map((example) => ({ ...example, named: `range of ${example.named}` })),
  ],
  [`POST ${base}/:entityType/:entityId/timeseries/:scope`]: written((entity) => ({
    ...path(entity, 'ANY'),
    body: { a: 1 },
  })),
  [`POST ${base}/:entityType/:entityId/timeseries/:scope/:ttl`]: written((entity) => ({
    ...path(entity, 'ANY', '60'),
    body: { a: 1 },
  })),
  [`DELETE ${base}/:entityType/:entityId/timeseries/delete`]: written((entity) => ({
    ...path(entity),
    query: { keys: 'a', deleteAllDataForKeys: true },
  })),
}
