/**
 * The run of one message through the rule chains, with all changes that it causes.
 *
 * Synchronous work runs without promises: `#walk` follows the links in a loop. A node that waits returns a promise; its
 * result returns through the host, which decides when the run continues. All branches share one outcome. Changes made
 * before a branch failed are kept: a failing script doesn't undo saved telemetry.
 *
 * Every run is bounded: nodes per path and in total, changes, and time. After `sliceMs` it pauses and continues in a
 * later
 * turn of its tenant, so that one message doesn't delay the others.
 */

import { type LimitKey, rejectionText } from '@sonde/model/limits/limits'
import { raise } from '../../limits/peaks.ts'
import type { JournalledMessage, Message } from '../../messages/message.ts'
import type { OriginatorLoad } from '../../messages/originator-load.ts'
import { showLeaving, showOutput } from './debug-output.ts'
import { type Emission, emit, failure, type NodeResult } from './rule-node.ts'
import { type LiveNode, linksOf, type RuleSet } from './rule-set.ts'
import { type OutcomeHost, RunOutcome } from './run-outcome.ts'

/** Maximum time of a run per turn, ms. */
export const sliceMs = 5

/** Call stack entry: the node to which a message returns when it leaves the chain that `node` entered. */
interface Frame {
  readonly node: LiveNode
  readonly outer: Frame | null
}

interface Step {
  readonly node: LiveNode
  readonly message: Message
  readonly frame: Frame | null
  /** Label of the link that led to the node; "" at the start. */
  readonly relation: string
  /** Nodes visited on this path so far. */
  readonly depth: number
}

/** Asynchronous result of a node. */
export interface LateResult {
  readonly run: MessageRun
  readonly from: Step
  readonly result: NodeResult
}

export interface RunFailure {
  /** Error text with the names of node and chain. */
  readonly error: string
  /** Null: the message failed before it reached a node. */
  readonly node: LiveNode | null
  readonly reason: string
}

export interface RunHost extends OutcomeHost<MessageRun> {
  newId(): string
  /** Called when a message reaches an inactive node. */
  notActive(tenantId: string, node: LiveNode): void
  /** Called when an asynchronous result arrives. The host calls `run.resumeWith` with it when the run can continue. */
  ready(late: LateResult): void
}

/** State of a run after a step. */
export type RunState =
  /** A node waits for an asynchronous result. */
  | 'waits'
  /** The slice ended; `resume` continues the run. */
  | 'paused'
  | 'finished'

export class MessageRun extends RunOutcome {
  readonly seq: number
  readonly message: Message
  readonly load: OriginatorLoad | null
  readonly rules: RuleSet
  /** Why the message failed. Only the first failure is kept. */
  failure: RunFailure | null = null
  readonly #host: RunHost
  /** Total number of nodes visited. */
  visits = 0
  /** Nodes visited on the longest path so far. */
  #depth = 0
  /** The run is in the tenant's queue of paused runs. */
  isQueued = false
  /** The run finished after a wait or pause. */
  isDone = false
  /** Number of branches that wait for an asynchronous result. */
  #waiting = 0
  /** Steps still to walk. The run continues with them after a pause. */
  #rest: Step[] = []
  #sliceEnds = 0
  /** Time at the end of the last node, which is also the start of the next one: saves one clock read per node. */
  #now = 0
  /** A limit was exceeded or the run crashed: no further steps. */
  #isGivenUp = false
  /** An unexpected error ended the run. Results that arrive later are ignored. */
  hasCrashed = false

  constructor({ seq, message, load }: JournalledMessage, rules: RuleSet, host: RunHost) {
    super(rules.bounds)
    this.seq = seq
    this.message = message
    this.load = load
    this.rules = rules
    this.#host = host
  }

  protected limited(limit: LimitKey): void {
    this.#host.limited(this, limit)
  }

  /** Starts the run at a node. */
  start(node: LiveNode): RunState {
    return this.#go({ node, message: this.message, frame: null, relation: '', depth: 0 }, undefined)
  }

  /** Continues after a pause. */
  resume(): RunState {
    const step = this.#rest.pop()
    return step ? this.#go(step, undefined) : this.#state()
  }

  /** Continues with an asynchronous result. */
  resumeWith({ from, result }: LateResult): RunState {
    this.#waiting--
    return this.#go(from, result)
  }

  /** `reason` is the error without the names of node and chain. */
  fail(error: string, node: LiveNode | null = null, reason: string = error): void {
    this.failure ??= { error, node, reason }
  }

