import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { defaultLimits } from '../limits/limits.ts'
import { until } from '../until-testing.ts'
import { ScriptError } from './script-results.ts'
import { createScripts, type ScriptsDeps, type ScriptTest } from './scripts.ts'

const log = pino({ level: 'silent' })

/**
 * A time limit that is long enough for scripts that end, even on a busy machine; use `hurried` for scripts that never
 * end.
 */
function open(t: TestContext, deps: Partial<ScriptsDeps> = {}) {
  const scripts = createScripts({ log, limits: { timeMs: 30_000 }, ...deps })
  t.after(() => scripts.stop())
  return scripts
}

/** Stops endless scripts soon, but leaves enough time for quick ones. */
const hurried = { limits: { timeMs: 1_500 } }

const input = { data: '{"temperature":22,"o":{"a":[1,2]}}', metadata: { deviceName: 'x', n: '5' }, type: 'T' }

const request = (scriptType: string, script: string, o: Partial<ScriptTest> = {}): ScriptTest => ({
  scriptType,
  script,
  argNames: ['msg', 'metadata', 'msgType'],
  msg: input.data,
  metadata: input.metadata,
  msgType: input.type,
  ...o,
})

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof ScriptError ? error.fault : String(error)),
  )

test('a script sees the message as copies and returns JSON', async (t) => {
  const script = open(t).compile('t', 'n', 'generate', 'msg.k = metadata.n; return {msg: msg, msgType: msgType + "!"};')
  assert.equal(await script.run(input), '{"msg":{"temperature":22,"o":{"a":[1,2]},"k":"5"},"msgType":"T!"}')
  assert.equal(await script.run(input), '{"msg":{"temperature":22,"o":{"a":[1,2]},"k":"5"},"msgType":"T!"}')
})

test('data cannot pose as metadata', async (t) => {
  const script = open(t).compile('t', 'n', 'json', 'return metadata;')
  assert.equal(await faultOf(script.run({ ...input, data: '1\n{"n":"6"}\n"T"\n' })), 'thrown')
  assert.equal(await script.run({ ...input, data: '[1,\n2]' }), '{"deviceName":"x","n":"5"}')
})

test('scripts share nothing, not even within a tenant', async (t) => {
  const scripts = open(t)
  const writer = scripts.compile('t', 'a', 'json', 'secret = 5; JSON.stringify = null; return secret;')
  const reader = scripts.compile('t', 'b', 'string', 'return typeof secret + typeof JSON.stringify;')
  assert.equal(await writer.run(input), '5')
  assert.equal(await writer.run(input), '5')
  assert.equal(await reader.run(input), '"undefinedfunction"')
})

test('a check compiles and runs nothing, whatever its body tries to close', async (t) => {
  const scripts = open(t, hurried)
  const check = (body: string) => faultOf(scripts.compile('t', 'n', 'json', body).check())
  assert.equal(await check('while (true) {}'), 'none')
  assert.equal(await check('return nope;'), 'none')
  for (const body of ['return (', 'let a; let a;', '}', "'use strict'; with (a) {}"]) {
    assert.equal(await check(body), 'compile', body)
  }
  await check('}), (function () { while (true) {} })(), (function () {')
  const good = scripts.compile('t', 'good', 'json', 'return typeof leak;')
  await check('}), (leak = 5), (function () {')
  assert.equal(await good.run(input), '"undefined"')
})

test('there is no host', async (t) => {
  const scripts = open(t)
  for (const name of ['require', 'process', 'setTimeout', 'fetch', 'WebAssembly', 'Worker', 'global']) {
    assert.deepEqual(await scripts.test('t', request('string', `return typeof ${name};`)), {
      output: 'undefined',
      error: '',
    })
  }
  const wayOut = "return '' + msg.constructor.constructor('return typeof process')();"
  assert.equal((await scripts.test('t', request('string', wayOut))).output, 'undefined')
})

