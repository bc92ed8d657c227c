/**
 * The rule engine: takes messages from the journal, runs them through their tenant's chains and commits their changes
 * together with the mark that they're done.
 *
 * Messages of one originator run one after the other. While one of them waits (for a script or a device profile, for
 * example), later messages of the same originator wait; messages of other originators don't. Synchronous work runs in
 * one
 * go. Tenants share the engine by time (engine-queues.ts).
 */

import { NIL_UUID } from '@sonde/model/ids'
import type { LimitKey } from '@sonde/model/limits/limits'
import type { Registry } from 'prom-client'
import type { ApiUsage } from '../../api-usage/api-usage.ts'
import type { ChangeStream } from '../../changes/change-stream.ts'
import type { DeadLetters } from '../../dead-letters/dead-letter-service.ts'
import { type Guard, noGuard } from '../../guard/guard.ts'
import { newId } from '../../ids.ts'
import type { BackPressure } from '../../journal/back-pressure.ts'
import type { RecoveryLog } from '../../journal/recovery-log.ts'
import { LimitReached, type Limits } from '../../limits/limits.ts'
import type { JournalledMessage, Message } from '../../messages/message.ts'
import type { QueueCounts } from '../../queues/queue-counts.ts'
import { Fifo } from '../../turns/fifo.ts'
import { nodeRegistry } from '../node-registry.ts'
import { createRuleSetStore } from '../rule-set-store.ts'
import { type EngineStats, registerEngineMetrics } from './engine-metrics.ts'
import { type Continuation, createEngineQueues, type EngineTenant } from './engine-queues.ts'
import { type LateResult, MessageRun, type RunState } from './message-run.ts'
import { createNodeContexts, type NodeContextDeps } from './node-contexts.ts'
import { makeInstance } from './node-instance.ts'
import { createNodeMemory } from './node-memory.ts'
import { createOutcomeCommits, outcomeWeight } from './outcome-commits.ts'
import { createProfileChains } from './profile-chains.ts'
import { noRuleEvents, type RuleEvents } from './rule-events.ts'
import type { RuleNodeType } from './rule-node.ts'
import { disposeRetired, type LiveNode, type RuleSet } from './rule-set.ts'
import { measureRuns, noBounds, noRunPeaks } from './run-bounds.ts'
import { createTenantRules } from './tenant-rules.ts'

/** Maximum time that `stop` waits for unfinished messages, ms. Those that remain run again after the next start. */
const stopWaitMs = 1_000

export interface NodeFigures {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly processed: number
  readonly failed: number
  /** Time inside the node including asynchronous waits, ms. */
  readonly ms: number
  /** Null if the node is active. */
  readonly inactiveReason: string | null
}

/** Records which message from before the restart is being run (recovery-log.ts). */
export type RecoveryWatch = Pick<RecoveryLog, 'nextSeq' | 'begin' | 'end' | 'close'>

export interface RuleEngine {
  /** Announces that the next `count` messages passed to `accept` are left over from before the restart. */
  recover(watch: RecoveryWatch, count: number): void
  /** Queues messages, in the order of the journal. Also used for the leftover messages at start. Returns at once. */
  accept(messages: readonly JournalledMessage[]): void
  /** Resolves when all messages accepted so far, and messages caused by them, are done and on disk. */
  idle(): Promise<void>
  /**
   * Accepts no more messages and waits for outcomes that are being committed. Unfinished messages run after the next
   * start.
   */
  stop(): Promise<void>
  /** Statistics of the nodes of a chain; empty until the tenant's first message. */
  nodeStats(chainId: string): NodeFigures[]
  readonly stats: EngineStats
  /** The current rule sets of all tenants. */
  readonly ruleSets: Iterable<RuleSet>
}

export interface RuleEngineDeps extends NodeContextDeps {
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly backPressure: Pick<BackPressure, 'left'>
  readonly limits: Pick<Limits, 'of' | 'count' | 'rejected' | 'measure' | 'peaksOf'>
  /** Stores messages whose outcome the store rejected. */
  readonly deadLetters: Pick<DeadLetters, 'setAside'>
  /** Monthly usage limits. If rule chains are disabled, messages are acknowledged and dropped. */
  readonly usage: Pick<ApiUsage, 'isEnabled' | 'countOfCustomer' | 'rejected'>
  /** Counts messages by outcome. */
  readonly queues: QueueCounts
  readonly guard?: Pick<Guard, 'work' | 'uncaught'>
  readonly metrics?: Registry
  /** Receives lifecycle and debug events of chains and nodes. */
  readonly events?: RuleEvents
  /** Available node classes; tests add their own. */
  readonly nodeTypes?: ReadonlyMap<string, RuleNodeType>
}

