import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { EntityDataQuery } from '@sonde/model/entity-query/entity-query'
import { liveCommandLists } from '@sonde/model/entity-query/live-commands'
import { entityId } from '@sonde/model/ids'
import { createClient } from '../client.ts'
import { manualTime, startPlatform, tokenOf, until } from '../testing.ts'
import type { LiveError, ValuesUpdate } from './live-client.ts'

const device = entityId('DEVICE', '11111111-1111-7111-8111-111111111111')
const query: EntityDataQuery = {
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  pageLink: { page: 0, pageSize: 10 },
}
interface Renewal {
  readonly cmdId: number
  readonly token: string
}
const emptyPage = { data: [], totalPages: 0, totalElements: 0, hasNext: false }

async function world(t: TestContext) {
  const time = manualTime()
  let issued = 0
  let rejected = 0
  const pair = (userId: string) => {
    const iat = Math.floor(time.clock.nowMs() / 1000)
    const token = tokenOf({ userId, sub: userId, scopes: ['TENANT_ADMIN'], iat, exp: iat + 100, n: ++issued })
    return { token, refreshToken: tokenOf({ userId, iat, exp: iat + 1_000_000 }) }
  }
  const platform = await startPlatform(t, ({ url, body }) => {
    if (url === '/api/auth/login') return { body: pair((body as { username: string }).username) }
    if (url !== '/api/auth/token') return {}
    return rejected === 0 ? { body: pair('ada') } : { status: rejected, body: { status: rejected, message: 'No.' } }
  })
  const client = createClient({ baseUrl: platform.baseUrl, clock: time.clock, timers: time.timers, random: () => 0.5 })
  t.after(() => client.close())
  await client.session.login('ada', 'x')
  const statusIs = (kind: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (client.live.status.get().kind !== kind) return
        stop()
        resolve()
      }
      const stop = client.live.status.subscribe(check)
      check()
    })
  /** Newest command of a list that the server received. */
  const last = (list: string) => platform.frames.findLast(({ frame }) => frame[list])?.frame[list]?.at(-1)
  /** Resolves when the update has arrived. */
  const receive = async (update: object) => {
    const before = client.live.status.get().lastMessageAt
    time.pass(1)
    platform.open.at(-1)?.send(JSON.stringify(update))
    await until(() => client.live.status.get().lastMessageAt !== before)
  }
  const rejectTokens = (status: number) => {
    rejected = status
  }
  return { time, platform, client, live: client.live, statusIs, last, receive, rejectTokens }
}

test('connects on the first subscription; those of one turn go out in frames of at most ten', async (t) => {
  const { platform, live, client } = await world(t)
  assert.equal(live.status.get().kind, 'closed')
  for (let i = 0; i < 23; i++) live.subscribeAttributes(device, 'SERVER_SCOPE', ['a', 'b'], () => {})
  await platform.framesUntil(3)
  assert.deepEqual(
    platform.frames.map(({ frame }) => frame.attrSubCmds?.length),
    [10, 10, 3],
  )
  assert.deepEqual(platform.frames[0]?.frame.attrSubCmds?.[0], {
    cmdId: platform.frames[0]?.frame.attrSubCmds?.[0]?.cmdId,
    entityType: 'DEVICE',
    entityId: device.id,
    keys: ['a', 'b'],
    scope: 'SERVER_SCOPE',
  })
  const ids = platform.frames.flatMap(({ frame }) => frame.attrSubCmds?.map(({ cmdId }) => cmdId) ?? [])
  assert.equal(new Set(ids).size, 23)
  assert.deepEqual(platform.tokens, [await client.session.accessToken()])
})

test('gives values as a snapshot, then as they change; errors to whom they concern', async (t) => {
  const { platform, live, last, receive } = await world(t)
  const updates: ValuesUpdate[] = []
  const errors: LiveError[] = []
  live.subscribeTelemetry(
    device,
    ['temp'],
    null,
    (update) => updates.push(update),
    (error) => errors.push(error),
  )
  await platform.framesUntil(1)
  const subscriptionId = last('tsSubCmds')?.cmdId
  const update = { subscriptionId, errorCode: 0, errorMsg: null, latestValues: {} }
  await receive({ ...update, data: { temp: [[1000, '2']] } })
  await receive({ ...update, data: { temp: [[2000, '3']] } })
  await receive({ ...update, errorCode: 34, errorMsg: 'Too many.', data: null })
  await receive({ ...update, subscriptionId: 999, data: { temp: [[2000, '3']] } })
  assert.deepEqual(updates, [
    { values: { temp: [{ ts: 1000, value: '2' }] }, isSnapshot: true },
    { values: { temp: [{ ts: 2000, value: '3' }] }, isSnapshot: false },
  ])
  assert.deepEqual(
    errors.map(({ code, message }) => [code, message]),
    [[34, 'Too many.']],
  )
})

