/**
 * Guarantee for all acknowledged changes, not only telemetry: attributes, entities, deletions and alarms, over MQTT and
 * HTTP, survive kill -9 at any time, and deleted data doesn't reappear.
 *
 * `SONDE_KILL_EVERYTHING_ROUNDS=100` runs more rounds.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { until } from '../../packages/server/src/until-testing.ts'
import { type Platform, startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, type Device, reopenWorld, type World } from '../platform/world.ts'
import { momentAfter } from './moment.ts'

const rounds = Number(process.env.SONDE_KILL_EVERYTHING_ROUNDS ?? 3)

type Call = World['call']

interface Stage {
  readonly call: Call
  readonly platform: Platform
  readonly mqtt: MqttClient
  readonly device: Device
}

/**
 * One kind of acknowledged change, made repeatedly. `step` resolves when it is acknowledged; `check` throws if part of
 * it is missing or has reappeared.
 */
interface Subject {
  readonly name: string
  step(stage: Stage): Promise<void>
  check(stage: Stage): Promise<void>
}

const telemetryOf = (device: Device) => `/api/plugins/telemetry/DEVICE/${device.id}`

/** Counter under one key: the stored value is the last acknowledged one, or the one in flight. */
function counter(
  name: string,
  send: (stage: Stage, n: number) => Promise<unknown>,
  read: (stage: Stage) => Promise<number>,
): Subject {
  let sent = 0
  let acked = 0
  return {
    name,
    async step(stage) {
      const n = ++sent
      await send(stage, n)
      acked = n
    },
    async check(stage) {
      // The rule engine stores the value after the start.
      let stored = 0
      await until(async () => {
        stored = await read(stage)
        return stored >= acked
      }, `${name}: what was acknowledged is stored`)
      assert.ok(stored <= sent, `${name}: ${stored} stored, ${acked} acknowledged, ${sent} sent`)
    },
  }
}

const attribute = async ({ call, device }: Stage, scope: string, key: string): Promise<number> => {
  const path = `${telemetryOf(device)}/values/attributes/${scope}?keys=${key}`
  const [found] = await call<{ value: number }[]>('GET', path)
  return found?.value ?? 0
}

