/** Run of one message: order, asynchronous nodes, nested chains, failures and limits. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { takeClock } from '../../clock-testing.ts'
import { testMessage } from './engine-testing.ts'
import { type LateResult, MessageRun, sliceMs } from './message-run.ts'
import { emit, failure, type NodeResult } from './rule-node.ts'
import type { LiveChain, LiveNode, RuleSet } from './rule-set.ts'
import { noRunPeaks, type RunBounds } from './run-bounds.ts'

const wide: RunBounds = {
  visits: 100,
  visitsInAll: 100,
  points: 100,
  changes: 100,
  bytes: 10_000,
  reads: 10_000,
  ms: 10_000,
  scriptMessages: 100,
}

type Process = (name: string) => NodeResult | Promise<NodeResult>

/**
 * Uses a mock clock, in which nodes take only the time that they `spend`: a slice that ends early on a slow machine
 * would
 * change the order of visits.
 */
function world(t: TestContext, bounds: Partial<RunBounds> = {}) {
  const { spend } = takeClock(t)
  const visited: string[] = []
  const chains = new Map<string, LiveChain>()
  const nodes = new Map<string, LiveNode>()
  const links = new Map<string, Map<string, LiveNode[]>>()

  /** Adds a node; the first node of a chain is its entry. */
  function node(name: string, process: Process | null, chainId = 'root') {
    const chain = chains.get(chainId) ?? { id: chainId, name: chainId, first: null }
    chains.set(chainId, chain)
    const own = new Map<string, LiveNode[]>()
    links.set(name, own)
    const made: LiveNode = {
      id: name,
      name,
      type: 'T',
      chain,
      instance: process && {
        node: {
          process: () => {
            visited.push(name)
            return process(name)
          },
        },
        dispose: () => {},
      },
      inactiveReason: process ? '' : 'It is broken.',
      links: own,
      stats: { processed: 0, failed: 0, ms: 0 },
      signature: '',
      debug: null,
    }
    chain.first ??= made
    nodes.set(name, made)
    return made
  }

  function link(from: string, label: string, ...to: string[]) {
    links.get(from)?.set(
      label,
      to.map((name) => nodes.get(name) as LiveNode),
    )
  }

  function start() {
    const late: LateResult[] = []
    const inactive: string[] = []
    const limits: string[] = []
    const rules: RuleSet = {
      tenantId: NIL_UUID,
      chains,
      nodes,
      root: chains.get('root') ?? null,
      chainOfProfile: new Map(),
      bounds: { ...wide, ...bounds },
      peaks: noRunPeaks,
      defaultTtlSeconds: 0,
      running: 0,
      retired: null,
    }
    let copies = 0
    const run = new MessageRun({ seq: 1, message: testMessage(NIL_UUID, NIL_UUID), load: null }, rules, {
      newId: () => `copy ${++copies}`,
      notActive: (_tenantId, { name }) => void inactive.push(name),
      ready: (result) => void late.push(result),
      limited: (_run, limit) => void limits.push(limit),
    })
    const first = rules.root?.first
    assert.ok(first)
    return { run, state: run.start(first), late, inactive, limits, copies: () => copies }
  }

  return { visited, node, link, start, spend }
}

const passes: Process = () => emit('Success')

test('a branch is walked to its end before the next one, in the order of the links', (t) => {
  const { visited, node, link, start } = world(t)
  for (const name of ['a', 'b', 'c', 'd', 'e']) node(name, passes)
  link('a', 'Success', 'b', 'c')
  link('b', 'Success', 'd')
  link('c', 'Success', 'e')
  const { state, run, copies } = start()
  assert.deepEqual(visited, ['a', 'b', 'd', 'c', 'e'])
  assert.deepEqual([state, run.error, run.visits, copies()], ['finished', null, 5, 2])
})

