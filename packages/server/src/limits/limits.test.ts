import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { limitKeys, limitOf, limitValuesFrom, rejectionText } from '@sonde/model/limits/limits'
import { withDefaults } from '@sonde/model/tenant-profiles/tenant-profile'
import { Registry } from 'prom-client'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { createLimits, LimitReached } from './limits.ts'
import { limitsSection } from './limits-table.ts'

const tenant = '00000000-0000-4000-8000-00000000000a'
const device = (n: number) => entityId('DEVICE', `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

function open(own = {}, defaults = {}) {
  const live = createProcessChangeStream()
  const registry = new Registry()
  const met: unknown[] = []
  const limits = createLimits({
    tenants: { known: (id) => (id === tenant ? { ...withDefaults(null), own } : undefined) },
    live,
    clock: { nowMs: () => 1_000 },
    defaults,
    registry,
    causers: { rejected: (...given) => void met.push(given) },
  })
  return { limits, live, registry, met }
}

test('the profile wins over the server, which wins over the default', () => {
  const { limits } = open({ nodeVisits: 5 }, { nodeVisits: 7, telemetryKeys: 8 })
  assert.equal(limits.of(tenant, 'nodeVisits'), 5)
  assert.equal(limits.of(NIL_UUID, 'nodeVisits'), 7)
  assert.equal(limits.of(null, 'nodeVisits'), 7)
  assert.equal(limits.of(tenant, 'telemetryKeys'), 8)
  assert.equal(limits.of(tenant, 'attributes'), limitOf('attributes').default)
})

test('values of a profile are held to what exists and to the most that a limit may be', () => {
  assert.deepEqual(limitValuesFrom({ nodeVisits: 1e12, unknown: 1, attributes: 0, telemetryKeys: 1.5 }), {
    nodeVisits: limitOf('nodeVisits').max,
  })
  assert.deepEqual(limitValuesFrom(null), {})
})

test('a refusal names the limit and what to do, and is counted for the tenant, the entity and the server', async () => {
  const { limits, live, registry, met } = open({ telemetryKeys: 3 })
  assert.throws(
    () => limits.reject(tenant, 'telemetryKeys', device(1)),
    (error: unknown) => {
      assert.ok(error instanceof LimitReached)
      assert.deepEqual([error.status, error.limit], [400, 'telemetryKeys'])
      assert.equal(error.message, rejectionText('telemetryKeys', 3))
      assert.match(error.message, /^Telemetry keys per entity: the limit is 3\. Delete/)
      return true
    },
  )
  limits.rejected(tenant, 'telemetryKeys', device(1))
  limits.rejected(null, 'telemetryKeys')
  const rejections = limits.rejectionsOf(tenant, 'telemetryKeys')
  assert.deepEqual(rejections, { count: 2, lastTs: 1_000 })
  assert.deepEqual(met, Array(2).fill([tenant, 'telemetryKeys', device(1)]))
  assert.match(await registry.metrics(), /sonde_limit_refused_total\{limit="telemetryKeys"\} 3/)
  live.publish({
    points: [],
    attributes: [],
    changes: [{ kind: 'deleted', entity: entityId('TENANT', tenant), tenantId: NIL_UUID, customerId: NIL_UUID }],
  })
  assert.equal(limits.rejectionsOf(tenant, 'telemetryKeys'), undefined)
})

test('refusals of the wire’s limits are counted alike', async () => {
  const { limits, registry } = open()
  limits.count(tenant, 'maxDevices')
  assert.equal(limits.rejectionsOf(tenant, 'maxDevices')?.count, 1)
  assert.match(await registry.metrics(), /sonde_limit_refused_total\{limit="maxDevices"\} 1/)
  assert.match(await registry.metrics(), /sonde_limit_refused_total\{limit="transportDeviceMsgRateLimit"\} 0/)
})

test('usage is what a part measures', () => {
  const { limits } = open()
  assert.equal(limits.used(tenant, 'attributes'), null)
  limits.measure('attributes', (id) => (id === tenant ? 4 : 0))
  assert.equal(limits.used(tenant, 'attributes'), 4)
})

test('each limit has a title, words for its refusal, and a default below its maximum', () => {
  for (const key of limitKeys) {
    const { title, atLimit, advice, default: value, max, kind, seconds } = limitOf(key)
    assert.ok(title && atLimit && advice.endsWith('.'), key)
    assert.ok(value >= 1 && value <= max, key)
    assert.equal(kind === 'rate', seconds !== undefined, key)
  }
})

test('the documentation lists every limit as it is', () => {
  const docs = readFileSync(new URL('../../../../docs/limits.md', import.meta.url), 'utf8')
  assert.ok(limitKeys.every((key) => docs.includes(`| \`${key}\` |`)))
  assert.equal(limitsSection(docs), docs, 'run "npm run docs:settings"')
})
