import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  batchCallsMax,
  batchCallsMin,
  batchSize,
  batchUnitsMax,
  guiltyCall,
  messageOf,
  type PooledScript,
  type ScriptBatch,
  type ScriptCall,
  settle,
  unansweredCalls,
} from './script-batch.ts'
import { progressBatch, progressCall, progressIsExact, progressSlots } from './script-protocol.ts'

const ends: string[] = []

const scriptOf = (id: number): PooledScript => ({
  id,
  tenantId: 't',
  source: { body: `return ${id}`, argNames: [], asParts: true },
  ended: (fault) => ends.push(`ended ${id} ${fault}`),
})

const callOf = (data = '{}', script = scriptOf(1)): ScriptCall => ({
  script,
  input: { data, metadata: '', type: 'T' },
  resolve: (text) => ends.push(`result ${text}`),
  reject: ({ fault, message }) => ends.push(`${fault}: ${message}`),
  isSuspect: false,
})

const checkOf = (): ScriptCall => ({ ...callOf(), input: null })
const suspectOf = (): ScriptCall => ({ ...callOf(), isSuspect: true })
const calls = (count: number) => Array.from({ length: count }, () => callOf())
const batchOf = (of: readonly ScriptCall[], answered = 0): ScriptBatch => ({ number: 7, calls: of, answered })

test('the first batch of a turn leaves half for the second, but for little', () => {
  const border = 2 * batchCallsMin
  assert.equal(batchSize(calls(border - 1), true), border - 1)
  assert.equal(batchSize(calls(border), true), batchCallsMin)
  assert.equal(batchSize(calls(border), false), border)
})

test('a batch has no more calls than its bound', () => {
  assert.equal(batchSize(calls(batchCallsMax), false), batchCallsMax)
  assert.equal(batchSize(calls(batchCallsMax + 1), false), batchCallsMax)
  assert.equal(batchSize(calls(2 * batchCallsMax + 2), true), batchCallsMax)
})

test('a batch ends with the call that takes its texts above their bound', () => {
  const atBound = callOf('x'.repeat(batchUnitsMax))
  const above = callOf('x'.repeat(batchUnitsMax + 1))
  assert.equal(batchSize([atBound, callOf(), callOf()], false), 2)
  assert.equal(batchSize([callOf(''), atBound, callOf('')], false), 3)
  assert.equal(batchSize([above, callOf(), callOf()], false), 1)
})

test('a compilation and a suspect travel alone', () => {
  for (const alone of [checkOf(), suspectOf()]) {
    assert.equal(batchSize([alone, callOf()], false), 1)
    assert.equal(batchSize([callOf(), callOf(), alone], false), 2)
  }
})

test('calls of one script that follow each other are one run; a source travels once', () => {
  const [a, b] = [scriptOf(1), scriptOf(2)]
  const known = new Set([2])
  const batch = batchOf([callOf('1', a), callOf('22', a), callOf('3', b), callOf('4', a)])
  assert.deepEqual(messageOf(known, 't', batch), {
    kind: 'run',
    batch: 7,
    tenantId: 't',
    sources: [[1, a.source]],
    runs: [
      { script: 1, text: '1T22T', lengths: [1, 0, 1, 2, 0, 1] },
      { script: 2, text: '3T', lengths: [1, 0, 1] },
      { script: 1, text: '4T', lengths: [1, 0, 1] },
    ],
  })
  assert.deepEqual(known, new Set([1, 2]))
  const again = messageOf(known, 't', batch)
  assert.deepEqual(again.kind === 'run' && again.sources, [])
})

test('a compilation has its source with it and leaves the script unknown', () => {
  const known = new Set<number>()
  const check = checkOf()
  const message = messageOf(known, 't', batchOf([check]))
  assert.deepEqual(message, { kind: 'check', batch: 7, tenantId: 't', source: check.script.source })
  assert.equal(known.size, 0)
})

test('answers end their calls, faults by their place among the answers', () => {
  ends.length = 0
  const batch = batchOf([callOf(), callOf(), callOf(), checkOf(), checkOf(), callOf()], 1)
  settle(batch, {
    first: 1,
    texts: ['a', '', 'c', ''],
    faults: [
      [1, { fault: 'thrown', message: 'no' }],
      [3, { fault: 'compile', message: 'what' }],
    ],
    isYielded: false,
    ms: 1,
  })
  assert.deepEqual(ends, ['ended 1 null', 'result a', 'ended 1 thrown', 'thrown: no', 'result c', 'compile: what'])
  assert.equal(batch.answered, 5)
  assert.deepEqual(unansweredCalls(batch), [batch.calls[5]])
})

test('the guilty call is named only where it is known', () => {
  const progress = new Int32Array(progressSlots)
  const batch = batchOf(calls(3))
  const at = (number: number, isExact: boolean, call: number) => {
    progress[progressBatch] = number
    progress[progressIsExact] = isExact ? 1 : 0
    progress[progressCall] = call
  }
  at(7, true, 1)
  assert.equal(guiltyCall(progress, undefined), null)
  assert.equal(guiltyCall(progress, batch), batch.calls[1])
  at(7, false, 1)
  assert.equal(guiltyCall(progress, batch), null)
  at(6, true, 1)
  assert.equal(guiltyCall(progress, batch), null, 'another batch')
  at(7, true, -1)
  assert.equal(guiltyCall(progress, batch), null, 'not begun')
  at(7, false, -1)
  const alone = batchOf([callOf()])
  assert.equal(guiltyCall(progress, alone), alone.calls[0])
})