test('what a node throws goes by Failure; without such a link the message has failed, and the first reason stands', (t) => {
  const { visited, node, link, start } = world(t)
  node('a', passes)
  node('b', () => {
    throw new Error('first')
  })
  node('c', () => failure('second'))
  node('d', () => failure('taken'))
  node('e', passes)
  link('a', 'Success', 'b', 'c', 'd')
  link('d', 'Failure', 'e')
  const { run } = start()
  assert.deepEqual(visited, ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual([run.failure?.node?.name, run.failure?.reason], ['b', 'first'])
  assert.match(run.error ?? '', /node "b" of the chain "root" failed: first/)
})

test('a node that waits holds its own branch only; its result goes on when the host says so', async (t) => {
  const { visited, node, link, start } = world(t)
  const { promise, resolve } = Promise.withResolvers<NodeResult>()
  node('a', passes)
  node('slow', () => promise)
  node('after', passes)
  node('other', passes)
  link('a', 'Success', 'slow', 'other')
  link('slow', 'Done', 'after')
  const { run, state, late } = start()
  assert.deepEqual([state, visited], ['waits', ['a', 'slow', 'other']])
  resolve(emit('Done'))
  await promise
  await Promise.resolve()
  const [result] = late
  assert.ok(result)
  assert.deepEqual([run.resumeWith(result), visited.at(-1)], ['finished', 'after'])
})

test('a promise that is rejected is a failure of its node', async (t) => {
  const { node, start } = world(t)
  const broken = Promise.reject<NodeResult>(new Error('no answer'))
  node('a', () => broken)
  const { run, late } = start()
  await broken.catch(() => {})
  await new Promise(setImmediate)
  const [result] = late
  assert.ok(result)
  assert.equal(run.resumeWith(result), 'finished')
  assert.equal(run.failure?.reason, 'no answer')
})

test('a chain that is entered comes back behind the node that entered it, by the name of its output', (t) => {
  const { visited, node, link, start } = world(t)
  node('enter', () => ({ kind: 'enter', ruleChainId: 'inner' }))
  node('after', passes)
  node('inside', passes, 'inner')
  node('Out', () => ({ kind: 'leave' }), 'inner')
  link('enter', 'Out', 'after')
  link('inside', 'Success', 'Out')
  const { run } = start()
  assert.deepEqual([visited, run.error], [['enter', 'inside', 'Out', 'after'], null])
})

test('an output outside of a called chain fails', (t) => {
  const { node, start } = world(t)
  node('Out', () => ({ kind: 'leave' }))
  assert.match(start().run.error ?? '', /No chain called this one/)
})

test('a chain that is gone ends the branch well', (t) => {
  const { node, start } = world(t)
  node('enter', () => ({ kind: 'enter', ruleChainId: 'gone' }))
  const { state, run } = start()
  assert.deepEqual([state, run.error], ['finished', null])
})

test('a node that is not active fails the message and is reported', (t) => {
  const { node, start } = world(t)
  node('a', null)
  const { run, inactive } = start()
  assert.deepEqual(inactive, ['a'])
  assert.match(run.error ?? '', /"a" of the chain "root" isn’t active: It is broken\./)
})

test('a circle ends at the bound of nodes on one way, and is named', (t) => {
  const { visited, node, link, start } = world(t, { visits: 10 })
  node('a', passes)
  link('a', 'Success', 'a')
  const { run, state, limits } = start()
  assert.deepEqual([state, visited.length, limits], ['finished', 10, ['nodeVisits']])
  assert.match(run.error ?? '', /stopped at the node "a"/)
})

test('branches end at the bound of nodes on all ways; none goes any further', (t) => {
  const { visited, node, link, start } = world(t, { visitsInAll: 5 })
  for (const name of ['a', 'b', 'c']) node(name, passes)
  link('a', 'Success', 'b', 'c')
  link('b', 'Success', 'a', 'a')
  const { limits, state } = start()
  assert.deepEqual([limits, state], [['messageVisits'], 'finished'])
  assert.ok(visited.length <= 5)
})

test('after its slice a run pauses where it is and continues there', (t) => {
  const { visited, node, link, start, spend } = world(t)
  node('busy', () => {
    spend(sliceMs + 1)
    return emit('Success')
  })
  node('after', passes)
  link('busy', 'Success', 'after')
  const { run, state } = start()
  assert.deepEqual([state, visited], ['paused', ['busy']])
  assert.deepEqual([run.resume(), visited], ['finished', ['busy', 'after']])
})
