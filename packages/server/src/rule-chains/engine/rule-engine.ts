/**
 * The rule engine: takes messages from the journal, runs them through their tenant's chains and commits what they
 * change together with the mark that they are done (architecture.md §1).
 *
 * Messages of one originator run one after the other; while one of them waits for something (a script, a device's
 * profile), those behind it wait too, and nobody else does. What needs no waiting runs in one go.
 */

import { NIL_UUID } from '@sonde/model/ids'
import type { Registry } from 'prom-client'
import type { ApiUsage } from '../../api-usage/api-usage.ts'
import { newId } from '../../ids.ts'
import type { JournalledMessage, Message } from '../../journal/message.ts'
import type { LiveHub } from '../../live/live-hub.ts'
import type { QueueCounts } from '../../queues/queue-counts.ts'
import { nodeRegistry } from '../nodes/node-registry.ts'
import { createRuleSetStore } from '../rule-set-store.ts'
import { type EngineStats, registerEngineMetrics } from './engine-metrics.ts'
import { MessageRun } from './message-run.ts'
import { createNodeContexts, type NodeContextParts } from './node-contexts.ts'
import { createOutcomeCommits } from './outcome-commits.ts'
import { createProfileChains } from './profile-chains.ts'
import { noRuleEvents, type RuleEvents } from './rule-events.ts'
import type { RuleNodeType } from './rule-node.ts'
import { disposeRetired, type LiveNode, type RuleSet } from './rule-set.ts'
import { createTenantRules } from './tenant-rules.ts'

/** Time that messages may take of one turn of the event loop before sockets are looked after again. */
const turnMs = 5
/** How long `stop` waits for messages that wait for something; they run again after the next start. */
const stopWaitMs = 1_000

export interface NodeFigures {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly processed: number
  readonly failed: number
  /** Time inside the node, waiting included. */
  readonly ms: number
  /** null when the node is active. */
  readonly inactiveReason: string | null
}

export interface RuleEngine {
  /** Takes messages in the order of the journal; also what `recover` returns. Returns at once. */
  accept(messages: readonly JournalledMessage[]): void
  /** Resolves when every message taken so far, and what followed from it, is done and on disk. */
  idle(): Promise<void>
  /** Takes nothing more and waits for outcomes on their way to the disk. What is not done runs after the next start. */
  stop(): Promise<void>
  /** Nodes of a chain in force; empty while no message of the tenant has come. */
  nodeStats(chainId: string): NodeFigures[]
  readonly stats: EngineStats
  /** The chains in force. */
  readonly ruleSets: Iterable<RuleSet>
}

export interface RuleEngineParts extends NodeContextParts {
  readonly live: Pick<LiveHub, 'watchAll'>
  /** What a month allows: without rule chains messages are acknowledged and dropped (rules.md §3). */
  readonly usage: Pick<ApiUsage, 'isEnabled' | 'countOfCustomer' | 'refused'>
  /** Counts what becomes of messages. */
  readonly queues: QueueCounts
  readonly metrics?: Registry
  /** Told what people want to see of chains and nodes. */
  readonly events?: RuleEvents
  /** The node classes that exist; tests add their own. */
  readonly nodeTypes?: ReadonlyMap<string, RuleNodeType>
}

/** Messages in order, taken from the front. */
interface Queue {
  items: JournalledMessage[]
  next: number
}

/** What became of a message that was begun. */
type Begun = 'finished' | 'waits' | 'not yet'

