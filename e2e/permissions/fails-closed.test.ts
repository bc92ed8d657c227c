/**
 * Fail-closed test: whichever store call fails during a request, no caller gets unauthorized data. Every route × the
 * callers it rejects, with each store call failing in turn. Caches don't hide the failures.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { connectAsync } from 'mqtt'
import { createProcessChangeStream } from '../../packages/server/src/changes/process-change-stream.ts'
import type { RouteInfo } from '../../packages/server/src/http/http-app.ts'
import { type Breakage, breaks, createBreakingStorage, storeSecret } from './breaking-storage.ts'
import { type Caller, callers, isSignedIn } from './callers.ts'
import type { Requested } from './examples.ts'
import { handshake, openLive } from './live-client.ts'
import { createOwnership } from './ownership.ts'
import { type About, aboutsOf, rejectionOf } from './route-classes.ts'
import { routeExamples } from './route-examples.ts'
import { openScene, password } from './scene.ts'
import { differences, storeState, tablesOf } from './store-state.ts'

/** Request that is repeated by the callers it rejects. */
interface Refused {
  readonly route: RouteInfo
  readonly about: About
  readonly requested: Requested
}

/** Internals of the server, which no response may contain. */
const inner = new RegExp(`${storeSecret}|\\.ts:\\d|node_modules|SQLITE|TypeError|undefined is not`, 'i')

/** Server whose store fails on request, with all callers. */
async function openBreaking(t: TestContext) {
  const storage = createBreakingStorage()
  // A stream with infinite lag disables the caches, so that every permission is read from the store.
  const live = Object.defineProperty(createProcessChangeStream(), 'lagMs', { value: Number.POSITIVE_INFINITY })
  const scene = await openScene(t, { live, aroundStorage: storage.around })

  /** Response to a request, and its store calls until one of them failed. */
  async function broken<T>(
    breakage: Breakage,
    ask: () => Promise<T>,
  ): Promise<{ answer: T; calls: readonly string[] }> {
    storage.begin(breakage)
    const asked = ask()
    if (breakage.how === 'hangs' && breakage.at > 0) {
      const first = await Promise.race([asked.then(() => 'answered'), storage.hanging])
      if (first !== 'answered') storage.goOn()
    }
    const answer = await asked
    return { answer, calls: storage.end() }
  }
  return { scene, broken }
}

test('whatever call to the store breaks, no route admits whom it refuses', async (t) => {
  const { scene, broken } = await openBreaking(t)
  const { relational } = scene.platform
  const ownership = await createOwnership(scene)
  const tables = await tablesOf(relational)
  const part = 'request'
  let count = 0

  /** Number of store calls for authenticating a caller, which are the same for every route. */
  const whoCalls = new Map<Caller, number>()
  for (const caller of callers) {
    const { calls } = await broken({ at: 0, how: 'throws', part }, () =>
      scene.callAs(caller, 'GET', '/api/system/info'),
    )
    whoCalls.set(caller, calls.length)
  }

  async function refuse({ route, about, requested }: Refused, caller: Caller, from: number) {
    const { path: values = [], query = {}, body, form } = requested
    const rest = [...values]
    const filled = route.path.replace(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ''))
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    const path = search.size > 0 ? `${filled}?${search}` : filled
    const ask = () => scene.callAs(caller, route.method, path, { body, ...(form && { form }) })
    const { calls } = await broken({ at: 0, how: 'throws', part }, ask)
    for (let at = from; at <= calls.length; at++) {
      // An empty answer is the likeliest to open a door; the two failures take turns from caller to caller.
      const fails = (at + callers.indexOf(caller)) % 2 === 0 ? 'throws' : 'hangs'
      for (const how of ['answers nothing', fails] as const) {
        const { answer } = await broken({ at, how, part }, ask)
        const label = `${route.method} ${path} about ${about} as ${caller}, call ${at} (${calls[at - 1]}) ${how}: ${answer.status} ${answer.text.slice(0, 500)}`
        count++
        assert.ok(answer.status >= 400, label)
        assert.doesNotMatch(answer.text, inner, label)
        const who = isSignedIn(caller) ? caller : null
        const named = `${path} ${JSON.stringify(body ?? null)}`
        assert.deepEqual(await ownership.leaks(who, answer.text, named), [], label)
      }
    }
  }

  for (const route of scene.platform.routes.list()) {
    if (route.authorities === 'anyone') continue
    for (const [at, example] of (routeExamples.get(`${route.method} ${route.path}`) ?? []).entries()) {
      await t.test(`${route.method} ${route.path}${example.named ? `, ${example.named}` : ''}`, async () => {
        for (const about of aboutsOf(example.is)) {
          const rejected = callers.filter((caller) => rejectionOf(example.is, about, caller) !== null)
          if (rejected.length === 0) continue
          const requested = await example.ask({ scene, side: scene.acme, about, caller: 'tenant' } as never)
          const before = route.method === 'GET' ? null : await storeState(relational, tables)
          for (const caller of rejected) {
            // Failures during authentication are tested once per route; for further examples only those after it.
            const isFirst = at === 0 && about === aboutsOf(example.is)[0] && ['stranger', 'disabled'].includes(caller)
            await refuse({ route, about, requested }, caller, isFirst ? 1 : (whoCalls.get(caller) ?? 0) + 1)
          }
          if (before) assert.deepEqual(differences(before, await storeState(relational, tables)).filter(isNoOwn), [])
        }
      })
    }
  }
  t.diagnostic(`${count} calls with a broken store`)
  assert.ok(count > 1000)
})