test('the test call shows results and errors as text', async (t) => {
  const scripts = open(t)
  const run = (kind: string, script: string, o?: Partial<ScriptTest>) => scripts.test('t', request(kind, script, o))
  assert.equal((await run('filter', 'return msg.temperature === 22 && metadata.n === "5";')).output, 'true')
  assert.equal((await run('filter', '// one\nfunction f(x) { return x > 1; }\nreturn f(2); // end')).output, 'true')
  assert.equal((await run('filter', 'return a === 5;', { argNames: ['a', 'b', 'c'], msg: '5' })).output, 'true')
  assert.equal((await run('switch', "return ['b', 'a', 'a'];")).output, '["a","b"]')
  assert.equal((await run('string', "return 'x' + msg.temperature;")).output, 'x22')
  assert.equal((await run('json', 'return [1];')).output, '[1]')
  assert.equal(
    (await run('generate', 'return {msg: {a: 1}, metadata: {}, msgType: "X"};')).output,
    '{"msg":{"a":1},"metadata":{},"msgType":"X"}',
  )
  assert.equal(
    (await run('update', 'return [{msg: 1, metadata: {}}, {msg: 2, metadata: {}}];')).output,
    '[{"msg":1,"metadata":{},"msgType":"T"},{"msg":2,"metadata":{},"msgType":"T"}]',
  )
  const failures: [string, string, Partial<ScriptTest>, RegExp][] = [
    ['filter', 'return nope;', {}, /nope/],
    ['filter', 'syntax error(', {}, /SyntaxError/],
    ['filter', 'return 5;', {}, /true or false/],
    ['filter', '', {}, /true or false/],
    ['filter', "'use strict'; undeclared = 1; return true;", {}, /undeclared/],
    ['filter', 'return true;', { msg: 'x' }, /not JSON/],
    ['filter', 'return true;', { msg: '' }, /not JSON/],
    ['filter', 'return true;', { argNames: ['a b', 'c', 'd'] }, /argNames/],
    ['update', "throw new Error('own');", {}, /own/],
    ['nope', 'return 5;', {}, /unknown/],
  ]
  for (const [kind, script, o, error] of failures) {
    const result = await run(kind, script, o)
    assert.equal(result.output, '')
    assert.match(result.error, error)
  }
})

test('a script that never ends, recurses or allocates without end fails; the next call works', async (t) => {
  const short = open(t, hurried)
  const patient = open(t)
  const cases = {
    'while (true) {}': ['time'],
    '/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab")': ['time'],
    'var a = []; while (true) a.push(new Array(10000).join("x"))': ['memory', 'time'],
    'return new Array(5e6).fill("x")': ['memory'],
    'function f(n) { return f(n + 1) + 1; } return f(0) > 0': ['thrown'],
    'var a = []; for (var i = 0; i < 100000; i++) a = [a]; return a': ['thrown', 'time'],
    'return "x".repeat(2000000)': ['output'],
    'var a = {}; a.a = a; return a': ['thrown'],
  }
  for (const [body, faults] of Object.entries(cases)) {
    const scripts = faults.includes('time') ? short : patient
    const good = scripts.compile('t', 'good', 'json', 'return msg.temperature;')
    const fault = await faultOf(scripts.compile('t', 'bad', 'json', body).run(input))
    assert.ok(faults.includes(fault), `${body}: ${fault}`)
    assert.equal(await good.run(input), '22', body)
  }
})

test('a native operation that never asks for the time loses its thread, calls behind it do not', async (t) => {
  const scripts = open(t, hurried)
  const good = scripts.compile('t', 'good', 'json', 'return msg.temperature;')
  const stuck = scripts.compile('t', 'stuck', 'json', 'return new Array(1e9).join("x")')
  const results = await Promise.all([good.run(input), faultOf(stuck.run(input)), good.run(input), good.run(input)])
  assert.deepEqual(results, ['22', 'time', '22', '22'])
  assert.equal(scripts.stats.recycled, 1)
})

test('the scripts of another tenant go on meanwhile', async (t) => {
  const scripts = open(t)
  const endless = faultOf(scripts.compile('a', 'n', 'json', 'while (true) {}').run(input))
  let isEndless = true
  void endless.then(() => {
    isEndless = false
  })
  assert.equal(await scripts.compile('b', 'n', 'json', 'return 1;').run(input), '1')
  assert.ok(isEndless)
  await scripts.stop()
  assert.notEqual(await endless, 'none')
})

