/** Calls in a batch must end as if each had run alone. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import { anyCharacter } from '../characters-testing.ts'
import { generateResult, ScriptError, updateResult } from './script-results.ts'
import { createScripts, type ScriptsDeps } from './scripts.ts'

const log = pino({ level: 'silent' })

function open(t: TestContext, deps: Partial<ScriptsDeps> = {}) {
  const scripts = createScripts({ log, limits: { timeMs: 1_000 }, ...deps })
  t.after(() => scripts.stop())
  return scripts
}

const input = (value: unknown) => ({ data: JSON.stringify(value), metadata: { n: '5' }, type: 'T' })

/** The result, or the fault with its message. */
const endOf = (promise: Promise<string>) =>
  promise.catch((error: unknown) => {
    assert.ok(error instanceof ScriptError)
    return `${error.fault}: ${error.message}`
  })

test('a fault within a batch fails its own call', async (t) => {
  const script = open(t).compile(
    't',
    'n',
    'json',
    `if (msg === 'throw') throw new Error('no ' + msgType);
     if (msg === 'text') throw 'only text';
     if (msg === 'poisoned') throw { get message() { throw 1 } };
     if (msg === 'nothing') return;
     if (msg === 'loop') while (true) {}
     if (msg === 'large') return 'x'.repeat(2000000);
     return msg;`,
  )
  const values = ['a', 'throw', 'b', 'text', 'nothing', 'poisoned', 'c', 'loop', 'd', 'large', 'e']
  const ends = await Promise.all(values.map((value) => endOf(script.run(input(value)))))
  assert.deepEqual(ends, [
    '"a"',
    'thrown: The script failed: Error: no T',
    '"b"',
    'thrown: The script failed: only text',
    '',
    'thrown: The script failed: ',
    '"c"',
    'time: The script ran longer than 1000 ms and was stopped.',
    '"d"',
    'output: The script returned more than 1048576 bytes. Return less.',
    '"e"',
  ])
})

test('a call that is stopped does not make those before it run again', async (t) => {
  const script = open(t).compile(
    't',
    'n',
    'json',
    'count = (globalThis.count || 0) + 1; while (msg.loop) {} return count;',
  )
  const ends = await Promise.all([1, 2, { loop: true }, 4, 5].map((value) => endOf(script.run(input(value)))))
  assert.deepEqual([...ends.slice(0, 2), ...ends.slice(3)], ['1', '2', '4', '5'])
})

test('calls that need too much memory together run one after the other', async (t) => {
  const scripts = open(t, { limits: { timeMs: 2_000 } })
  const script = scripts.compile('t', 'n', 'json', 'return new Array(msg).fill("0123456789".repeat(20)).length;')
  const hungry = scripts.compile('t', 'h', 'json', 'if (msg) return new Array(5e6).fill(0).length; return 1;')
  const [ends, others] = await Promise.all([
    Promise.all(Array.from({ length: 40 }, () => endOf(script.run(input(100_000))))),
    Promise.all([false, true, false].map((value) => endOf(hungry.run(input(value))))),
  ])
  assert.deepEqual(new Set(ends), new Set(['100000']))
  assert.deepEqual(
    others.map((end) => end.slice(0, 6)),
    ['1', 'memory', '1'],
  )
})

test('a native operation among calls of the same script fails its own call', async (t) => {
  const scripts = open(t)
  const script = scripts.compile('t', 'n', 'json', 'if (msg) return new Array(1e9).join("x"); return 1;')
  const ends = await Promise.all([false, false, true, false].map((value) => endOf(script.run(input(value)))))
  assert.deepEqual(
    ends.map((end) => end.slice(0, 4)),
    ['1', '1', 'time', '1'],
  )
})

test('a batch gives what each call alone gives, whatever the texts hold', async (t) => {
  const scripts = open(t, { limits: { timeMs: 10_000 } })
  const echo = scripts.compile('t', 'a', 'json', 'return [msg, metadata, msgType];')
  const other = scripts.compile('t', 'b', 'json', 'return [msgType, msg];')
  const texts = fc.string({ unit: anyCharacter, maxLength: 20 })
  // Texts that WebAssembly would cut off (NUL) and unpaired surrogates must not affect neighboring calls.
  const hostile = fc.constantFrom('\0', '"\ud83d"', '"\udc00"', '1\n', '', '{', '\ud83d', '"é€𝄞"')
  const call = fc.record({
    data: fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      hostile,
    ),
    metadata: fc.dictionary(texts, texts, { maxKeys: 3 }),
    type: fc.stringMatching(/^[A-Z_ é𝄞]{0,8}$/u),
    isOther: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
      const scriptOf = (isOther: boolean) => (isOther ? other : echo)
      const together = await Promise.all(calls.map(({ isOther, ...one }) => endOf(scriptOf(isOther).run(one))))
      const alone: string[] = []
      for (const { isOther, ...one } of calls) alone.push(await endOf(scriptOf(isOther).run(one)))
      assert.deepEqual(together, alone)
      for (const [i, { data, metadata, type, isOther }] of calls.entries()) {
        let msg: unknown
        try {
          msg = JSON.parse(data)
        } catch {
          assert.match(together[i] as string, /^thrown: /)
          continue
        }
        assert.equal(together[i], JSON.stringify(isOther ? [type, msg] : [msg, metadata, type]))
      }
    }),
    { numRuns: 100 },
  )
})