test('after a loss it comes back, with every subscription under a new id and a window that fills the gap', async (t) => {
  const { platform, live, time, statusIs, last } = await world(t)
  live.subscribeTelemetry(
    device,
    ['temp'],
    () => ({ startTs: time.clock.nowMs() - 60_000, timeWindow: 60_000, interval: 1000, limit: 100, agg: 'NONE' }),
    () => {},
  )
  const entities = live.subscribeEntityData(() => ({ query }), { onPage: () => {}, onUpdate: () => {} })
  await platform.framesUntil(1)
  entities.update(() => ({ latestCmd: { keys: [{ type: 'TIME_SERIES', key: 'temp' }] } }))
  await platform.framesUntil(2)
  const before = { ts: last('tsSubCmds'), data: last('entityDataCmds') }
  assert.equal(before.data?.query, undefined)

  platform.open[0]?.terminate()
  await statusIs('waiting')
  const status = live.status.get()
  assert.ok(status.kind === 'waiting')
  assert.equal(status.retryAt - time.clock.nowMs(), 2000)
  time.pass(2000)
  await platform.framesUntil(3)
  assert.equal(live.status.get().kind, 'open')
  const after = { ts: last('tsSubCmds'), data: last('entityDataCmds') }
  assert.ok((after.ts?.cmdId ?? 0) > (before.ts?.cmdId ?? 0))
  assert.equal(after.ts?.startTs, (before.ts?.startTs as number) + 2000)
  assert.deepEqual(after.data?.query, query)
  assert.deepEqual(after.data?.latestCmd, before.data?.latestCmd)
})

test('waits longer after each failure, up to 30 s, and comes at once when the network does', async (t) => {
  const { platform, live, time, statusIs } = await world(t)
  live.subscribeAttributes(device, null, null, () => {})
  await platform.framesUntil(1)
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    platform.open.at(-1)?.terminate()
    await statusIs('waiting')
    const status = live.status.get()
    assert.ok(status.kind === 'waiting')
    const wait = status.retryAt - time.clock.nowMs()
    waits.push(wait)
    time.pass(wait)
    await platform.socketsUntil(i + 2)
    await statusIs('open')
  }
  assert.deepEqual(waits, [2000, 3200, 5120, 8192, 13107, 20972, 30000, 30000])
  platform.open.at(-1)?.terminate()
  await statusIs('waiting')
  live.networkChanged(true)
  await statusIs('open')
  time.pass(10_000)
  platform.open.at(-1)?.terminate()
  await statusIs('waiting')
  const status = live.status.get()
  assert.equal(status.kind === 'waiting' && status.retryAt - time.clock.nowMs(), 2000)
})

test('a renewed token is taken for the next connection', async (t) => {
  const { platform, live, time, statusIs, client } = await world(t)
  live.subscribeAttributes(device, null, null, () => {})
  await platform.framesUntil(1)
  time.pass(99_500)
  platform.open[0]?.terminate()
  await statusIs('waiting')
  time.pass(2000)
  await platform.framesUntil(2)
  assert.equal(platform.tokens[1], await client.session.accessToken())
  assert.notEqual(platform.tokens[0], platform.tokens[1])
})

test('a newer token is handed over before the old one ends, and the subscriptions go on', async (t) => {
  const { platform, live, time, receive, client } = await world(t)
  const updates: ValuesUpdate[] = []
  live.subscribeTelemetry(device, ['temp'], null, (update) => updates.push(update))
  await platform.framesUntil(1)
  const renewals = () =>
    platform.frames.flatMap(({ frame }) => (frame.authCmd ? [frame.authCmd as unknown as Renewal] : []))
  time.pass(49_999)
  assert.deepEqual(renewals(), [])
  time.pass(1)
  await platform.framesUntil(2)
  const [first] = renewals()
  assert.equal(first?.token, await client.session.accessToken())
  assert.notEqual(first?.token, platform.tokens[0])
  await receive({ cmdId: first?.cmdId, cmdUpdateType: 'AUTH', errorCode: 0, errorMsg: null })
  assert.equal(live.status.get().kind, 'open')
  time.pass(50_000)
  await platform.framesUntil(3)
  assert.equal(renewals().length, 2)
  assert.deepEqual([platform.open.length, updates.length], [1, 0])
})

test('where the newer token is refused the connection is made anew', async (t) => {
  const { platform, live, time, statusIs } = await world(t)
  live.subscribeAttributes(device, null, null, () => {})
  await platform.framesUntil(1)
  time.pass(50_000)
  await platform.framesUntil(2)
  platform.open[0]?.send(JSON.stringify({ cmdId: 1, cmdUpdateType: 'AUTH', errorCode: 3, errorMsg: 'No.' }))
  await platform.socketsUntil(2)
  await statusIs('open')
  await platform.framesUntil(3)
})

