/**
 * Tenants with the most expensive alarm rules, one and two at a time, at default settings: the calls and
 * acknowledgments of another tenant stay fast, and the server within its memory limit.
 */

import { test } from 'node:test'
import type { World } from '../platform/world.ts'
import { shareScenes } from './message-scene.ts'

const setScene = shareScenes()

const text = 'x'.repeat(60_000)

const seriesKey = (key: string) => ({ type: 'TIME_SERIES', key })
const predicate = (type: 'STRING' | 'NUMERIC', operation: string, value: object) => ({ type, operation, ...value })
const always = {
  key: seriesKey('a'),
  valueType: 'NUMERIC',
  predicate: predicate('NUMERIC', 'GREATER_OR_EQUAL', { value: { defaultValue: 0 } }),
}

/** Alarm with one rule. */
const alarmOf = (type: string, condition: readonly object[], alarmDetails?: string) => ({
  id: type,
  alarmType: type,
  createRules: {
    CRITICAL: { condition: { condition, spec: { type: 'SIMPLE' } }, ...(alarmDetails && { alarmDetails }) },
  },
})

/** Sets the alarms of the profile of the tenant's devices. */
async function setAlarms(world: World, alarms: readonly object[]): Promise<void> {
  const { id } = await world.call<{ id: { id: string } }>('GET', '/api/deviceProfileInfo/default')
  const profile = await world.call<{ profileData: object }>('GET', `/api/deviceProfile/${id.id}`)
  await world.call('POST', '/api/deviceProfile', { ...profile, profileData: { ...profile.profileData, alarms } })
}

test('alarm details that repeat a long value', async (t) => {
  const condition = [
    {
      key: seriesKey('text'),
      valueType: 'STRING',
      predicate: predicate('STRING', 'CONTAINS', { ignoreCase: true, value: { defaultValue: 'x' } }),
    },
  ]
  const prepare = (world: World) => setAlarms(world, [alarmOf('Long', condition, `\${text}`.repeat(8_000))])
  const { attack, assertAlive } = await setScene(t, prepare)
  await attack({ inFlight: 20, payload: { kind: 'large', characters: text.length } })
  await assertAlive()
})

test('a hundred alarms by each of thousands of entries', async (t) => {
  const prepare = (world: World) =>
    setAlarms(
      world,
      Array.from({ length: 100 }, (_, i) => alarmOf(`Alarm ${i}`, [always])),
    )
  const { attack, assertAlive } = await setScene(t, prepare)
  const entries = Array.from({ length: 1_200 }, (_, i) => ({ ts: 1_700_000_000_000 + i, values: { a: i } }))
  await attack({ inFlight: 20, payload: { kind: 'text', text: JSON.stringify(entries) } })
  await assertAlive()
})

test('rules that look at hundreds of long attributes of the customer', async (t) => {
  const names = Array.from({ length: 400 }, (_, i) => `limit${i}`)
  const condition = names.map((sourceAttribute) => ({
    key: seriesKey('a'),
    valueType: 'STRING',
    predicate: predicate('STRING', 'NOT_EQUAL', {
      ignoreCase: true,
      value: { defaultValue: 'x', dynamicValue: { sourceType: 'CURRENT_CUSTOMER', sourceAttribute } },
    }),
  }))
  const { bad, attack, assertAlive } = await setScene(t, (world) => setAlarms(world, [alarmOf('Compared', condition)]))
  for (const { world, devices } of bad) {
    const { id } = await world.call<{ id: { id: string } }>('POST', '/api/customer', { title: 'Site' })
    for (let at = 0; at < names.length; at += 10) {
      const values = Object.fromEntries(names.slice(at, at + 10).map((name) => [name, text]))
      await world.call('POST', `/api/plugins/telemetry/CUSTOMER/${id.id}/SERVER_SCOPE`, values)
    }
    for (const device of devices) await world.call('POST', `/api/customer/${id.id}/device/${device.id}`)
  }
  await attack({ inFlight: 100, payload: { kind: 'text', text: '{"a":1}' } })
  await assertAlive()
})

test('hundreds of conditions on a long text', async (t) => {
  const condition = (i: number) => ({
    key: seriesKey('text'),
    valueType: 'STRING',
    predicate: predicate('STRING', 'NOT_CONTAINS', { ignoreCase: true, value: { defaultValue: `xxxxx${i}` } }),
  })
  const conditions = Array.from({ length: 1_000 }, (_, i) => condition(i))
  const prepare = (world: World) => setAlarms(world, [alarmOf('Compared', conditions)])
  const { attack, assertAlive } = await setScene(t, prepare)
  await attack({ inFlight: 20, payload: { kind: 'large', characters: text.length } })
  await assertAlive()
})
