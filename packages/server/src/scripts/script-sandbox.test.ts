/** The sandbox without its thread: limits of scripts, ends of calls, and isolation between tenants. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createSandbox, defaultScriptLimits, type SandboxResults, type ScriptLimits } from './script-sandbox.ts'

const patient: ScriptLimits = { ...defaultScriptLimits, timeMs: 30_000 }

async function open(t: TestContext, limits: Partial<ScriptLimits> = {}, now?: () => number) {
  // The sandbox's clock stands still, so results always wait for those of later calls.
  t.mock.timers.enable({ apis: ['Date'] })
  const progress: number[] = []
  const sandbox = await createSandbox({ ...patient, ...limits }, (index) => progress.push(index), now)
  const ids = new Map<string, number>()
  /** Runs a body once per data item, as one batch. */
  function run(body: string, data: readonly string[], tenantId = 't'): Promise<SandboxResults> {
    const name = `${tenantId} ${body}`
    const id = ids.get(name) ?? ids.size + 1
    ids.set(name, id)
    const calls = { text: data.join(''), lengths: data.flatMap(({ length }) => [length, 0, 0]) }
    return sandbox.run(tenantId, id, { body, argNames: ['msg'], asParts: false }, calls)
  }
  const drop = (body: string, tenantId = 't') => sandbox.drop(ids.get(`${tenantId} ${body}`) ?? 0)
  return { sandbox, run, drop, progress }
}

const faultsOf = ({ faults }: SandboxResults) => faults.map(([index, { fault }]) => [index, fault])

test('calls go in together and come out in order, each with its own result or fault', async (t) => {
  const { run } = await open(t)
  const results = await run('if (msg === 2) throw new Error("no"); return msg;', ['1', '2', '3'])
  assert.deepEqual(faultsOf(results), [[1, 'thrown']])
  assert.deepEqual([results.texts[0], results.texts[2]], ['1', '3'])
  assert.match(results.faults[0]?.[1].message ?? '', /Error: no/)
})

test('a script keeps its globals from call to call, and no other script sees them', async (t) => {
  const { run, drop } = await open(t)
  const counter = 'count = (globalThis.count || 0) + 1; return count;'
  assert.deepEqual([(await run(counter, ['0'])).texts, (await run(counter, ['0', '0'])).texts], [['1'], ['2', '3']])
  assert.deepEqual((await run('return typeof count;', ['0'])).texts, ['"undefined"'])
  assert.deepEqual((await run(counter, ['0'], 'other')).texts, ['1'])
  drop(counter)
  assert.deepEqual([(await run(counter, ['0'])).texts, (await run(counter, ['0'], 'other')).texts], [['1'], ['2']])
  drop('never there')
})

/** A clock that advances by 1 ms with each reading; a script reads it every few thousand steps. */
function clockOfLooks(): () => number {
  let looks = 0
  return () => ++looks
}

test('a call that takes too long ends its run; those before it are done and it alone has the fault', async (t) => {
  const { run, progress } = await open(t, { timeMs: 100 }, clockOfLooks())
  const body = 'if (msg === "loop") while (true) {} return msg;'
  const results = await run(body, ['"a"', '"loop"', '"b"'])
  assert.deepEqual([results.texts.length, results.texts[0], faultsOf(results)], [2, '"a"', [[1, 'time']]])
  assert.ok(progress.includes(1), 'the watch was told which call goes on')
  assert.deepEqual((await run(body, ['"b"'])).texts, ['"b"'])
})

test('each call of a run has the whole time', async (t) => {
  const timeMs = 12
  const clock = clockOfLooks()
  const { run } = await open(t, { timeMs }, clock)
  const body = 'for (var i = 0; i < msg; i++); return msg;'
  const steps = 20_000
  const before = clock()
  assert.deepEqual((await run(body, [String(steps)])).texts, [String(steps)])
  const looks = clock() - before
  assert.ok(looks > timeMs / 2 && looks < timeMs, `two calls need more than ${timeMs} ms, one ${looks}`)

  const together = Array.from({ length: timeMs }, () => String(steps))
  assert.deepEqual(await run(body, together), { texts: together, faults: [] })
  assert.deepEqual(faultsOf(await run(body, [String(timeMs * steps)])), [[0, 'time']])
})