test('no newer token to be had is tried again, and nothing is sent after signing out', async (t) => {
  const { platform, live, time, client, rejectTokens } = await world(t)
  live.subscribeAttributes(device, null, null, () => {})
  await platform.framesUntil(1)
  const requested = () => platform.exchanges.filter(({ url }) => url === '/api/auth/token').length
  rejectTokens(503)
  time.pass(50_000)
  await until(() => requested() > 0 && time.waits().includes(5000))
  rejectTokens(0)
  time.pass(5000)
  await platform.framesUntil(2)
  assert.ok(platform.frames[1]?.frame.authCmd)
  await client.session.logout()
  const before = platform.frames.length
  time.pass(1_000_000)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(platform.frames.length, before)
})

test('a connection that the server ends because its token grants nothing any more ends the session', async (t) => {
  const { platform, live, client, statusIs, rejectTokens } = await world(t)
  live.subscribeAttributes(device, 'SERVER_SCOPE', ['a'], () => {})
  await platform.framesUntil(1)
  rejectTokens(401)
  const ended = new Promise<void>((resolve) => {
    client.session.onChange((user) => {
      if (!user) resolve()
    })
  })
  platform.open.at(-1)?.close(1008, 'You are signed out.')
  await ended
  await statusIs('closed')
  assert.equal(client.session.user, null)
})

test('closes 90 s after the last subscriber left, not when one comes back', async (t) => {
  const { platform, live, time, statusIs, last } = await world(t)
  const stop = live.subscribeAttributes(device, null, null, () => {})
  await platform.framesUntil(1)
  stop()
  await platform.framesUntil(2)
  assert.equal(last('attrSubCmds')?.unsubscribe, true)
  time.pass(89_999)
  assert.equal(live.status.get().kind, 'open')
  const stopAgain = live.subscribeAttributes(device, null, null, () => {})
  time.pass(10_000)
  assert.equal(live.status.get().kind, 'open')
  stopAgain()
  time.pass(90_000)
  await statusIs('closed')
  assert.equal(platform.open.length, 1)
})

test('a new page takes a new id, so that late updates of the old one are not taken for its own', async (t) => {
  const { platform, live, last, receive } = await world(t)
  const pages: number[] = []
  const updates: unknown[] = []
  const subscription = live.subscribeEntityData(() => ({ query }), {
    onPage: (page) => pages.push(page.totalElements),
    onUpdate: (update) => updates.push(update),
  })
  await platform.framesUntil(1)
  const first = last('entityDataCmds')?.cmdId
  const update = { errorCode: 0, errorMsg: null, cmdUpdateType: 'ENTITY_DATA', allowedEntities: 10_000 }
  await receive({ ...update, cmdId: first, data: { ...emptyPage, totalElements: 1 }, update: null })
  subscription.update(() => ({ query: { ...query, pageLink: { page: 1, pageSize: 10 } } }))
  await platform.framesUntil(2)
  const second = last('entityDataCmds')?.cmdId
  assert.notEqual(first, second)
  assert.equal(last('entityDataUnsubscribeCmds')?.cmdId, first)
  await receive({ ...update, cmdId: first, data: null, update: [{}] })
  await receive({ ...update, cmdId: second, data: { ...emptyPage, totalElements: 2 }, update: null })
  assert.deepEqual(pages, [1, 2])
  assert.deepEqual(updates, [])
  subscription.unsubscribe()
  await platform.framesUntil(3)
  assert.equal(last('entityDataUnsubscribeCmds')?.cmdId, second)
})

test('counts and alarms', async (t) => {
  const { platform, live, last, receive } = await world(t)
  const counts: number[] = []
  const pages: number[][] = []
  live.subscribeEntityCount({ entityFilter: query.entityFilter }, (count) => counts.push(count))
  live.subscribeAlarmData(() => ({ entityFilter: query.entityFilter, pageLink: { page: 0, pageSize: 10 } }), {
    onPage: (page, allowed, total) => pages.push([page.totalElements, allowed, total]),
    onUpdate: () => {},
  })
  await platform.framesUntil(1)
  const parts = { errorCode: 0, errorMsg: null }
  await receive({ ...parts, cmdId: last('entityCountCmds')?.cmdId, cmdUpdateType: 'COUNT_DATA', count: 7 })
  await receive({
    ...parts,
    cmdId: last('alarmDataCmds')?.cmdId,
    cmdUpdateType: 'ALARM_DATA',
    data: emptyPage,
    update: null,
    allowedEntities: 10_000,
    totalEntities: 5,
  })
  assert.deepEqual(counts, [7])
  assert.deepEqual(pages, [[0, 10_000, 5]])
})

