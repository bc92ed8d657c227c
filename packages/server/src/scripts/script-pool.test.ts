/** Scheduling of threads, and calls whose thread is terminated. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { defaultLimits } from '../limits/limits.ts'
import { until } from '../until-testing.ts'
import type { PooledScript } from './script-batch.ts'
import { createScriptPool, type ScriptPoolDeps } from './script-pool.ts'
import { ScriptError, type ScriptFault } from './script-results.ts'
import { defaultScriptLimits, type ScriptLimits } from './script-sandbox.ts'

type Options = Partial<Omit<ScriptPoolDeps, 'limits'>> & { readonly limits?: Partial<ScriptLimits> }

function open(t: TestContext, { limits, ...deps }: Options = {}) {
  const pool = createScriptPool({
    limits: { ...defaultScriptLimits, timeMs: 30_000, ...limits },
    log: pino({ level: 'silent' }),
    threadsMax: 1,
    tenantLimits: defaultLimits,
    ...deps,
  })
  t.after(() => pool.stop())
  let lastId = 0
  const faults: (ScriptFault | null)[] = []
  const compile = (tenantId: string, body: string): PooledScript => ({
    id: ++lastId,
    tenantId,
    source: { body, argNames: ['msg'], asParts: false },
    ended: (fault) => void faults.push(fault),
  })
  const run = (script: PooledScript, data: unknown) =>
    pool.run(script, { data: JSON.stringify(data), metadata: '', type: '' })
  return { pool, compile, run, faults }
}

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof ScriptError ? error.fault : String(error)),
  )

test('calls of one turn are answered each with its own result, and their script hears how each ended', async (t) => {
  const { pool, compile, run, faults } = open(t)
  const script = compile('a', 'if (msg === 3) throw new Error("no"); return msg * 2;')
  const ends = await Promise.allSettled([1, 2, 3, 4].map((value) => run(script, value)))
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as ScriptError).fault)),
    ['2', '4', 'thrown', '8'],
  )
  assert.deepEqual(faults, [null, null, 'thrown', null])
  assert.deepEqual(pool.stats, { threads: 1, waiting: 0, recycled: 0 })
})

test('without calls there is no thread; one serves all tenants while none holds it up', async (t) => {
  // The clock stands still, so no call counts as delayed.
  const { pool, compile, run } = open(t, { threadsMax: 3, now: () => 0 })
  assert.deepEqual(pool.stats, { threads: 0, waiting: 0, recycled: 0 })
  const tenants = Array.from({ length: 20 }, (_, i) => compile(`t${i}`, 'return msg;'))
  assert.deepEqual(
    await Promise.all(tenants.map((script, i) => run(script, i))),
    tenants.map((_, i) => String(i)),
  )
  assert.equal(pool.stats.threads, 1)
})

test('a further thread starts while a slow call holds up another tenant', async (t) => {
  const { pool, compile, run } = open(t, { threadsMax: 2 })
  const endless = faultOf(run(compile('slow', 'while (true) {}'), 0))
  assert.equal(await run(compile('quick', 'return msg;'), 7), '7')
  assert.equal(pool.stats.threads, 2)
  await pool.stop()
  assert.equal(await endless, 'gone')
})

test('a thread that does not stop is replaced: the call at fault fails, the others of its tenant run', async (t) => {
  const { pool, compile, run } = open(t, { limits: { timeMs: 1_000 } })
  // A native operation can't be interrupted.
  const script = compile('a', 'if (msg === "native") return new Array(1e9).join("x"); return msg;')
  const ends = await Promise.all(['b', 'native', 'c'].map((value) => run(script, value).catch((error) => error.fault)))
  assert.deepEqual(ends, ['"b"', 'time', '"c"'])
  assert.ok(pool.stats.recycled >= 1)
  assert.equal(await run(script, 'd'), '"d"', 'a new thread knows the script')
})

test('a tenant whose turn is over waits behind another, and loses nothing', async (t) => {
  const { pool, compile, run } = open(t)
  const busy = compile('busy', 'var end = Date.now() + 5; while (Date.now() < end) {} return msg;')
  const ended: string[] = []
  const all = Array.from({ length: 40 }, (_, i) => run(busy, i).finally(() => ended.push('busy')))
  await until(() => ended.length > 0)
  await run(compile('other', 'return 1;'), 0).finally(() => ended.push('other'))
  assert.ok(ended.indexOf('other') < 39, 'it came between the calls of the busy tenant')
  assert.deepEqual(
    await Promise.all(all),
    all.map((_, i) => String(i)),
  )
  assert.deepEqual([pool.stats.waiting, pool.stats.recycled], [0, 0])
})

test('a tenant that had the thread for itself owes nothing for it to one that comes later', async (t) => {
  const { pool, compile, run } = open(t)
  const busy = (tenantId: string, ms: number) =>
    compile(tenantId, `var end = Date.now() + ${ms}; while (Date.now() < end) {} return msg;`)
  const slow = busy('slow', 120)
  await Promise.all(Array.from({ length: 8 }, (_, i) => run(slow, i)))
  const ended: string[] = []
  const quick = busy('quick', 10)
  const all = Array.from({ length: 60 }, (_, i) => run(quick, i).finally(() => ended.push('quick')))
  await until(() => ended.length > 0)
  await run(compile('slow', 'return 1;'), 0).finally(() => ended.push('slow'))
  assert.ok(ended.indexOf('slow') < 59, 'it came between the calls of the quick tenant')
  await Promise.all(all)
  assert.equal(pool.stats.waiting, 0)
})

test('what waits is bounded by tenant and measured', async (t) => {
  let waiting: (tenantId: string) => number | null = () => null
  const tenantLimits: ScriptPoolDeps['tenantLimits'] = {
    of: () => 3,
    rejected: () => 'Too many.',
    measure: (_key, used) => {
      waiting = used
    },
  }
  const { pool, compile, run } = open(t, { tenantLimits })
  const script = compile('a', 'return msg;')
  const ends = [1, 2, 3, 4].map((value) => faultOf(run(script, value)))
  const other = faultOf(run(compile('b', 'return msg;'), 1))
  assert.deepEqual([waiting('a'), waiting('b'), waiting('c'), pool.stats.waiting], [3, 1, 0, 4])
  assert.deepEqual(await Promise.all([...ends, other]), ['none', 'none', 'none', 'blocked', 'none'])
  assert.equal(waiting('a'), 0)
})

test('what waits of a tenant that is deleted fails at once, also what is on its way; others go on', async (t) => {
  const { pool, compile, run } = open(t, { limits: { timeMs: 1_000 } })
  const endless = compile('running', 'while (true) {}')
  const [first, ...behind] = [1, 2, 3].map((value) => faultOf(run(endless, value)))
  await until(() => pool.stats.waiting === 0)
  const waiting = [1, 2].map((value) => faultOf(run(compile('waiting', 'return msg;'), value)))
  pool.forget('waiting')
  pool.forget('running')
  pool.forget('nobody')
  assert.deepEqual(await Promise.all(waiting), ['gone', 'gone'])
  assert.equal(pool.stats.waiting, 0)
  assert.equal(await run(compile('other', 'return 1;'), 0), '1')
  assert.match((await first) ?? '', /^(time|gone)$/)
  assert.deepEqual(await Promise.all(behind), ['gone', 'gone'])
  assert.equal(await run(compile('running', 'return 2;'), 0), '2', 'who comes by this id again is served')
})

test('a check compiles, and a dropped script starts afresh', async (t) => {
  const { pool, compile, run } = open(t)
  await pool.check(compile('a', 'return nope;'))
  assert.equal(await faultOf(pool.check(compile('a', 'return ('))), 'compile')
  const counter = compile('a', 'count = (globalThis.count || 0) + 1; return count;')
  assert.deepEqual([await run(counter, 0), await run(counter, 0)], ['1', '2'])
  pool.drop(counter)
  assert.equal(await run(counter, 0), '1')
})

test('a pool that stops rejects what runs, what waits and what comes', async (t) => {
  const { pool, compile, run } = open(t)
  const endless = faultOf(run(compile('a', 'while (true) {}'), 0))
  await until(() => pool.stats.waiting === 0)
  const later = faultOf(run(compile('b', 'return 1;'), 0))
  await pool.stop()
  assert.deepEqual(await Promise.all([endless, later]), ['gone', 'gone'])
  assert.equal(await faultOf(run(compile('b', 'return 1;'), 0)), 'gone')
  assert.deepEqual(pool.stats, { threads: 0, waiting: 0, recycled: 0 })
})