test('an update script tells its result in parts, which mean the same as the whole', async (t) => {
  const scripts = open(t, { limits: { timeMs: 10_000 } })
  const bodies = [
    'return {msg: msg, metadata: metadata, msgType: msgType};',
    'var all = {a: msg}; return { msg: all, metadata: metadata, msgType: "B" } ; ',
    'function inner() { return {msg: msg, metadata: metadata, msgType: msgType} } return {msg: inner()};',
    'return {msg: {was: metadata}, metadata: metadata, msgType: msgType};',
    'return {msg: metadata, metadata: metadata, msgType: msgType};',
    'metadata.more = "1"; return {msg: msg, metadata: metadata, msgType: msgType};',
    'return {msg: arguments[1], metadata: metadata, msgType: msgType};',
    'metadata.more = msg; return {msg: {was: msg}, metadata: metadata};',
    'metadata.more = "1\\n2"; return {msg: "a\\nb", metadata: metadata, msgType: msgType + "\\n"};',
    'return {msg: null, metadata: null, msgType: ""};',
    'return {msg: function () {}, metadata: undefined, msgType: 5};',
    'return {metadata: {}};',
    'return {["meta" + "data"]: {}};',
    'return {};',
    'return {msgType: null};',
    'return {msgType: {}};',
    'return {metadata: 5};',
    'return {toJSON: function () { return {msg: 1} }};',
    'return {get msg() { throw new Error("no") }};',
    'return msg;',
  ]
  for (const body of bodies) {
    const parts = scripts.compile('t', 'parts', 'update', body)
    const whole = scripts.compile('t', 'whole', 'generate', body)
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.dictionary(fc.string(), fc.string()),
        fc.string().map((text) => text.replaceAll('\0', ' ')),
        async (data, metadata, type) => {
          const message = { data, metadata: { ...metadata }, type }
          const asText = (value: unknown) => JSON.stringify(value)
          const ofParts = await endOf(parts.run(message).then((text) => asText(updateResult(text, message))))
          const ofWhole = await endOf(
            whole.run(message).then((text) => {
              // Results that aren't objects fail in both modes, with different messages.
              if (!text.startsWith('{')) throw new ScriptError('result', 'not an object')
              return asText([generateResult(text, message)])
            }),
          )
          if (ofWhole === 'result: not an object') return
          assert.equal(ofParts, ofWhole)
        },
      ),
      { numRuns: 25 },
    )
  }
})

test('messages of numbers come and go as they would as text', async (t) => {
  const scripts = open(t, { limits: { timeMs: 10_000 } })
  const bodies = [
    'return {msg: msg, metadata: metadata, msgType: msgType};',
    'msg.twice = msg.a * 2; return {msg: msg};',
    'var copy = {}; for (var key in msg) copy[key + "!"] = -msg[key]; return {msg: copy};',
    'return {msg: {n: NaN, i: -Infinity, z: -0, small: 5e-324, large: 1e21, keys: Object.keys(msg).length}};',
    'return {msg: msg.a > 0 ? msg : {text: "no"}};',
    'if (msg.a < 0) return {msg: {get a() { throw new Error("no") }}}; return {msg: {a: msg.a}, msgType: {}};',
    'return {msg: {a: 1, get b() { throw new Error("no") }}};',
    'Object.prototype.c = 5; delete msg.b; return {msg: msg};',
    'var long = {}; for (var i = 0; i < 600; i++) long[i] = i; return {msg: long};',
    'var key = {}; key["k" + msg.a] = 1; return {msg: key};',
    'return {msg: [msg, msg]};',
  ]
  const name = fc.oneof(
    fc.constantFrom('a', 'b', '1', '10', '__proto__', 'toJSON', 'a,b', '\n', '"', '\u2028', '\ud83d', '\0', ''),
    fc.string({ unit: anyCharacter, maxLength: 4 }),
  )
  const value = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 1e21, 1e-7, 2 ** 53, 0.1 + 0.2))
  const ofNumbers = fc.array(fc.tuple(name, value), { maxLength: 5 }).map((entries) => {
    const fields = entries.map(([key, number]) => `${JSON.stringify(key)}:${JSON.stringify(number) ?? 'null'}`)
    return `{${fields.join(', ')}}`
  })
  const data = fc.oneof(
    { weight: 5, arbitrary: ofNumbers },
    fc.constantFrom('{"a":1e999}', '{"a":1,"a":2}', '{"a":"1"}', '{"a":1', '5', '{}', '[1]'),
  )
  for (const body of bodies) {
    // A list is never encoded as numbers.
    const asText = scripts.compile('t', 'text', 'json', `var result = (function () { ${body} })(); return [result];`)
    const parts = scripts.compile('t', 'parts', 'update', body)
    await fc.assert(
      fc.asyncProperty(fc.array(data, { minLength: 1, maxLength: 12 }), async (texts) => {
        const run = (data: string) => ({ data, metadata: { m: '1' }, type: 'T' })
        const together = await Promise.all(
          texts.map((data) =>
            endOf(parts.run(run(data)).then((text) => JSON.stringify(updateResult(text, run(data))))),
          ),
        )
        const alone: string[] = []
        for (const data of texts) {
          // A leading space prevents encoding as numbers.
          const spaced = ` ${data}`
          const expected = asText.run(run(spaced)).then((text) => {
            const [result] = JSON.parse(text) as unknown[]
            return JSON.stringify([generateResult(JSON.stringify(result), run(data))])
          })
          alone.push(await endOf(expected))
        }
        assert.deepEqual(together, alone)
      }),
      { numRuns: 40 },
    )
  }
})
