import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlarmRuleTrial } from '@sonde/model/device-profiles/alarm-rule-trial'
import { entityId } from '@sonde/model/ids'
import { type Point, ValueType } from '@sonde/model/telemetry/values'
import { testScope } from '../access/testing.ts'
import { defaultProfileRecord } from '../devices/records-testing.ts'
import { startTestPlatform } from '../platform-testing.ts'
import type { RangeQuery } from '../storage/series.ts'
import { createAlarmRuleTrials, trialDevicesMax, trialValuesMax, trialValuesPerKeyMax } from './alarm-rule-trials.ts'

const compare = (operation: string, defaultValue: number, key = 'temperature', type = 'TIME_SERIES') => ({
  key: { type, key },
  valueType: 'NUMERIC',
  predicate: { type: 'NUMERIC', operation, value: { defaultValue } },
})
const rule = (condition: unknown[], spec: object = { type: 'SIMPLE' }) => ({ condition: { condition, spec } })
const hot = (spec?: object) => ({
  id: 'a',
  alarmType: 'Hot',
  createRules: { MAJOR: rule([compare('GREATER', 50)], spec) },
  clearRule: rule([compare('LESS_OR_EQUAL', 50)]),
})
const nowMs = 1_800_000_000_000
const minute = 60_000

/** `points`: temperatures of each device, newest first as in the query's order. */
function trialsOver(points: readonly (readonly Point[])[], nowOf = () => nowMs) {
  const requested: RangeQuery[] = []
  const trials = createAlarmRuleTrials({
    requireProfile: async () => undefined,
    deviceIds: async (_tenant, _profile, limit) => points.map((_, index) => String(index)).slice(0, limit),
    directory: {
      find: async (id) => ({
        id: entityId('DEVICE', id),
        tenantId: 't',
        customerId: 'c',
        name: id,
        type: 'default',
        label: null,
        profileId: 'p',
        isGateway: false,
        createdTime: 1,
        profile: defaultProfileRecord,
        traffic: 'own' as never,
      }),
    },
    series: {
      async range(query) {
        requested.push(query)
        const found = (points[Number(query.entityId)] ?? []).filter(({ ts }) => ts >= query.startTs && ts < query.endTs)
        return new Map(query.keys.map((key) => [key, found.slice(0, query.limit)]))
      },
    },
    attributes: { attributes: async () => [] },
    turns: { isOver: false, next: async () => {} },
    clock: { nowMs: nowOf } as never,
  })
  return { requested, run: (alarm: unknown) => trials.run(testScope('t'), 'p', alarm) }
}

/** One value per minute, the last one a minute ago. */
const series = (...values: readonly number[]): Point[] =>
  values
    .map((value, index) => ({ ts: nowMs - (values.length - index) * minute, type: ValueType.DOUBLE, value }))
    .reverse()

test('counts what the rule would have raised, each time that it was cleared before', async () => {
  const { run } = trialsOver([series(40, 60, 61, 40, 70), series(10, 20), []])
  const { startTs, endTs, ...seen } = await run(hot())
  assert.deepEqual(seen, { raised: 2, raisedDevices: 1, devices: 3, values: 7, isComplete: true })
  assert.equal(endTs - startTs, 7 * 86_400_000)
})

test('durations end between two values and after the last one', async () => {
  const spec = { type: 'DURATION', unit: 'MINUTES', predicate: { defaultValue: 5 } }
  const at = (minutesAgo: number, value: number): Point => ({
    ts: nowMs - minutesAgo * minute,
    type: ValueType.DOUBLE,
    value,
  })
  const short = trialsOver([[at(7, 40), at(10, 60)]])
  assert.equal((await short.run(hot(spec))).raised, 0)
  const between = trialsOver([[at(1, 40), at(10, 60)]])
  assert.equal((await between.run(hot(spec))).raised, 1)
  const last = trialsOver([[at(10, 60)]])
  assert.equal((await last.run(hot(spec))).raised, 1)
})

test('bounded by devices, values and time, and says so', async () => {
  const many = trialsOver(Array.from({ length: trialDevicesMax + 5 }, () => series(60)))
  const seen = await many.run(hot())
  assert.deepEqual([seen.devices, seen.isComplete], [trialDevicesMax, false])

  const long = trialsOver([
    Array.from({ length: trialValuesPerKeyMax + 1 }, (_, n) => ({
      ts: nowMs - n - 1,
      type: ValueType.LONG,
      value: 60,
    })),
  ])
  const cut = await long.run(hot())
  assert.deepEqual([cut.values, cut.isComplete], [trialValuesPerKeyMax, false])

  const keys = Array.from({ length: 100 }, (_, n) => compare('GREATER', 1, `k${n}`))
  const wide = trialsOver([series(1)])
  await wide.run({ ...hot(), createRules: { MAJOR: rule(keys) } })
  assert.ok((wide.requested[0]?.limit ?? 0) * 101 <= trialValuesMax + 101)

  let calls = 0
  const slow = trialsOver([series(60), series(60), series(60)], () => nowMs + calls++ * 6_000)
  const slowly = await slow.run(hot())
  assert.deepEqual([slowly.devices < 3, slowly.isComplete], [true, false])
})

test('one at a time; a rule that cannot be tested is refused in words', async () => {
  const { run } = trialsOver([series(60)])
  const first = run(hot())
  await assert.rejects(run(hot()), { status: 429, message: /Another alarm rule is being tested/ })
  await first
  await run(hot())
  await assert.rejects(run({ ...hot(), alarmType: '' }), { status: 400, message: /no type/ })
  await assert.rejects(run(null), { status: 400 })
  const byAttribute = { MAJOR: rule([compare('GREATER', 1, 'limit', 'ATTRIBUTE')]) }
  await assert.rejects(run({ ...hot(), createRules: byAttribute, clearRule: null }), {
    status: 400,
    message: /uses no telemetry/,
  })
})

test('over REST, on the telemetry of the devices of the profile', async (t) => {
  const { call, tenant } = await startTestPlatform(t)
  const { token, device } = await tenant({})
  const now = Date.now()
  for (const [minutesAgo, temperature] of [
    [30, 60],
    [20, 40],
    [10, 80],
  ] as const) {
    const body = { ts: now - minutesAgo * minute, values: { temperature } }
    const sent = await call('POST', `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, token, body)
    assert.equal(sent.status, 200)
  }
  const { body: profile } = await call('GET', '/api/deviceProfileInfo/default', token)
  const path = `/api/v2/deviceProfile/${profile.id.id}/alarmRuleTrial`
  const { status, body } = await call<AlarmRuleTrial>('POST', path, token, { alarm: hot() })
  assert.equal(status, 200)
  assert.deepEqual([body.raised, body.raisedDevices, body.devices, body.values, body.isComplete], [2, 1, 1, 3, true])
  const alarms = await call<{ totalElements: number }>('GET', '/api/v2/alarms?pageSize=10&page=0', token)
  assert.equal(alarms.body.totalElements, 0, 'nothing is raised')
})