  /** Ends the run after an unexpected error: the message fails and no branch continues. */
  crash(error: unknown): void {
    this.hasCrashed = true
    this.#isGivenUp = true
    this.#rest.length = 0
    this.#waiting = 0
    this.fail(`The message was stopped by an unexpected error: ${reasonOf(error)}`)
  }

  get error(): string | null {
    return this.failure === null ? null : this.failure.error
  }

  /** Records the run's totals in the tenant's peaks; called when the run is done. */
  notePeaks(): void {
    const { peaks } = this.rules
    raise(peaks.visits, this.#depth)
    raise(peaks.visitsInAll, this.visits)
    raise(peaks.points, this.points === null ? 0 : this.points.length)
    raise(peaks.changes, this.changeCount)
    raise(peaks.bytes, this.bytes)
    raise(peaks.reads, this.charactersRead)
    raise(peaks.ms, this.ms)
  }

  #state(): RunState {
    if (this.#rest.length > 0) return 'paused'
    return this.#waiting > 0 ? 'waits' : 'finished'
  }

  #go(first: Step, late: NodeResult | undefined): RunState {
    const started = performance.now()
    this.#now = started
    this.#sliceEnds = started + sliceMs
    this.#walk(first, late)
    this.ms += this.#now - started
    return this.#state()
  }

  /** Walks from a node, or from its late result, until no step is left or the slice ends. */
  #walk(first: Step, late?: NodeResult): void {
    // A stack: each branch is walked to its end before the next one starts. Steps are pushed in reverse order.
    const rest = this.#rest
    let at: LiveNode | null = first.node
    let current = first.message
    let within = first.frame
    let via = first.relation
    let depth = first.depth

