/** Examples for alarms, events and relations of all entity types. */

import type { EntityId } from '@sonde/model/ids'
import { about, type Examples, type Owned, page, plain } from '../examples.ts'
import type { RouteClassName } from '../route-classes.ts'
import type { Side } from '../side.ts'

const own = "a tenant user's, of what is the own"

const alarm = about('alarm: read', ({ side, about: owner }) => ({ path: [side.has[owner].alarm.id.id] }), {
  shows: 'alarm',
})
const newAlarm = (is: RouteClassName) =>
  about(is, async ({ side, about: owner }) => ({ path: [(await side.make('alarm', owner)).id.id] }))

/** The comment doesn't exist: a caller who may change comments gets 404. */
const ofComment = (body?: object) =>
  about(
    'alarm: change',
    async ({ side, about: owner }) => ({
      path: [(await side.make('alarm', owner)).id.id, '00000000-0000-4000-8000-000000000001'],
      ...(body && { body }),
    }),
    { answers: 404 },
  )

/** Examples for entities with an owner, and for those of the tenant. */
function ofEntities(
  act: 'read alarms' | 'read events' | 'clear events' | 'read relations',
  ask: (entity: EntityId, asking: Pick<Owned, 'side'>) => { path?: string[]; query?: object; body?: unknown },
) {
  const requested = (entity: EntityId, asking: Pick<Owned, 'side'>) => ask(entity, asking) as never
  const of = (is: RouteClassName, kind: 'device' | 'asset' | 'entityView' | 'edge' | 'dashboard') => ({
    ...about(is, (asking) => requested(asking.side.has[asking.about][kind].id, asking)),
    named: kind,
  })
  const ofTenant = (named: string, entity: (side: Side) => EntityId, is: RouteClassName) => ({
    ...plain(is, ({ side }) => requested(entity(side), { side })),
    named,
  })
  return {
    assignables: [
      of(`device: ${act}`, 'device'),
      of(`asset: ${act}`, 'asset'),
      of(`entity view: ${act}`, 'entityView'),
      of(`edge: ${act}`, 'edge'),
    ],
    dashboard: of('dashboard: read alarms', 'dashboard'),
    chain: ofTenant('rule chain', (side) => side.rootChain, "administration of a tenant's own thing"),
    profile: ofTenant('device profile', (side) => side.profile, "administration of a tenant's own thing"),
    tenant: ofTenant('tenant', (side) => side.tenant, 'read of a tenant'),
  }
}

const alarmLists = ofEntities('read alarms', ({ entityType, id }) => ({ path: [entityType, id], query: page }))
const severities = ofEntities('read alarms', ({ entityType, id }) => ({ path: [entityType, id] }))
const events = ofEntities('read events', ({ entityType, id }, { side }) => ({
  path: [entityType, id],
  query: { ...page, tenantId: side.tenant.id },
}))
const typedEvents = ofEntities('read events', ({ entityType, id }, { side }) => ({
  path: [entityType, id, 'LC_EVENT'],
  query: { ...page, tenantId: side.tenant.id },
}))
const filteredEvents = ofEntities('read events', ({ entityType, id }, { side }) => ({
  path: [entityType, id],
  query: { ...page, tenantId: side.tenant.id },
  body: { eventType: 'LC_EVENT' },
}))
const clearedEvents = ofEntities('clear events', ({ entityType, id }) => ({
  path: [entityType, id],
  body: { eventType: 'LC_EVENT' },
}))

const relations = ofEntities('read relations', ({ entityType, id }) => ({
  query: { fromId: id, fromType: entityType },
}))
const relationsTo = ofEntities('read relations', ({ entityType, id }) => ({ query: { toId: id, toType: entityType } }))
const search = ofEntities('read relations', ({ entityType, id }) => ({
  body: {
    parameters: { rootId: id, rootType: entityType, direction: 'FROM', relationTypeGroup: 'COMMON', maxLevel: 0 },
    filters: [],
  },
}))

/** Relation between an asset and a device of the same owner. */
const relation = (side: Side, owner: Owned['about'], type: string) => ({
  from: side.has[owner].asset.id,
  to: side.has[owner].device.id,
  type,
})
const relationQuery = (side: Side, owner: Owned['about'], relationType: string) => ({
  fromId: side.has[owner].asset.id.id,
  fromType: 'ASSET',
  relationType,
  toId: side.has[owner].device.id.id,
  toType: 'DEVICE',
})