test('history is answered once, asked again after a loss, and ends by its signal or with the client', async (t) => {
  const { platform, live, time, statusIs, last, receive } = await world(t)
  const range = { startTs: 1000, endTs: 3000, interval: 1000, limit: 10, agg: 'AVG' as const }
  const points = live.history(device, ['temp', 'load'], range)
  await platform.framesUntil(1)
  const { cmdId: lost, ...command } = last('historyCmds') ?? {}
  assert.deepEqual(command, { entityType: 'DEVICE', entityId: device.id, keys: ['temp', 'load'], ...range })
  platform.open[0]?.terminate()
  await statusIs('waiting')
  time.pass(2000)
  await platform.framesUntil(2)
  const requested = last('historyCmds')?.cmdId
  assert.notEqual(requested, lost)
  const answer = { errorCode: 0, errorMsg: null, latestValues: {}, data: { temp: [[1500, '2']] } }
  await receive({ ...answer, subscriptionId: requested })
  assert.deepEqual(await points, { temp: [{ ts: 1500, value: '2' }] })

  const rejected = assert.rejects(live.history(device, ['temp'], range), { name: 'LiveError', code: 2 })
  await platform.framesUntil(3)
  await receive({ ...answer, subscriptionId: last('historyCmds')?.cmdId, errorCode: 2, errorMsg: 'No.', data: null })
  await rejected

  const stop = new AbortController()
  const aborted = assert.rejects(live.history(device, ['temp'], range, { signal: stop.signal }), /enough/)
  await platform.framesUntil(4)
  stop.abort(new Error('enough'))
  await aborted
  await assert.rejects(live.history(device, ['temp'], range, { signal: stop.signal }), /enough/)

  const closed = assert.rejects(live.history(device, ['temp'], range), /closed/)
  await platform.framesUntil(5)
  live.close()
  await closed
  assert.deepEqual(
    platform.frames.filter(({ frame }) => frame.tsSubCmds || frame.attrSubCmds),
    [],
  )
})

test('every command of the wire has its subscription', async (t) => {
  const { platform, live } = await world(t)
  const sent = new Set<string>()
  const stops = [
    live.subscribeAttributes(device, 'SHARED_SCOPE', ['a'], () => {}),
    live.subscribeTelemetry(device, ['t'], null, () => {}),
    live.subscribeEntityData(() => ({ query }), { onPage: () => {}, onUpdate: () => {} }).unsubscribe,
    live.subscribeEntityCount({ entityFilter: query.entityFilter }, () => {}),
    live.subscribeAlarmData(() => query, { onPage: () => {}, onUpdate: () => {} }),
  ]
  void live.history(device, ['t'], { startTs: 0, endTs: 1 }).catch(() => {})
  await platform.framesUntil(1)
  for (const stop of stops) stop()
  await platform.framesUntil(2)
  for (const { frame } of platform.frames) for (const list of Object.keys(frame)) sent.add(list)
  assert.deepEqual([...sent].sort(), [...liveCommandLists].sort())
  assert.equal(platform.frames[1]?.frame.tsSubCmds?.[0]?.unsubscribe, true)
  assert.equal(platform.frames[1]?.frame.attrSubCmds?.[0]?.unsubscribe, true)
})

test('what was subscribed and left in one turn is never sent', async (t) => {
  const { platform, live } = await world(t)
  live.subscribeAttributes(device, null, ['kept'], () => {})
  await platform.framesUntil(1)
  live.subscribeAttributes(device, null, ['left'], () => {})()
  live.subscribeAttributes(device, null, ['kept too'], () => {})
  await platform.framesUntil(2)
  assert.deepEqual(
    platform.frames[1]?.frame.attrSubCmds?.map(({ keys }) => keys),
    ['kept too'],
  )
})

test('a command that no frame can hold is refused here', async (t) => {
  const { platform, live } = await world(t)
  live.subscribeAttributes(device, null, null, () => {})
  await platform.framesUntil(1)
  const message = await new Promise<string>((resolve) => {
    const keys = Array.from({ length: 5000 }, (_, i) => `key-${i}`)
    live.subscribeTelemetry(
      device,
      keys,
      null,
      () => {},
      (error) => resolve(error.message),
    )
  })
  assert.match(message, /the limit is 32768/)
  assert.equal(platform.frames.length, 1)
})

test('the connection follows who is signed in', async (t) => {
  const { platform, live, client, statusIs } = await world(t)
  live.subscribeAttributes(device, null, null, () => {})
  await platform.framesUntil(1)
  await client.session.logout()
  await statusIs('closed')
  await client.session.login('bob', 'x')
  await platform.framesUntil(2)
  assert.equal(platform.tokens[1], await client.session.accessToken())
})
