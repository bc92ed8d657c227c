/**
 * Runs a node with a context that records its answers, then replays the node with only the recorded answers. A node
 * that
 * accesses nothing but its context makes the same calls and produces the same results.
 */

import assert from 'node:assert/strict'
import { defaultLimits } from '../../limits/limits.ts'
import type { Message } from '../../messages/message.ts'
import { createNodeMemory } from '../engine/node-memory.ts'
import type { NodeContext, NodeResult, Outcome, RuleNodeType } from '../engine/rule-node.ts'
import { ignoringOutcome } from './node-testing.ts'

/** A call of the context with its answer. */
interface Entry {
  readonly call: string
  readonly args: unknown
  answer: unknown
  isLate: boolean
}

/** Everything that a node did. */
export interface NodeRecord {
  readonly calls: readonly string[]
  readonly outcome: readonly (readonly [string, unknown])[]
  readonly results: readonly (NodeResult | { readonly thrown: string })[]
}

/** Provides the answer to a call of the context. */
type Answers = (call: string, args: unknown, ask: () => unknown) => unknown

/** Throws if the second run makes different calls or produces different results. */
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
    // Runs the work directly: calls inside it are recorded instead of `inTurns` itself.
    inTurns: (_, work) => work(() => undefined),
    // Each run has its own memory instead of recorded answers.
    keep: () => createNodeMemory(defaultLimits).open(context.tenantId),
  })
  await node.start?.()
  for (const message of messages) {
    const result = Promise.resolve().then(() => node.process(message, collected))
    results.push(await result.catch((error: unknown) => ({ thrown: String(error) })))
    // Actions after a late answer are attributed to the message that caused them.
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

/** Proxy of the object: calls of its functions, at any depth, are answered by `answers`. */
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

/** A JSON copy, for comparing runs by value. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_, each) => (typeof each === 'bigint' ? String(each) : each)))