export function createRuleEngine(parts: RuleEngineParts): RuleEngine {
  const { commit, live, devices, usage, queues, log, events = noRuleEvents } = parts
  const inbox: Queue = { items: [], next: 0 }
  /** Originators of which a message is under way, and what waits behind it. */
  const busy = new Map<string, Queue>()
  /** By tenant whose chains are being read: originators to go on with, and messages of the others. */
  const held = new Map<string, { originators: string[]; messages: JournalledMessage[] }>()
  let isScheduled = false
  let isStopped = false
  let waiting = 0
  let running = 0
  let processed = 0
  let failed = 0
  let onQuiet: (() => void)[] = []

  const outcomes = createOutcomeCommits({
    commit,
    log,
    refused(run, error) {
      failed++
      queues.refused(run.message.tenantId, run.message.queueName, run.failure === null, refusedReason)
      log.warn({ err: error, seq: run.seq, tenantId: run.message.tenantId }, 'the outcome of a message was refused')
    },
    triedAgain: ({ message }) => queues.triedAgain(message.tenantId, message.queueName),
    settled: tellQuiet,
    broken() {
      isStopped = true
      tellQuiet()
    },
  })

  const contextOf = createNodeContexts(parts, {
    isStopped: () => isStopped,
    rulesOf: (tenantId) => rules.peek(tenantId),
  })
  const rules = createTenantRules({
    registry: parts.nodeTypes ?? nodeRegistry,
    load: createRuleSetStore(parts.storage.relational).load,
    log,
    ready: resume,
    makeNode: (type, configuration, place) => type.create(configuration, contextOf(place)),
    events,
    reportInactive: (place, reason) => log.warn({ ...place, reason }, 'a rule node is not active'),
  })
  const profileChains = createProfileChains({ devices, known: drain, log })
  const stopWatching = live.watchAll({
    change(change) {
      rules.changed(change)
      profileChains.changed(change)
    },
  })
  const host = { newId, finished, notActive }

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    // After the answers of this turn have gone to their sockets.
    setImmediate(pump)
  }

  function pump() {
    isScheduled = false
    const until = performance.now() + turnMs
    for (let count = 1; inbox.next < inbox.items.length && !isStopped; count++) {
      take(inbox.items[inbox.next++] as JournalledMessage)
      if ((count & 31) === 0 && performance.now() > until) break
    }
    if (inbox.next === inbox.items.length) {
      inbox.items = []
      inbox.next = 0
    } else if (!isStopped) schedule()
    outcomes.flush()
    queues.turnEnded()
    tellQuiet()
  }

  function take(journalled: JournalledMessage) {
    const { originator, tenantId } = journalled.message
    const queue = busy.get(originator.id)
    if (queue) queue.items.push(journalled)
    else if (tenantId !== NIL_UUID && !rules.current(tenantId)) heldOf(tenantId).messages.push(journalled)
    else {
      const begun = begin(journalled)
      if (begun === 'waits') busy.set(originator.id, { items: [], next: 0 })
      else if (begun === 'not yet') busy.set(originator.id, { items: [journalled], next: 0 })
    }
  }

  function heldOf(tenantId: string) {
    const known = held.get(tenantId)
    if (known) return known
    const entry = { originators: [], messages: [] }
    held.set(tenantId, entry)
    return entry
  }

  /** A tenant's chains are in force: first on with what waits behind a message, then with the others, in order. */
  function resume(tenantId: string) {
    const entry = held.get(tenantId)
    if (!entry) return
    held.delete(tenantId)
    inbox.items = [...entry.messages, ...inbox.items.slice(inbox.next)]
    inbox.next = 0
    for (const originator of entry.originators) drain(originator)
    schedule()
  }

  /** Goes on with an originator's messages, as far as it gets without waiting. */
  function drain(originatorId: string) {
    const queue = busy.get(originatorId)
    if (!queue || isStopped) return
    schedule()
    while (queue.next < queue.items.length) {
      const journalled = queue.items[queue.next] as JournalledMessage
      const { tenantId } = journalled.message
      if (tenantId !== NIL_UUID && !rules.current(tenantId)) {
        heldOf(tenantId).originators.push(originatorId)
        return
      }
      const begun = begin(journalled)
      if (begun === 'not yet') return
      queue.next++
      if (queue.next === 1024) {
        queue.items = queue.items.slice(queue.next)
        queue.next = 0
      }
      if (begun === 'waits') return
    }
    busy.delete(originatorId)
  }

  function begin(journalled: JournalledMessage): Begun {
    const { message } = journalled
    // The system's own tenant has no chains.
    if (message.tenantId === NIL_UUID) return finishWithout(journalled)
    const set = rules.current(message.tenantId)
    if (!set) return 'not yet'
    if (!usage.isEnabled(message.tenantId, 'RE')) {
      usage.refused(message.tenantId, 'RE', message.originator)
      return finishWithout(journalled)
    }
    const chainId = message.ruleChainId ?? profileChains.chainOf(set, message.originator)
    if (chainId === undefined) return 'not yet'
    waiting--
    const run = new MessageRun(journalled, set, host)
    const first = firstNode(set, chainId, message, run)
    if (!first || run.start(first)) {
      complete(run)
      return 'finished'
    }
    running++
    set.running++
    return 'waits'
  }

  function finishWithout(journalled: JournalledMessage): Begun {
    waiting--
    complete(new MessageRun(journalled, noRules, host))
    return 'finished'
  }

  /** undefined: the message is done at once, because its chain is gone or empty. */
  function firstNode(set: RuleSet, chainId: string | null, message: Message, run: MessageRun): LiveNode | undefined {
    const chain = chainId === null ? set.root : set.chains.get(chainId)
    if (chain === null) run.fail('The tenant has no root rule chain; make one of its chains root.')
    if (!chain) return undefined
    if (message.ruleNodeId === null) return chain.first ?? undefined
    const node = set.nodes.get(message.ruleNodeId)
    return node?.chain === chain ? node : undefined
  }

  function notActive(tenantId: string, { id, chain, inactiveReason }: LiveNode) {
    events.failed({ tenantId, ruleChainId: chain.id, ruleNodeId: id }, inactiveReason)
  }

  /** A run that had to wait has gone all its ways. */
  function finished(run: MessageRun) {
    running--
    run.rules.running--
    if (run.rules.running === 0 && run.rules.retired) disposeRetired(run.rules)
    if (isStopped) return tellQuiet()
    complete(run)
    drain(run.message.originator.id)
  }

  function complete(run: MessageRun) {
    processed++
    const { tenantId, customerId, queueName } = run.message
    if (run.failure === null) queues.succeeded(tenantId, queueName)
    else {
      failed++
      const { error, node, reason } = run.failure
      queues.failed(tenantId, queueName, node, reason)
      const { originator, type, id } = run.message
      log.debug({ tenantId, originator, type, id, reason: error }, 'a message failed in its rule chain')
    }
    // Of tenants the figures of the nodes are read; customers have none of their own.
    if (customerId !== NIL_UUID && run.visits > 0) {
      usage.countOfCustomer(tenantId, customerId, 'ruleEngineExecutionCount', run.visits)
    }
    outcomes.add(run)
  }

  const isQuiet = () => running === 0 && outcomes.pending === 0 && (waiting === 0 || isStopped)

  function tellQuiet() {
    if (onQuiet.length === 0 || !isQuiet()) return
    const resolved = onQuiet
    onQuiet = []
    for (const resolve of resolved) resolve()
  }

  const quiet = () => (isQuiet() ? Promise.resolve() : new Promise<void>((resolve) => onQuiet.push(resolve)))

  const engine: RuleEngine = {
    accept(messages) {
      if (isStopped || messages.length === 0) return
      waiting += messages.length
      if (inbox.items.length === 0) inbox.items = [...messages]
      else for (const message of messages) inbox.items.push(message)
      schedule()
    },

    idle: quiet,

    async stop() {
      if (!isStopped) {
        isStopped = true
        stopWatching()
        outcomes.flush()
      }
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopWaitMs)
      })
      await Promise.race([quiet(), late])
      clearTimeout(timer)
      rules.stop()
    },

    nodeStats(chainId) {
      for (const set of rules.all) {
        if (!set.chains.has(chainId)) continue
        return [...set.nodes.values()].filter((node) => node.chain.id === chainId).map(figuresOf)
      }
      return []
    },

    get stats() {
      return { processed, failed, waiting, running, committing: outcomes.pending }
    },

    get ruleSets() {
      return rules.all
    },
  }
  if (parts.metrics)
    registerEngineMetrics(
      parts.metrics,
      () => engine.stats,
      () => rules.all,
    )
  return engine
}

const refusedReason = 'The store refused what the message changed.'

const noRules: RuleSet = {
  tenantId: NIL_UUID,
  chains: new Map(),
  nodes: new Map(),
  root: null,
  chainOfProfile: new Map(),
  visitsMax: 0,
  defaultTtlSeconds: 0,
  running: 0,
  retired: null,
}

const figuresOf = (node: LiveNode): NodeFigures => ({
  id: node.id,
  name: node.name,
  type: node.type,
  ...node.stats,
  inactiveReason: node.instance === null ? node.inactiveReason : null,
})