/** State of a message after an attempt to start it. */
type Begun = 'finished' | 'continues' | 'not yet'

export function createRuleEngine(deps: RuleEngineDeps): RuleEngine {
  const {
    commit,
    live,
    devices,
    usage,
    queues: queueCounts,
    backPressure,
    limits,
    deadLetters,
    log,
    events = noRuleEvents,
    guard = noGuard,
  } = deps
  /** Originators with a message in progress, each with the messages queued behind it. */
  const busy = new Map<string, Fifo<JournalledMessage>>()
  let isStopped = false
  let waiting = 0
  let running = 0
  let processed = 0
  let failed = 0
  let onQuiet: (() => void)[] = []
  let recovery: RecoveryWatch | null = null
  /** Messages from before the restart that aren't done. */
  let unrecovered = 0

  const outcomes = createOutcomeCommits({
    commit,
    setAside: (run, error) => deadLetters.setAside(run, rejectionOf(error)),
    log,
    rejected(run, error) {
      failed++
      queueCounts.rejected(run.message.tenantId, run.message.queueName, run.failure === null, rejectedReason)
      log.warn({ err: error, seq: run.seq, tenantId: run.message.tenantId }, 'The result of a message was refused.')
    },
    triedAgain: ({ message }) => queueCounts.triedAgain(message.tenantId, message.queueName),
    settled(runs) {
      for (const run of runs) {
        if (run.load) backPressure.left(run.load, run.message)
        if (recovery !== null && run.seq < recovery.nextSeq) recovered(recovery)
        const tenant = queues.of(run.message.tenantId)
        tenant.outcomeWeight -= outcomeWeight(run)
        queues.wake(tenant)
      }
      notifyQuiet()
    },
    broken() {
      isStopped = true
      notifyQuiet()
    },
  })
  const queues = createEngineQueues({
    step,
    guard,
    turnEnded() {
      outcomes.flush()
      queueCounts.turnEnded()
      notifyQuiet()
    },
  })

  const contextOf = createNodeContexts(deps, {
    memory: createNodeMemory(limits),
    isStopped: () => isStopped,
    rulesOf: (tenantId) => rules.peek(tenantId),
  })
  const rules = createTenantRules({
    registry: deps.nodeTypes ?? nodeRegistry,
    limits,
    peaksOf: measureRuns(limits),
    load: createRuleSetStore(deps.storage.relational).load,
    log,
    ready(tenantId) {
      const tenant = queues.of(tenantId)
      tenant.isHeld = false
      queues.wake(tenant)
    },
    makeNode: (type, configuration, place) => makeInstance(type, configuration, contextOf(place), deps.turns),
    events,
    reportInactive: (place, reason) => log.warn({ ...place, reason }, 'A rule node failed to start.'),
  })
  const profileChains = createProfileChains({ devices, known: continueOriginator, log })
  const stopWatching = live.watchAll({
    change(change) {
      rules.changed(change)
      profileChains.changed(change)
      if (change.kind === 'deleted' && change.entity.entityType === 'TENANT') queues.forget(change.entity.id)
    },
  })
  const host = {
    newId,
    notActive,
    limited: ({ rules, message }: MessageRun, limit: LimitKey) =>
      void limits.rejected(rules.tenantId, limit, message.originator),
    ready: (late: LateResult) => continueLater(queues.of(late.run.message.tenantId), late),
  }

  function recovered(watch: RecoveryWatch) {
    if (--unrecovered > 0) return
    watch.close(true)
    recovery = null
  }

  /** Runs a step during recovery. The recovery log records the step of a message from before the restart. */
  function watched(watch: RecoveryWatch, { seq }: MessageRun, work: () => RunState): RunState {
    if (seq >= watch.nextSeq) return work()
    watch.begin(seq)
    try {
      return work()
    } finally {
      watch.end()
    }
  }

  function startAt(run: MessageRun, node: LiveNode): RunState {
    try {
      return recovery === null ? run.start(node) : watched(recovery, run, () => run.start(node))
    } catch (error) {
      return crashed(run, error)
    }
  }

  function resumeWith(late: LateResult): RunState {
    const { run } = late
    try {
      return recovery === null ? run.resumeWith(late) : watched(recovery, run, () => run.resumeWith(late))
    } catch (error) {
      return crashed(run, error)
    }
  }

  function resumeAfterPause(run: MessageRun): RunState {
    try {
      return recovery === null ? run.resume() : watched(recovery, run, () => run.resume())
    } catch (error) {
      return crashed(run, error)
    }
  }

  /** Fails only the current message after an unexpected error. */
  function crashed(run: MessageRun, error: unknown): RunState {
    const { tenantId, originator, type } = run.message
    const fields = () => ({ tenantId, originator, messageType: type })
    guard.work({ part: 'message', fields, end: (reason) => run.crash(reason) }).failed(error)
    return 'finished'
  }

  function continueLater(tenant: EngineTenant, what: Continuation) {
    tenant.ready.push(what)
    queues.wake(tenant)
  }

  /** Called when an originator's next message can start. */
  function continueOriginator(originatorId: string) {
    const first = busy.get(originatorId)?.first()
    if (first) continueLater(queues.of(first.message.tenantId), originatorId)
  }

  /** One step of a tenant: continuations first, then alternately a paused run and the next message. */
  function step(tenant: EngineTenant) {
    const continued = tenant.ready.shift()
    if (continued === undefined) {
      tenant.isPausedNext = !tenant.isPausedNext
      const run = tenant.isPausedNext || tenant.inbox.length === 0 ? tenant.paused.shift() : undefined
      if (run) resume(tenant, run)
      else startNext(tenant)
    } else if (typeof continued === 'string') beginNext(tenant, continued)
    else if (!continued.run.hasCrashed) advanced(tenant, continued.run, resumeWith(continued))
  }

  function resume(tenant: EngineTenant, run: MessageRun) {
    run.isQueued = false
    if (run.isDone) return
    advanced(tenant, run, resumeAfterPause(run))
  }

  function startNext(tenant: EngineTenant) {
    const { inbox } = tenant
    const journalled = inbox.first()
    if (!journalled) return
    const originatorId = journalled.message.originator.id
    const behind = busy.get(originatorId)
    if (behind) behind.push(journalled)
    else {
      const begun = begin(tenant, journalled)
      if (begun === 'not yet' && tenant.isHeld) return
      if (begun !== 'finished') {
        const queue = new Fifo<JournalledMessage>()
        busy.set(originatorId, queue)
        if (begun === 'not yet') queue.push(journalled)
      }
    }
    inbox.shift()
  }

  /** Starts the next message of an originator after the previous one is done. */
  function beginNext(tenant: EngineTenant, originatorId: string) {
    const queue = busy.get(originatorId)
    const journalled = queue?.first()
    if (!queue || !journalled) {
      busy.delete(originatorId)
      return
    }
    const begun = begin(tenant, journalled)
    if (begun === 'not yet') {
      // Retried once the tenant's rules are loaded. If a profile lookup is pending, `continueOriginator` retries.
      if (tenant.isHeld) tenant.ready.push(originatorId)
      return
    }
    queue.shift()
    if (begun === 'finished') tenant.ready.push(originatorId)
  }

  function begin(tenant: EngineTenant, journalled: JournalledMessage): Begun {
    const { message } = journalled
    // The system's own tenant has no chains.
    if (message.tenantId === NIL_UUID) return finishWithout(tenant, journalled)
    const set = rules.current(message.tenantId)
    if (!set) {
      tenant.isHeld = true
      return 'not yet'
    }
    if (!usage.isEnabled(message.tenantId, 'RE')) {
      usage.rejected(message.tenantId, 'RE', message.originator)
      return finishWithout(tenant, journalled)
    }
    const chainId = message.ruleChainId ?? profileChains.chainOf(set, message.originator)
    if (chainId === undefined) return 'not yet'
    waiting--
    const run = new MessageRun(journalled, set, host)
    const first = firstNode(set, chainId, message, run)
    const state = first ? startAt(run, first) : 'finished'
    if (state === 'finished') {
      complete(tenant, run)
      return 'finished'
    }
    running++
    set.running++
    if (state === 'paused') pause(tenant, run)
    return 'continues'
  }

  function finishWithout(tenant: EngineTenant, journalled: JournalledMessage): Begun {
    waiting--
    complete(tenant, new MessageRun(journalled, noRules, host))
    return 'finished'
  }

  /** Undefined: the message is done at once, because its chain or node doesn't exist or the chain is empty. */
  function firstNode(set: RuleSet, chainId: string | null, message: Message, run: MessageRun): LiveNode | undefined {
    const chain = chainId === null ? set.root : set.chains.get(chainId)
    if (chain === null) run.fail('The tenant has no root rule chain. Make one of its chains root.')
    if (!chain) return undefined
    if (message.ruleNodeId === null) return chain.first ?? undefined
    const node = set.nodes.get(message.ruleNodeId)
    return node?.chain === chain ? node : undefined
  }

  function notActive(tenantId: string, { id, chain, inactiveReason }: LiveNode) {
    events.failed({ tenantId, ruleChainId: chain.id, ruleNodeId: id }, inactiveReason)
  }

  function pause(tenant: EngineTenant, run: MessageRun) {
    if (run.isQueued) return
    run.isQueued = true
    tenant.paused.push(run)
  }

  /** Handles the state of a run that didn't finish in its first step. */
  function advanced(tenant: EngineTenant, run: MessageRun, state: RunState) {
    if (state === 'paused') return pause(tenant, run)
    if (state === 'waits') return
    run.isDone = true
    running--
    run.rules.running--
    if (run.rules.running === 0 && run.rules.retired) disposeRetired(run.rules)
    if (isStopped) return notifyQuiet()
    complete(tenant, run)
    tenant.ready.push(run.message.originator.id)
  }

  function complete(tenant: EngineTenant, run: MessageRun) {
    processed++
    run.notePeaks()
    const { tenantId, customerId, queueName } = run.message
    if (run.failure === null) queueCounts.succeeded(tenantId, queueName)
    else {
      failed++
      const { error, node, reason } = run.failure
      queueCounts.failed(tenantId, queueName, node, reason)
      const { originator, type, id } = run.message
      log.debug({ tenantId, originator, type, id, reason: error }, 'a message failed in its rule chain')
    }
    // Tenant usage is derived from the node statistics; customers have none, so their usage is counted here.
    if (customerId !== NIL_UUID && run.visits > 0) {
      usage.countOfCustomer(tenantId, customerId, 'ruleEngineExecutionCount', run.visits)
    }
    tenant.outcomeWeight += outcomeWeight(run)
    outcomes.add(run)
  }

  const isQuiet = () => running === 0 && outcomes.pending === 0 && (waiting === 0 || isStopped)

  function notifyQuiet() {
    if (onQuiet.length === 0 || !isQuiet()) return
    const resolved = onQuiet
    onQuiet = []
    for (const resolve of resolved) resolve()
  }

  const quiet = () => (isQuiet() ? Promise.resolve() : new Promise<void>((resolve) => onQuiet.push(resolve)))

  const engine: RuleEngine = {
    recover(watch, count) {
      recovery = count > 0 ? watch : null
      unrecovered = count
      if (count === 0) watch.close(true)
    },

    accept(messages) {
      if (isStopped || messages.length === 0) return
      waiting += messages.length
      for (const journalled of messages) {
        const tenant = queues.of(journalled.message.tenantId)
        tenant.inbox.push(journalled)
        queues.wake(tenant)
      }
    },

    idle: quiet,

    async stop() {
      if (!isStopped) {
        isStopped = true
        queues.stop()
        stopWatching()
        outcomes.flush()
      }
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopWaitMs)
      })
      await Promise.race([quiet(), late])
      clearTimeout(timer)
      recovery?.close(false)
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
  if (deps.metrics)
    registerEngineMetrics(
      deps.metrics,
      () => engine.stats,
      () => rules.all,
    )
  return engine
}

const rejectedReason = 'The database rejected the changes of the message.'

const rejectionOf = (error: unknown): string =>
  error instanceof LimitReached ? error.message : `${rejectedReason} ${error instanceof Error ? error.message : error}`

const noRules: RuleSet = {
  tenantId: NIL_UUID,
  chains: new Map(),
  nodes: new Map(),
  root: null,
  chainOfProfile: new Map(),
  bounds: noBounds,
  peaks: noRunPeaks,
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
