/**
 * Entities that queries find, for each type and caller, checked against a hand-written table: entities that a direct
 * call rejects aren't found by any query, count or socket command, nor are their alarms.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EntityId, type EntityType, entityId } from '@sonde/model/ids'
import { authorityOf, type SignedIn, signedIn } from './callers.ts'
import { alarmQueryOf, queryOf } from './examples/queries.ts'
import { openLive } from './live-client.ts'
import { openScene, type Scene } from './scene.ts'
import type { Side } from './side.ts'

type Expected = Readonly<Record<SignedIn, readonly string[]>>

const nothing = { system: [], tenant: [], stranger: [], customer: [], neighbour: [], visitor: [] } as const
const owners = ['customer', 'neighbour', 'nobody', 'public'] as const
const all = (side: string, kind: string) => owners.map((owner) => `${side} ${owner} ${kind}`)

/** Expected results for types that can be assigned to customers or public. */
const assignable = (kind: string): Expected => ({
  system: [],
  tenant: all('Acme', kind),
  stranger: all('Bolt', kind),
  customer: [`Acme customer ${kind}`],
  neighbour: [`Acme neighbour ${kind}`],
  visitor: [`Acme public ${kind}`],
})

const administrators = (what: string): Expected => ({
  ...nothing,
  tenant: [`Acme ${what}`],
  stranger: [`Bolt ${what}`],
})

const expectations: Readonly<Partial<Record<EntityType, Expected>>> = {
  DEVICE: assignable('device'),
  ASSET: assignable('asset'),
  ENTITY_VIEW: assignable('entityView'),
  EDGE: assignable('edge'),
  DASHBOARD: assignable('dashboard'),
  CUSTOMER: {
    system: [],
    tenant: ['Acme customer', 'Acme neighbour', 'Acme public'],
    stranger: ['Bolt customer', 'Bolt neighbour', 'Bolt public'],
    customer: ['Acme customer'],
    neighbour: ['Acme neighbour'],
    visitor: ['Acme public'],
  },
  USER: {
    system: ['root'],
    tenant: ['Acme admin', 'Acme user of customer', 'Acme user of neighbour'],
    stranger: ['Bolt admin', 'Bolt user of customer', 'Bolt user of neighbour'],
    // Only themselves: other users of a customer are visible to administrators only.
    customer: ['Acme user of customer'],
    neighbour: ['Acme user of neighbour'],
    visitor: [],
  },
  TENANT: { ...nothing, system: ['Acme', 'Bolt'], tenant: ['Acme'], stranger: ['Bolt'] },
  RULE_CHAIN: administrators('root chain'),
  DEVICE_PROFILE: administrators('profile'),
  // Named after their tenant or customer.
  API_USAGE_STATE: {
    ...nothing,
    tenant: ['Acme usage', 'Acme usage of customer', 'Acme usage of neighbour', 'Acme usage of public'],
    stranger: ['Bolt usage', 'Bolt usage of customer', 'Bolt usage of neighbour', 'Bolt usage of public'],
    customer: ['Acme usage of customer'],
    neighbour: ['Acme usage of neighbour'],
  },
  // Types that queries can't find.
  ALARM: nothing,
  RULE_NODE: nothing,
  TENANT_PROFILE: nothing,
  WIDGETS_BUNDLE: nothing,
  WIDGET_TYPE: nothing,
  TB_RESOURCE: nothing,
  OTA_PACKAGE: nothing,
  RPC: nothing,
}

/** Labels of the entities in the table, by id. */
async function labelsOf({ acme, bolt, rootUserId }: Scene): Promise<ReadonlyMap<string, string>> {
  const labels = new Map([[rootUserId, 'root']])
  for (const side of [acme, bolt]) {
    const { name } = side
    labels.set(side.tenant.id, name)
    labels.set(side.admin.id, `${name} admin`)
    labels.set(side.rootChain.id, `${name} root chain`)
    labels.set(side.profile.id, `${name} profile`)
    for (const [customer, id] of Object.entries(side.customers)) labels.set(id, `${name} ${customer}`)
    for (const [customer, { id }] of Object.entries(side.users)) labels.set(id, `${name} user of ${customer}`)
    for (const [owner, entities] of Object.entries(side.has)) {
      for (const [kind, { id }] of Object.entries(entities)) labels.set(id.id, `${name} ${owner} ${kind}`)
    }
    const query = queryOf({ type: 'entityType', entityType: 'API_USAGE_STATE' })
    const usage = await side.call<NamedPage>('POST', '/api/entitiesQuery/find', query)
    for (const { entityId: state, latest } of usage.data) {
      const title = latest.ENTITY_FIELD.name.value
      const owner = title === 'Public' ? 'public' : title.split('.')[1]
      labels.set(state.id, owner ? `${name} usage of ${owner}` : `${name} usage`)
    }
  }
  return labels
}

