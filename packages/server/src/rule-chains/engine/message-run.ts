/**
 * One message on its way through the chains, with all that it changes.
 *
 * Whatever needs no waiting runs in one go, without promises: `walk` follows the links in a loop. A node that waits
 * returns a promise; the run goes on when it resolves and is finished when no branch is left. All branches share one
 * outcome, and what was collected before a branch failed is kept: a failing script does not undo saved telemetry.
 */

import type { JournalledMessage, Message } from '../../journal/message.ts'
import type { Statement } from '../../storage/relational.ts'
import type { AttributeWrite, EntityChange, PointWrite } from '../../storage/storage.ts'
import { type Emission, emit, failure, type NodeResult, type Outcome } from './rule-node.ts'
import { type LiveNode, linksOf, type RuleSet } from './rule-set.ts'

/** Where a message returns to when it leaves the chain that `node` entered. */
interface Frame {
  readonly node: LiveNode
  readonly outer: Frame | null
}

interface Step {
  readonly node: LiveNode
  readonly message: Message
  readonly frame: Frame | null
  /** The label of the link by which it comes; "" at the start. */
  readonly relation: string
}

export interface RunFailure {
  /** With the names of node and chain. */
  readonly error: string
  /** null: the message came to none. */
  readonly node: LiveNode | null
  readonly reason: string
}

export interface RunHost {
  newId(): string
  /** A message came to a node that is not active. */
  notActive(tenantId: string, node: LiveNode): void
  /** Called once, when no branch of a run that had to wait is left. */
  finished(run: MessageRun): void
}

export class MessageRun implements Outcome {
  readonly seq: number
  readonly message: Message
  readonly rules: RuleSet
  points: PointWrite[] | null = null
  attributes: AttributeWrite[] | null = null
  statements: Statement[] | null = null
  changes: EntityChange[] | null = null
  messages: Message[] | null = null
  /** Why the message failed; the first reason stands. */
  failure: RunFailure | null = null
  readonly #host: RunHost
  /** Nodes that it came to. */
  visits = 0
  /** Branches that wait. */
  #waiting = 0

  constructor({ seq, message }: JournalledMessage, rules: RuleSet, host: RunHost) {
    this.seq = seq
    this.message = message
    this.rules = rules
    this.#host = host
  }

  point(write: PointWrite): void {
    if (this.points === null) this.points = [write]
    else this.points.push(write)
  }

  attribute(write: AttributeWrite): void {
    if (this.attributes === null) this.attributes = [write]
    else this.attributes.push(write)
  }

  statement(statement: Statement): void {
    if (this.statements === null) this.statements = [statement]
    else this.statements.push(statement)
  }

  change(change: EntityChange): void {
    if (this.changes === null) this.changes = [change]
    else this.changes.push(change)
  }

  followUp(message: Message): void {
    if (this.messages === null) this.messages = [message]
    else this.messages.push(message)
  }

  /** True when the message has gone all its ways; otherwise the host hears of it later. */
  start(node: LiveNode): boolean {
    this.#walk({ node, message: this.message, frame: null, relation: '' })
    return this.#waiting === 0
  }

  /** `reason` is what the node itself says. */
  fail(error: string, node: LiveNode | null = null, reason: string = error): void {
    this.failure ??= { error, node, reason }
  }

  get error(): string | null {
    return this.failure === null ? null : this.failure.error
  }

  /** From a node on, or from the result that it was waited for. */
  #walk(first: Step, late?: NodeResult): void {
    let step: Step | null = null
    let later: Step[] | null = null
    let at: LiveNode | null = first.node
    let current = first.message
    let within = first.frame
    let via = first.relation