/** Alarms that the server raises about limits, because so many rejections reach some. */
const isNoOwn = (difference: string): boolean => !/^\+ alarm.*("Limit reached|"entity_type":"TENANT")/.test(difference)

test('whatever call to the store breaks, nobody comes in with what is not right', async (t) => {
  const { scene, broken } = await openBreaking(t)
  const credentials = { username: 'customer@acme.example', password: 'not-the-password' }
  const newPassword = 'another-password'
  const { text } = await scene.call(undefined, 'POST', '/api/auth/login', { body: { ...credentials, password } })
  const { token, refreshToken } = JSON.parse(text) as { token: string; refreshToken: string }
  await scene.call(token, 'POST', '/api/auth/logout')
  const device = 'no-token-of-any-device'
  const doors: readonly (readonly [method: string, path: string, body?: object])[] = [
    ['POST', '/api/auth/login', credentials],
    ['POST', '/api/auth/login', { ...credentials, username: 'nobody@acme.example' }],
    ['POST', '/api/auth/login/public', { publicId: scene.acme.customers.customer }],
    ['POST', '/api/auth/token', { refreshToken }],
    ['POST', '/api/noauth/activate', { activateToken: 'not-a-token', password: newPassword }],
    ['POST', '/api/noauth/resetPassword', { resetToken: 'not-a-token', password: newPassword }],
    ['POST', `/api/v1/${device}/telemetry`, { t: 1 }],
    ['POST', `/api/v1/${device}/attributes`, { a: 1 }],
    ['GET', `/api/v1/${device}/attributes?sharedKeys=a`],
    ['GET', `/api/v1/${device}/attributes/updates?timeout=1`],
    ['GET', `/api/v1/${device}/rpc?timeout=1`],
    ['POST', `/api/v1/${device}/rpc`, { method: 'm', params: {} }],
    ['POST', `/api/v1/${device}/claim`, { secretKey: 's', durationMs: 1000 }],
    ['GET', `/api/v1/${device}/firmware?title=t&version=1`],
    [
      'POST',
      '/api/v1/provision',
      { deviceName: 'n', provisionDeviceKey: 'no-key', provisionDeviceSecret: 'no-secret' },
    ],
  ]
  let count = 0
  for (const [method, path, body] of doors) {
    await t.test(`${method} ${path}`, async () => {
      const ask = () => scene.call(undefined, method, path, { body })
      const { calls } = await broken({ at: 0, how: 'throws', part: 'request' }, ask)
      for (let at = 0; at <= calls.length; at++) {
        for (const how of breaks) {
          const { answer } = await broken({ at, how, part: 'request' }, ask)
          const isRefused = answer.status >= 400 || /"status":"(FAILURE|NOT_FOUND)"/.test(answer.text)
          count++
          assert.ok(isRefused, `call ${at} (${calls[at - 1] ?? 'none'}) ${how}: ${answer.status} ${answer.text}`)
          assert.doesNotMatch(answer.text, inner)
        }
      }
    })
  }
  t.diagnostic(`${count} calls with a broken store`)
  assert.ok(count > 30)

  await t.test('MQTT with a token of nobody', async () => {
    const ask = () => rejection(scene.mqttPort, device)
    const { calls } = await broken({ at: 0, how: 'throws', part: 'device connection' }, ask)
    assert.ok(calls.length > 0)
    for (let at = 1; at <= calls.length; at++) {
      for (const how of breaks) {
        const { answer } = await broken({ at, how, part: 'device connection' }, ask)
        assert.notEqual(answer, 'admitted', `call ${at} (${calls[at - 1]}) ${how}`)
      }
    }
  })
})

test('whatever call to the store breaks, no socket opens or tells what it must not', async (t) => {
  const { scene, broken } = await openBreaking(t)
  const ownership = await createOwnership(scene)
  const { id } = scene.acme.has.customer.device
  const part = 'live connection'
  const { disabled = '', stranger = '' } = scene.tokens
  const each = async <T>(ask: () => Promise<T>, look: (answer: T, label: string) => void | Promise<void>) => {
    const { calls } = await broken({ at: 0, how: 'throws', part }, ask)
    for (let at = 0; at <= calls.length; at++) {
      for (const how of breaks) {
        const { answer } = await broken({ at, how, part }, ask)
        await look(answer, `call ${at} (${calls[at - 1] ?? 'none'}) ${how}: ${JSON.stringify(answer).slice(0, 500)}`)
      }
    }
    return calls.length
  }

  const opened = await each(
    () => handshake(scene, disabled),
    (answer, label) => assert.ok(answer >= 400, label),
  )
  assert.ok(opened > 0)

  const entity = { entityType: id.entityType, entityId: id.id }
  const entityFilter = { type: 'singleEntity', singleEntity: id }
  const latest = [
    { type: 'ENTITY_FIELD', key: 'name' },
    { type: 'SERVER_ATTRIBUTE', key: 'active' },
  ]
  const page = { pageSize: 10, page: 0 }
  const times = { startTs: 0, endTs: 4_000_000_000_000 }
  const commands: readonly object[] = [
    { tsSubCmds: [{ ...entity, cmdId: 1 }] },
    { attrSubCmds: [{ ...entity, cmdId: 1 }] },
    { historyCmds: [{ ...entity, cmdId: 1, keys: 't', ...times, limit: 10 }] },
    { entityDataCmds: [{ cmdId: 1, query: { entityFilter, pageLink: page, entityFields: latest, latestValues: [] } }] },
    { entityCountCmds: [{ cmdId: 1, query: { entityFilter } }] },
    { alarmDataCmds: [{ cmdId: 1, query: { entityFilter, pageLink: { ...page, ...times }, alarmFields: [] } }] },
  ]
  for (const command of commands) {
    const asked = await each(
      async () => {
        const client = await openLive(t, scene, stranger).catch(() => null)
        if (!client) return []
        client.send(command)
        await Promise.race([client.of(1).catch(() => {}), client.closed])
        client.close()
        return client.frames
      },
      async (frames, label) => {
        const text = JSON.stringify(frames)
        assert.doesNotMatch(text, inner, label)
        assert.doesNotMatch(text, /"count":[1-9]|"totalElements":[1-9]/, label)
        assert.deepEqual(await ownership.leaks('stranger', text, id.id), [], label)
      },
    )
    assert.ok(asked > 0, JSON.stringify(command))
  }
})

/** Rejection of a device, or `admitted`. */
async function rejection(port: number, username: string): Promise<unknown> {
  try {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { username, reconnectPeriod: 0 }, false)
    await client.endAsync(true)
    return 'admitted'
  } catch (error) {
    return (error as { code?: unknown }).code ?? String(error)
  }
}