    for (;;) {
      while (at !== null) {
        const here: LiveNode = at
        at = null
        let result = late
        late = undefined
        if (result === undefined) {
          if (this.#now > this.#sliceEnds) {
            rest.push({ node: here, message: current, frame: within, relation: via, depth })
            return
          }
          const entered = this.#enter(here, current, within, via, ++depth)
          if (entered === undefined) break
          result = entered
        }
        if (here.debug !== null) showOutput(here, current, result)
        if (result === null) break
        // Fast path: one emission to one link stays in this loop and allocates nothing.
        if ('kind' in result && result.kind === 'emit' && typeof result.relations === 'string') {
          const targets = linksOf(here, result.relations)
          if (targets === undefined) {
            this.#end(here, result)
            break
          }
          if (targets.length === 1) {
            at = targets[0] as LiveNode
            if (result.message !== null) current = result.message
            via = result.relations
            continue
          }
        }
        this.#route(result, { node: here, message: current, frame: within, relation: via, depth })
      }
      const step = rest.pop()
      if (step === undefined) return
      at = step.node
      current = step.message
      within = step.frame
      via = step.relation
      depth = step.depth
    }
  }

  /** Returns the node's result. Undefined: the node returned a promise, is inactive, or a limit was exceeded. */
  #enter(node: LiveNode, message: Message, frame: Frame | null, relation: string, depth: number) {
    const { bounds } = this.rules
    this.visits++
    if (depth > this.#depth) this.#depth = depth
    if (depth > bounds.visits) return this.#giveUp('nodeVisits', bounds.visits, node)
    if (this.visits > bounds.visitsInAll) return this.#giveUp('messageVisits', bounds.visitsInAll, node)
    if (this.ms + this.#now - (this.#sliceEnds - sliceMs) > bounds.ms) {
      return this.#giveUp('messageMs', bounds.ms, node)
    }
    if (this.#isGivenUp) return undefined
    if (node.instance === null) {
      node.stats.failed++
      this.#host.notActive(this.rules.tenantId, node)
      this.fail(
        `The node "${node.name}" of the chain "${node.chain.name}" isn’t active: ${node.inactiveReason}`,
        node,
        `The node isn’t active: ${node.inactiveReason}`,
      )
      return undefined
    }
    if (node.debug !== null) node.debug.input(message, relation)
    const started = this.#now
    const result = this.#process(node, message)
    this.#now = performance.now()
    if (result instanceof Promise) {
      this.#follow(result, { node, message, frame, relation, depth }, started)
      return undefined
    }
    count(node, result, this.#now - started)
    return result
  }

  /** Stops the message at a limit: it fails and no branch continues. */
  #giveUp(limit: LimitKey, value: number, node: LiveNode): undefined {
    if (this.#isGivenUp) return undefined
    this.#isGivenUp = true
    this.#rest.length = 0
    this.#host.limited(this, limit)
    this.fail(
      `The message was stopped at the node "${node.name}" of the chain "${node.chain.name}". ${rejectionText(limit, value)}`,
      node,
      rejectionText(limit, value),
    )
    return undefined
  }

  #process(node: LiveNode, message: Message): NodeResult | Promise<NodeResult> {
    try {
      return (node.instance as NonNullable<LiveNode['instance']>).node.process(message, this)
    } catch (error) {
      return failureOf(error)
    }
  }

  /** Reports the result to the host, which decides when the run continues. */
  #follow(promise: Promise<NodeResult>, from: Step, started: number): void {
    this.#waiting++
    const arrived = (result: NodeResult) => {
      count(from.node, result, performance.now() - started)
      this.#host.ready({ run: this, from, result })
    }
    promise.then(arrived, (error: unknown) => arrived(failureOf(error)))
  }

  /** Resolves the targets of a result and pushes them onto the stack of steps. */
  #route(result: Exclude<NodeResult, null>, from: Step): void {
    const from0 = this.#rest.length
    this.#collect(result, from)
    // The stack is popped from its end, but steps run in the order of links and emissions.
    reverseFrom(this.#rest, from0)
  }

  #collect(result: Exclude<NodeResult, null>, from: Step): void {
    if (isList(result)) {
      for (const emission of result) if (!this.#routeEmission(emission, from, result.length > 1)) return
      return
    }
    switch (result.kind) {
      case 'emit':
        this.#routeEmission(result, from, false)
        break
      case 'enter': {
        const first = this.rules.chains.get(result.ruleChainId)?.first
        // A deleted or empty chain emits nothing.
        if (first) {
          const frame = { node: from.node, outer: from.frame }
          this.#rest.push({ node: first, message: from.message, frame, relation: '', depth: from.depth })
        }
        break
      }
      case 'leave':
        if (from.frame) {
          const { node, outer } = from.frame
          const caller: Step = { node, message: from.message, frame: outer, relation: '', depth: from.depth }
          showLeaving(from.node, node, from.message, from.node.name, null)
          this.#routeEmission(emit(from.node.name), caller, false)
        } else {
          const error = 'No chain called this one. An output node works only in called chains.'
          showLeaving(from.node, null, from.message, 'Failure', error)
          this.#routeEmission(failure(error), from, false)
        }
    }
  }

  /** False: the run was stopped at a limit. */
  #routeEmission(emission: Emission, from: Step, isCopy: boolean): boolean {
    const { relations } = emission
    const rest = this.#rest
    const message = emission.message ?? from.message
    const found = rest.length
    const labels = typeof relations === 'string' ? [relations] : relations
    // Labels that differ only in case name the same links; each link is followed once.
    const followed = labels.length > 1 ? new Set<readonly LiveNode[]>() : null
    for (const relation of labels) {
      const links = linksOf(from.node, relation)
      if (!links || followed?.has(links)) continue
      followed?.add(links)
      for (const node of links) rest.push({ node, message, frame: from.frame, relation, depth: from.depth })
    }
    const count = rest.length - found
    if (count === 0) this.#end(from.node, emission)
    const { visitsInAll } = this.rules.bounds
    if (this.visits + rest.length > visitsInAll) {
      this.#giveUp('messageVisits', visitsInAll, from.node)
      return false
    }
    if (count < 2 && !(isCopy && count === 1)) return true
    for (let i = found; i < rest.length; i++) {
      rest[i] = { ...(rest[i] as Step), message: { ...message, id: this.#host.newId() } }
    }
    return true
  }

  /** Ends a branch because no link matches the emission. Only the relation `Failure` makes the run fail. */
  #end(node: LiveNode, { relations, error }: Emission): void {
    if (relations !== 'Failure') return
    const reason = error ?? 'it emitted Failure'
    this.fail(`The node "${node.name}" of the chain "${node.chain.name}" failed: ${reason}`, node, reason)
  }
}

function reverseFrom(steps: Step[], from: number) {
  for (let i = from, j = steps.length - 1; i < j; i++, j--) {
    const step = steps[i] as Step
    steps[i] = steps[j] as Step
    steps[j] = step
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const failureOf = (error: unknown) => failure(reasonOf(error))

function count(node: LiveNode, result: NodeResult, ms: number): void {
  const { stats } = node
  stats.processed++
  stats.ms += ms
  if (result !== null && 'relations' in result && result.relations === 'Failure') stats.failed++
}

const isList = (result: Exclude<NodeResult, null>): result is readonly Emission[] => Array.isArray(result)