/** Sends data like a device over HTTP. Throws unless the status is 200. */
async function post({ platform, device }: Stage, path: string, body: object): Promise<void> {
  const response = await fetch(`${platform.baseUrl}/api/v1/${device.token}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200)
}

const clientAttributes = [
  counter(
    'client attributes over MQTT',
    ({ mqtt }, n) => mqtt.publishAsync('v1/devices/me/attributes', `{"mqtt":${n}}`, { qos: 1 }),
    (stage) => attribute(stage, 'CLIENT_SCOPE', 'mqtt'),
  ),
  counter(
    'client attributes over HTTP',
    (stage, n) => post(stage, 'attributes', { http: n }),
    (stage) => attribute(stage, 'CLIENT_SCOPE', 'http'),
  ),
  counter(
    'server attributes over REST',
    ({ call, device }, n) => call('POST', `${telemetryOf(device)}/SERVER_SCOPE`, { rest: n }),
    (stage) => attribute(stage, 'SERVER_SCOPE', 'rest'),
  ),
]

const firstTs = 1_700_000_000_000

/** Points with unique times, and ranges of them that are deleted again. */
function points(): Subject[] {
  let sent = 0
  const acked = new Set<number>()
  let deletedBefore = 0
  let deleting = 0
  const range = (from: number, to: number) => `startTs=${firstTs + from}&endTs=${firstTs + to}`
  return [
    {
      name: 'telemetry over HTTP',
      async step(stage) {
        const n = ++sent
        await post(stage, 'telemetry', { ts: firstTs + n, values: { p: n } })
        acked.add(n)
      },
      async check({ call, device }) {
        await until(async () => {
          const path = `${telemetryOf(device)}/values/timeseries?keys=p&${range(0, 1e9)}&limit=1000000`
          const { p = [] } = await call<{ p?: { ts: number }[] }>('GET', path)
          const stored = new Set(p.map(({ ts }) => ts - firstTs))
          const back = [...stored].filter((n) => n < deletedBefore)
          assert.deepEqual(back, [], 'deleted points came back')
          return [...acked].every((n) => n < deleting || stored.has(n))
        }, 'telemetry that was acknowledged is stored')
      },
    },
    {
      name: 'deletions of telemetry',
      async step({ call, device }) {
        // Stored points without a gap: none of these is still in a rule chain.
        const path = `${telemetryOf(device)}/values/timeseries?keys=p&${range(deletedBefore, 1e9)}&limit=1000000`
        const { p = [] } = await call<{ p?: { ts: number }[] }>('GET', path)
        const stored = new Set(p.map(({ ts }) => ts - firstTs))
        // A deletion without a response may still have been performed.
        let to = Math.max(1, deleting)
        while (stored.has(to)) to++
        deleting = to
        await call('DELETE', `${telemetryOf(device)}/timeseries/delete?keys=p&${range(0, to)}`)
        deletedBefore = to
      },
      check: async () => undefined,
    },
  ]
}

async function statusOf(call: Call, path: string): Promise<number> {
  try {
    await call('GET', path)
    return 200
  } catch (error) {
    return Number(/answered (\d+)/.exec(String(error))?.[1])
  }
}

/** Assets, every second of which is deleted. */
function entities(): Subject {
  const there = new Map<string, string>()
  const gone = new Set<string>()
  let number = 0
  return {
    name: 'entities and their deletion',
    async step({ call }) {
      const name = `Asset ${++number}`
      const { id } = await call<{ id: { id: string } }>('POST', '/api/asset', { name, type: 'hall' })
      if (number % 2 === 1) {
        there.set(id.id, name)
        return
      }
      await call('DELETE', `/api/asset/${id.id}`)
      gone.add(id.id)
    },
    async check({ call }) {
      const { data } = await call<{ data: { id: { id: string } }[] }>('GET', '/api/tenant/assets?pageSize=10000&page=0')
      const listed = new Set(data.map(({ id }) => id.id))
      assert.deepEqual(
        [...there.keys()].filter((id) => !listed.has(id)),
        [],
        'assets are missing',
      )
      assert.deepEqual(
        [...gone].filter((id) => listed.has(id)),
        [],
        'deleted assets came back',
      )
    },
  }
}

/** Alarms that are raised, acknowledged and cleared. */
function alarms(): Subject {
  const states = new Map<string, string>()
  let number = 0
  return {
    name: 'alarms',
    async step({ call, device }) {
      const type = `Alarm ${++number}`
      const originator = { entityType: 'DEVICE', id: device.id }
      const { id } = await call<{ id: { id: string } }>('POST', '/api/alarm', {
        type,
        originator,
        severity: 'MAJOR',
        status: 'ACTIVE_UNACK',
      })
      states.set(id.id, 'ACTIVE_UNACK')
      if (number % 3 === 0) return
      states.set(id.id, 'ACTIVE_UNACK or ACTIVE_ACK')
      await call('POST', `/api/alarm/${id.id}/ack`)
      states.set(id.id, 'ACTIVE_ACK')
      if (number % 3 === 1) return
      states.set(id.id, 'ACTIVE_ACK or CLEARED_ACK')
      await call('POST', `/api/alarm/${id.id}/clear`)
      states.set(id.id, 'CLEARED_ACK')
    },
    async check({ call, device }) {
      const path = `/api/alarm/DEVICE/${device.id}?pageSize=10000&page=0&fetchOriginator=false`
      const { data } = await call<{ data: { id: { id: string }; status: string }[] }>('GET', path)
      const stored = new Map(data.map(({ id, status }) => [id.id, status]))
      for (const [id, expected] of states) {
        assert.ok(
          expected.split(' or ').includes(stored.get(id) ?? 'none'),
          `${id} is ${stored.get(id)}, not ${expected}`,
        )
      }
    },
  }
}

test(`kill -9 while everything changes, ${rounds} rounds: nothing acknowledged is lost or comes back`, async (t: TestContext) => {
  const dataFolder = temporaryFolder(t)
  let platform = await startPlatform(t, { dataFolder })
  const world = await createWorld(platform)
  let { call }: { call: Call } = world
  const device = await world.device('Everything')
  const subjects = [...clientAttributes, ...points(), entities(), alarms()]
  const counts = new Map(subjects.map(({ name }) => [name, 0]))

  for (let round = 0; round < rounds; round++) {
    const mqtt = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort}`, {
      username: device.token,
      reconnectPeriod: 0,
    })
    mqtt.on('error', () => {})
    const stage: Stage = { call, platform, mqtt, device }
    let isOver = false
    const moment = momentAfter(200 + Math.floor(Math.random() * 800))
    const turns = subjects.map(async (subject) => {
      while (!isOver) {
        try {
          await subject.step(stage)
        } catch (error) {
          // The connection breaks when the server is killed; a rejection is always a failure.
          if (/answered \d|assert/i.test(String(error))) throw error
          return
        }
        counts.set(subject.name, (counts.get(subject.name) ?? 0) + 1)
        moment.note()
      }
    })
    const settled = Promise.all(turns)
    await Promise.race([settled, moment.reached])
    await platform.kill()
    isOver = true
    mqtt.end(true)
    await settled

    platform = await startPlatform(t, { dataFolder })
    ;({ call } = await reopenWorld(platform, world))
    for (const subject of subjects) await subject.check({ call, platform, mqtt, device })
  }
  const figures = [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
  t.diagnostic(`acknowledged in ${rounds} rounds: ${figures}; 0 lost, 0 came back`)
  assert.ok([...counts.values()].every((count) => count > 0))
  assert.equal(await statusOf(call, `/api/device/${device.id}`), 200)
})