export const alarmExamples: Examples = {
  'POST /api/alarm': [
    {
      ...about('device: raise alarms', ({ side, about: owner }) => ({
        body: {
          originator: side.has[owner].device.id,
          type: side.newName('alarm'),
          severity: 'MINOR',
          status: 'ACTIVE_UNACK',
        },
      })),
      named: 'new',
    },
    {
      ...about('alarm: change', ({ side, about: owner }) => ({
        body: { ...side.has[owner].alarm.json, severity: 'CRITICAL' },
      })),
      named: 'changed',
    },
  ],
  'GET /api/alarm/:alarmId': alarm,
  'GET /api/alarm/info/:alarmId': alarm,
  'DELETE /api/alarm/:alarmId': newAlarm('alarm: delete'),
  'POST /api/alarm/:alarmId/ack': newAlarm('alarm: change'),
  'POST /api/alarm/:alarmId/clear': newAlarm('alarm: change'),
  'GET /api/alarm/:entityType/:entityId': [...alarmLists.assignables, alarmLists.dashboard, alarmLists.tenant],
  'GET /api/alarms': plain(own, () => ({ query: { ...page, fetchOriginator: true } }), { shows: 'alarm' }),
  'GET /api/v2/alarms': plain(own, () => ({ query: { ...page, severities: 'MAJOR,CRITICAL' } }), { shows: 'alarm' }),
  'GET /api/v2/alarms/:alarmId': alarm,
  'GET /api/v2/activeAlarms': plain(own, ({ side }) => ({ query: { originatorIds: side.has.customer.device.id.id } })),
  'GET /api/v2/alarmTypes': plain(own, () => ({})),
  'GET /api/v2/alarmHistogram': plain(own, () => ({ query: { startTime: 0, endTime: Date.now(), bars: 10 } })),
  // The history names administrators who acted on the alarm to its customer.
  'GET /api/v2/alarms/:alarmId/history': about(
    'alarm: change',
    ({ side, about: owner }) => ({ path: [side.has[owner].alarm.id.id] }),
    { names: ['user'] },
  ),
  'POST /api/v2/alarms/:alarmId/comments': about('alarm: change', async ({ side, about: owner }) => ({
    path: [(await side.make('alarm', owner)).id.id],
    body: { text: 'The door was open.' },
  })),
  'PUT /api/v2/alarms/:alarmId/comments/:commentId': ofComment({ text: 'The door was ajar.' }),
  'DELETE /api/v2/alarms/:alarmId/comments/:commentId': ofComment(),
  'POST /api/v2/alarms/:alarmId/comments/:commentId/restore': ofComment(),
  'GET /api/v2/alarms/:alarmId/assignees': about('alarm: change', ({ side, about: owner }) => ({
    path: [side.has[owner].alarm.id.id],
  })),
  'PUT /api/v2/alarms/:alarmId/assignee': about('alarm: change', async ({ side, about: owner }) => ({
    path: [(await side.make('alarm', owner)).id.id],
    body: { userId: null },
  })),
  'PUT /api/v2/alarms/:alarmId/shelf': about('alarm: change', async ({ side, about: owner }) => ({
    path: [(await side.make('alarm', owner)).id.id],
    body: { until: Date.now() + 3_600_000, reason: 'Being repaired' },
  })),
  'DELETE /api/v2/alarms/:alarmId/shelf': newAlarm('alarm: change'),
  'DELETE /api/v2/alarms/:alarmId/acknowledgment': newAlarm('alarm: change'),
  'DELETE /api/v2/alarms/:alarmId/clearing': newAlarm('alarm: change'),
  'GET /api/alarm/highestSeverity/:entityType/:entityId': [...severities.assignables, severities.chain],

  'GET /api/events/:entityType/:entityId/:eventType': [...typedEvents.assignables, typedEvents.chain],
  'GET /api/events/:entityType/:entityId': [...events.assignables, events.chain, events.profile],
  'POST /api/events/:entityType/:entityId': [...filteredEvents.assignables, filteredEvents.chain],
  'POST /api/events/:entityType/:entityId/clear': [...clearedEvents.assignables, clearedEvents.chain],

  // The asset is checked first: one of another tenant is rejected before its unknown device is.
  'POST /api/relation': about('asset: change relations', ({ side, about: owner }) => ({
    body: relation(side, owner, side.newName('relation')),
  })),
  'GET /api/relation': about('asset: read relations', ({ side, about: owner }) => ({
    query: relationQuery(side, owner, 'Contains'),
  })),
  'DELETE /api/relation': about('asset: change relations', async ({ side, about: owner }) => {
    const type = side.newName('relation')
    await side.call('POST', '/api/relation', relation(side, owner, type))
    return { query: relationQuery(side, owner, type) }
  }),
  'GET /api/relations': [
    ...relations.assignables,
    ...relationsTo.assignables.map(toToo),
    relations.chain,
    relations.tenant,
  ],
  'GET /api/relations/info': [...relations.assignables, ...relationsTo.assignables.map(toToo)],
  'POST /api/relations': [...search.assignables, search.chain],
  'POST /api/relations/info': [...search.assignables, search.chain],
  'DELETE /api/relations': about('asset: change relations', async ({ side, about: owner }) => ({
    query: { entityId: (await side.make('asset', owner)).id.id, entityType: 'ASSET' },
  })),
}

function toToo<E extends { readonly named: string }>(example: E): E {
  return { ...example, named: `to ${example.named}` }
}