    for (;;) {
      while (at !== null) {
        const here: LiveNode = at
        at = null
        let result = late
        late = undefined
        if (result === undefined) {
          const entered = this.#enter(here, current, within, via)
          if (entered === undefined) break
          result = entered
        }
        if (here.debug !== null) tellOutput(here, current, result)
        if (result === null) break
        // The usual case, one emission to one link, stays in this loop and allocates nothing.
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
        later ??= []
        this.#route(result, { node: here, message: current, frame: within, relation: via }, later)
      }
      step = later?.shift() ?? null
      if (step === null) return
      at = step.node
      current = step.message
      within = step.frame
      via = step.relation
    }
  }

  /** The node's result; undefined when there is none yet, or none at all. */
  #enter(node: LiveNode, message: Message, frame: Frame | null, relation: string): NodeResult | undefined {
    if (++this.visits > this.rules.visitsMax) {
      this.fail(
        `The message visited more than ${this.rules.visitsMax} nodes, the last one "${node.name}" of the chain "${node.chain.name}"; look for a loop.`,
        node,
      )
      return undefined
    }
    if (node.debug !== null) node.debug.input(message, relation)
    if (node.instance === null) {
      node.stats.failed++
      this.#host.notActive(this.rules.tenantId, node)
      this.fail(
        `The node "${node.name}" of the chain "${node.chain.name}" is not active: ${node.inactiveReason}`,
        node,
        `The node is not active: ${node.inactiveReason}`,
      )
      return undefined
    }
    const started = performance.now()
    const result = this.#process(node, message)
    if (result instanceof Promise) {
      this.#follow(result, { node, message, frame, relation }, started)
      return undefined
    }
    count(node, result, started)
    return result
  }

  #process(node: LiveNode, message: Message): NodeResult | Promise<NodeResult> {
    try {
      return (node.instance as NonNullable<LiveNode['instance']>).process(message, this)
    } catch (error) {
      return failureOf(error)
    }
  }

  /** Goes on when a node that had to wait has its result. */
  #follow(promise: Promise<NodeResult>, from: Step, started: number): void {
    this.#waiting++
    promise.then(
      (result) => this.#goOn(result, from, started),
      (error: unknown) => this.#goOn(failureOf(error), from, started),
    )
  }

  #goOn(result: NodeResult, from: Step, started: number): void {
    count(from.node, result, started)
    this.#walk(from, result)
    if (--this.#waiting === 0) this.#host.finished(this)
  }

  /** Finds where a result leads and adds it to `steps`. */
  #route(result: Exclude<NodeResult, null>, from: Step, steps: Step[]): void {
    if (isList(result)) {
      for (const emission of result) this.#routeEmission(emission, from, steps, result.length > 1)
      return
    }
    switch (result.kind) {
      case 'emit':
        this.#routeEmission(result, from, steps, false)
        break
      case 'enter': {
        const first = this.rules.chains.get(result.ruleChainId)?.first
        // A chain that is gone or empty emits nothing.
        if (first) {
          const frame = { node: from.node, outer: from.frame }
          steps.push({ node: first, message: from.message, frame, relation: '' })
        }
        break
      }
      case 'leave':
        if (from.frame) {
          const caller: Step = { node: from.frame.node, message: from.message, frame: from.frame.outer, relation: '' }
          this.#routeEmission(emit(from.node.name), caller, steps, false)
        } else {
          const error = 'No chain called this one; an output node works in called chains only.'
          this.#routeEmission(failure(error), from, steps, false)
        }
    }
  }

  #routeEmission(emission: Emission, from: Step, steps: Step[], isCopy: boolean): void {
    const { relations } = emission
    const message = emission.message ?? from.message
    const found = steps.length
    const labels = typeof relations === 'string' ? [relations] : relations
    // Labels that differ in case alone name the same links; a link is followed once.
    const followed = labels.length > 1 ? new Set<readonly LiveNode[]>() : null
    for (const relation of labels) {
      const links = linksOf(from.node, relation)
      if (!links || followed?.has(links)) continue
      followed?.add(links)
      for (const node of links) steps.push({ node, message, frame: from.frame, relation })
    }
    const count = steps.length - found
    if (count === 0) this.#end(from.node, emission)
    if (count < 2 && !(isCopy && count === 1)) return
    for (let i = found; i < steps.length; i++) {
      steps[i] = { ...(steps[i] as Step), message: { ...message, id: this.#host.newId() } }
    }
  }

  /** No link takes the emission: well done, unless it is a failure. */
  #end(node: LiveNode, { relations, error }: Emission): void {
    if (relations !== 'Failure') return
    const reason = error ?? 'it emitted Failure'
    this.fail(`The node "${node.name}" of the chain "${node.chain.name}" failed: ${reason}`, node, reason)
  }
}

const failureOf = (error: unknown) => failure(error instanceof Error ? error.message : String(error))

function count(node: LiveNode, result: NodeResult, started: number): void {
  const { stats } = node
  stats.processed++
  stats.ms += performance.now() - started
  if (result !== null && 'relations' in result && result.relations === 'Failure') stats.failed++
}

/** Tells a debugged node's output, once per label. */
function tellOutput({ debug, name }: LiveNode, message: Message, result: NodeResult): void {
  for (const emission of emissionsOf(result, name)) {
    const { relations, error } = emission
    for (const relation of typeof relations === 'string' ? [relations] : relations) {
      debug?.output(emission.message ?? message, relation, error)
    }
  }
}

function emissionsOf(result: NodeResult, name: string): readonly Emission[] {
  if (result === null) return [acknowledged]
  if (isList(result)) return result
  switch (result.kind) {
    case 'emit':
      return [result]
    case 'enter':
      return []
    case 'leave':
      return [emit(name)]
  }
}

const acknowledged = emit('ACK')

const isList = (result: Exclude<NodeResult, null>): result is readonly Emission[] => Array.isArray(result)