/** Raises alarms of entities with limited access; type and details of an alarm name its owner. */
async function raiseAlarms(side: Side): Promise<void> {
  const originators: readonly EntityId[] = [
    side.tenant,
    entityId('CUSTOMER', side.customers.customer),
    entityId('USER', side.users.neighbour.id),
    side.has.nobody.dashboard.id,
    side.rootChain,
    side.profile,
  ]
  for (const originator of originators) {
    const alarm = { originator, type: `of a ${originator.entityType}`, severity: 'MAJOR', status: 'ACTIVE_UNACK' }
    await side.call('POST', '/api/alarm', { ...alarm, details: { secret: side.name } })
  }
}

test('queries find what the caller may read, and nothing else', async (t) => {
  const scene = await openScene(t)
  await raiseAlarms(scene.acme)
  await raiseAlarms(scene.bolt)
  const labels = await labelsOf(scene)

  /** Labels of the found entities; an administrator also finds entities of the own tenant that the table leaves out. */
  function labelled(ids: readonly string[], caller: SignedIn): string[] {
    return [...new Set(ids)].flatMap((id) => {
      const label = labels.get(id)
      if (label === undefined) assert.notEqual(authorityOf[caller], 'CUSTOMER_USER', `${caller} finds ${id}`)
      return label ?? []
    })
  }

  for (const caller of signedIn) {
    await t.test(caller, async (t) => {
      const client = await openLive(t, scene, scene.tokens[caller] ?? '')
      const ask = async (path: string, body: object) => {
        const { status, text } = await scene.callAs(caller, 'POST', path, { body })
        assert.equal(status, 200, `${path} as ${caller}: ${text}`)
        return JSON.parse(text)
      }
      let cmdId = 0
      const subscribe = async (list: string, query: object) => {
        client.send({ [list]: [{ cmdId: ++cmdId, query }] })
        const [frame] = await client.of(cmdId)
        assert.equal(frame?.errorCode, 0, `${list} as ${caller}: ${JSON.stringify(frame)}`)
        return frame as unknown as { data: Page; count: number }
      }
      for (const [entityType, expected] of Object.entries(expectations)) {
        const wanted = [...expected[caller]].sort()
        const label = `${entityType} as ${caller}`
        const filter = { type: 'entityType', entityType }
        const everyId = { type: 'entityList', entityType, entityList: [...labels.keys()] }
        for (const entityFilter of [filter, everyId]) {
          const query = queryOf(entityFilter)
          const { data: live } = await subscribe('entityDataCmds', query)
          const ids = live.data.map(({ entityId }) => entityId.id)
          assert.deepEqual(labelled(ids, caller).sort(), wanted, label)
          const counted = { entityFilter, keyFilters: [] }
          assert.equal((await subscribe('entityCountCmds', counted)).count, live.totalElements, `count of ${label}`)
          const { data: alarms } = await subscribe('alarmDataCmds', alarmQueryOf(entityFilter))
          const through = labelled(
            alarms.data.map(({ entityId }) => entityId.id),
            caller,
          )
          assert.deepEqual(
            through.filter((each) => !wanted.includes(each)),
            [],
            `alarms of ${label}`,
          )
          // As recorded, the system administrator can query only over the socket.
          if (caller === 'system') continue
          const found: Page = await ask('/api/entitiesQuery/find', query)
          assert.deepEqual(found.data.map(({ entityId }) => entityId.id).sort(), ids.sort(), `REST: ${label}`)
          assert.equal(await ask('/api/entitiesQuery/count', counted), found.totalElements, `REST: count of ${label}`)
          const listed: Page = await ask('/api/alarmsQuery/find', alarmQueryOf(entityFilter))
          assert.equal(listed.totalElements, alarms.totalElements, `REST: alarms of ${label}`)
        }
      }
    })
  }

  await t.test('the alarms are there for those who may see them', async () => {
    for (const entityType of ['TENANT', 'CUSTOMER', 'USER', 'DASHBOARD', 'RULE_CHAIN', 'DEVICE_PROFILE']) {
      const body = alarmQueryOf({ type: 'entityType', entityType })
      const { text } = await scene.callAs('tenant', 'POST', '/api/alarmsQuery/find', { body })
      assert.match(text, new RegExp(`"of a ${entityType}"`))
    }
  })
})

interface NamedPage {
  readonly data: readonly {
    readonly entityId: EntityId
    readonly latest: { readonly ENTITY_FIELD: { readonly name: { readonly value: string } } }
  }[]
}

interface Page {
  readonly data: readonly { readonly entityId: EntityId }[]
  readonly totalElements: number
}