/** A little longer than the threshold for slow calls. */
const busyFor = 'var end = Date.now() + 110; while (Date.now() < end) {} return 1;'

test('slow scripts of two tenants hold up neither each other nor a third one', async (t) => {
  const scripts = open(t)
  const ended: string[] = []
  const run = (tenant: string, script: string, count: number) => {
    const handle = scripts.compile(tenant, 'n', 'json', script)
    return Promise.all(Array.from({ length: count }, () => handle.run(input).then(() => void ended.push(tenant))))
  }
  const slow = [run('a', busyFor, 12), run('b', busyFor, 12)]
  await until(() => ended.length >= 2)
  const before = ended.length
  await run('c', 'return 1;', 50)
  assert.ok(ended.indexOf('c') - before <= 6, `it waited for ${ended.indexOf('c') - before} slow calls`)
  await Promise.all(slow)
  // Shares are measured in time, which another program may take from either: what counts is that both ran in between.
  const order = ended.join('')
  assert.ok(ended.indexOf('b') < ended.lastIndexOf('a'), `${order}: the first had all of the time`)
  assert.ok(ended.indexOf('a') < ended.lastIndexOf('b'), `${order}: the second had all of the time`)
})

test('a tenant that was slow once gets its turns between quick ones', async (t) => {
  const scripts = open(t)
  const late = scripts.compile('c', 'n', 'json', 'var end = Date.now() + msg; while (Date.now() < end) {} return 1;')
  const busy = scripts.compile('a', 'n', 'json', 'var end = Date.now() + 5; while (Date.now() < end) {} return 1;')
  await late.run({ ...input, data: '200' })
  let ran = 0
  let isDone = false
  const keepBusy = async () => {
    while (!isDone) {
      await busy.run(input)
      ran++
    }
  }
  const busyEnds = Promise.allSettled(Array.from({ length: 400 }, keepBusy))
  await until(() => ran >= 50)
  const before = ran
  await late.run({ ...input, data: '0' })
  const waited = ran - before
  isDone = true
  // The waiting calls of the other tenant need not run.
  await scripts.stop()
  await busyEnds
  assert.ok(waited <= 100, `it waited for ${waited} calls of another tenant`)
})

test('what a tenant has waiting is bounded', async (t) => {
  const tenantLimits = { ...defaultLimits, of: () => 2 }
  const scripts = open(t, { tenantLimits })
  const script = scripts.compile('t', 'n', 'json', 'return 1;')
  const ends = await Promise.all(Array.from({ length: 3 }, () => faultOf(script.run(input))))
  assert.deepEqual(ends, ['none', 'none', 'blocked'])
  const other = scripts.compile('other', 'n', 'json', 'return 1;')
  assert.equal(await faultOf(other.run(input)), 'none')
})

test('a script that breaks its limits three times in a row is blocked', async (t) => {
  const body = 'while (msg.loop) {} return msg.items ? new Array(msg.items).fill("x") : 1;'
  const script = open(t, hurried).compile('t', 'n', 'json', body)
  const loop = { ...input, data: '{"loop":true}' }
  const hungry = { ...input, data: '{"items":5e6}' }
  assert.equal(await faultOf(script.run(loop)), 'time')
  assert.equal(await script.run(input), '1')
  for (const fault of ['memory', 'time', 'memory']) {
    assert.equal(await faultOf(script.run(fault === 'time' ? loop : hungry)), fault)
  }
  assert.equal(await faultOf(script.run(input)), 'blocked')
})

test('a disposed script refuses, a stopped pool rejects what waits', async (t) => {
  const scripts = open(t)
  const script = scripts.compile('t', 'n', 'json', 'return 1;')
  assert.equal(await script.run(input), '1')
  script.dispose()
  assert.equal(await faultOf(script.run(input)), 'gone')
  const endless = faultOf(scripts.compile('t', 'n', 'json', 'while (true) {}').run(input))
  await scripts.stop()
  assert.equal(await endless, 'gone')
})
