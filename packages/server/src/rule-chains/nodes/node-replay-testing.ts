/**
 * Runs a node against a context whose answers are written down, and again with those answers alone. A node that touches
 * nothing but its context asks the same and does the same.
 */

import assert from 'node:assert/strict'
import { defaultLimits } from '../../limits/limits.ts'
import type { Message } from '../../messages/message.ts'
import { createNodeMemory } from '../engine/node-memory.ts'
import type { NodeContext, NodeResult, Outcome, RuleNodeType } from '../engine/rule-node.ts'
import { ignoringOutcome } from './node-testing.ts'

/** A call of the context and its answer. */
interface Entry {
  readonly call: string
  readonly args: unknown
  answer: unknown
  isLate: boolean
}

/** All that a node did. */
export interface NodeRecord {
  readonly calls: readonly string[]
  readonly outcome: readonly (readonly [string, unknown])[]
  readonly results: readonly (NodeResult | { readonly thrown: string })[]
}

/** Finds the answer to a call of the context. */
type Answers = (call: string, args: unknown, ask: () => unknown) => unknown

/** Throws when the second run asks or does anything else than the first. */
export async function assertReplays(
  type: RuleNodeType,
  configuration: unknown,
  messages: readonly Message[],
  context: NodeContext,
): Promise<NodeRecord> {
  const record: Entry[] = []
  const first = await run(type, configuration, messages, answered(context, '', recording(record)))
  const rest = [...record]
  const again = await run(type, configuration, messages, answered(context, '', replaying(rest)))
  assert.deepEqual(again, first, `${type.clazz} does something else when it runs again`)
  assert.deepEqual(rest, [], `${type.clazz} asks less when it runs again`)
  return { ...first, calls: record.map(({ call }) => call) }
}

async function run(type: RuleNodeType, configuration: unknown, messages: readonly Message[], context: NodeContext) {
  const outcome: [string, unknown][] = []
  const results: (NodeResult | { thrown: string })[] = []
  const timers: (() => void | Promise<void>)[] = []
  const note = (what: string) => (value: unknown) => void outcome.push([what, plain(value)])
  const collected: Outcome = {
    ...ignoringOutcome,
    storePoints: (writes: readonly unknown[]) => void writes.forEach(note('point')),
    attribute: note('attribute'),
    alarm: note('alarm'),
    state: note('state'),
    followUp: note('followUp'),
  }
  const node = type.create(configuration, {
    ...context,
    every: (_ms, work) => void timers.push(work),
    // What it does in turns are its own calls.
    inTurns: (_, work) => work(() => undefined),
    // What it keeps is its own.
    keep: () => createNodeMemory(defaultLimits).open(context.tenantId),
  })
  await node.start?.()
  for (const message of messages) {
    const result = Promise.resolve().then(() => node.process(message, collected))
    results.push(await result.catch((error: unknown) => ({ thrown: String(error) })))
    // What a node does with an answer that comes later belongs to its message.
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const work of timers) await work()
  node.dispose?.()
  return { outcome, results: plain(results) as typeof results }
}

const recording =
  (record: Entry[]): Answers =>
  (call, args, ask) => {
    const answer = ask()
    const entry: Entry = { call, args, answer, isLate: answer instanceof Promise }
    record.push(entry)
    if (answer instanceof Promise) return answer.then((late: unknown) => (entry.answer = late))
    return answer
  }

const replaying =
  (rest: Entry[]): Answers =>
  (call, args) => {
    const entry = rest.shift()
    assert.deepEqual({ call, args }, { call: entry?.call, args: entry?.args }, 'the node asks for something else')
    return entry?.isLate ? Promise.resolve(entry.answer) : entry?.answer
  }

/** The same object; its functions, and those of what they answer, are answered by `answers`. */
function answered<T>(target: T, path: string, answers: Answers): T {
  if (typeof target !== 'object' || target === null || !holdsFunctions(target)) return target
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key)
      const call = `${path}${String(key)}`
      if (typeof value !== 'function') return answered(value, `${call}.`, answers)
      return (...args: unknown[]) => {
        const answer = answers(call, plain(args), () => value.apply(object, args))
        const wrap = (given: unknown) => answered(given, `${call}().`, answers)
        return answer instanceof Promise ? answer.then(wrap) : wrap(answer)
      }
    },
  })
}

const holdsFunctions = (value: object, depth = 2): boolean =>
  Object.values(value).some(
    (each) =>
      typeof each === 'function' ||
      (depth > 0 && typeof each === 'object' && each !== null && holdsFunctions(each, depth - 1)),
  )

/** As JSON: runs are compared by what they say. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_, each) => (typeof each === 'bigint' ? String(each) : each)))