test('memory is bounded by tenant: what was held is thrown away, others keep theirs', async (t) => {
  const { run } = await open(t)
  const counter = 'count = (globalThis.count || 0) + 1; return count;'
  for (const tenant of ['a', 'b']) assert.deepEqual((await run(counter, ['0'], tenant)).texts, ['1'])
  const results = await run('return new Array(5e6).fill("x");', ['0'], 'a')
  assert.deepEqual(faultsOf(results), [[0, 'memory']])
  assert.match(results.faults[0]?.[1].message ?? '', /16 MiB/)
  assert.deepEqual([(await run(counter, ['0'], 'a')).texts, (await run(counter, ['0'], 'b')).texts], [['1'], ['2']])
})

test('the memory of a tenant ends, whatever its scripts fill it with', async (t) => {
  const { run, sandbox } = await open(t)
  // QuickJS checks the size of each new text against the limit, but not the total of all texts.
  const texts = 'var all = []; for (var i = 0; i < 3000; i++) all.push("x".repeat(1e5) + i); return all.length;'
  const objects = 'var all = []; for (var i = 0; i < 1e6; i++) all.push({ at: i, name: "n" + i }); return all.length;'
  for (const body of [texts, objects]) {
    assert.deepEqual(await run('return 1;', ['0']), { texts: ['1'], faults: [] })
    assert.deepEqual(faultsOf(await run(body, ['0'])), [[0, 'memory']], body)
    assert.equal(sandbox.bytesOf('t'), 0, 'all that it held is gone')
  }
})

test('tenants have memory of their own; who used it least lately goes when all have too much', async (t) => {
  const { run, sandbox } = await open(t, { memoryBytesOfAll: 4 * 1024 * 1024 })
  const counter = 'count = (globalThis.count || 0) + 1; return count;'
  const tenants = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  for (const tenant of tenants) {
    await run(counter, ['0'], tenant)
    assert.deepEqual((await run(counter, ['0'], 'a')).texts, [String(tenants.indexOf(tenant) + 2)], 'it was just used')
  }
  assert.ok(sandbox.instances < tenants.length && sandbox.instances > 1, `${sandbox.instances} are left`)
  assert.deepEqual((await run(counter, ['0'], 'b')).texts, ['1'])
})

test('a result may have as many bytes as the limit, and not one more', async (t) => {
  const { run } = await open(t, { outputBytes: 100 })
  const body = 'return "é".repeat(msg) + "x";'
  // Two quotes, one letter and two bytes per é.
  const results = await run(body, ['48', '49'])
  assert.deepEqual(faultsOf(results), [[1, 'output']])
  assert.equal(Buffer.byteLength(results.texts[0] ?? ''), 99)
})

test('a script that does not compile fails all calls; a check keeps nothing', async (t) => {
  const { run, sandbox } = await open(t)
  assert.deepEqual(faultsOf(await run('return (', ['1', '2'])), [
    [0, 'compile'],
    [1, 'compile'],
  ])
  const check = (body: string) => sandbox.check('t', { body, argNames: ['msg'], asParts: false })
  assert.equal(await check('while (true) {}'), null)
  assert.equal((await check('return ('))?.fault, 'compile')
  const before = sandbox.bytesOf('t')
  for (let i = 0; i < 200; i++) await check(`return ${i};`)
  assert.equal(sandbox.bytesOf('t'), before, 'memory does not grow with checks')
})

test('data that would end a text, or half a character, reaches no other call', async (t) => {
  const { run } = await open(t)
  const body = 'return msg;'
  const first = await run(body, ['"\0"', '2'])
  assert.equal(first.texts.length, 1, 'it goes alone')
  assert.deepEqual((await run(body, ['"\ud83d"', '2'])).texts.length, 1)
  assert.deepEqual((await run(body, ['2', '3'])).texts, ['2', '3'])
})

test('neither host objects nor timers, and no way out by constructors', async (t) => {
  const { run } = await open(t)
  for (const name of ['process', 'require', 'fetch', 'setTimeout', 'WebAssembly'])
    assert.deepEqual((await run(`return typeof ${name};`, ['0'])).texts, ['"undefined"'], name)
  assert.deepEqual((await run("return msg.constructor.constructor('return typeof process')();", ['{}'])).texts, [
    '"undefined"',
  ])
})
