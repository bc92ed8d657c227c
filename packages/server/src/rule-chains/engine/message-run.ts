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
}

export interface RunHost {
  newId(): string
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
  error: string | null = null
  readonly #host: RunHost
  #visits = 0
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
    this.#walk(node, this.message, null)
    return this.#waiting === 0
  }

  fail(error: string): void {
    this.error ??= error
  }

  #walk(node: LiveNode, message: Message, frame: Frame | null): void {
    let step: Step | null = null
    let later: Step[] | null = null
    let at: LiveNode | null = node
    let current = message
    let within = frame

    for (;;) {
      while (at !== null) {
        const here: LiveNode = at
        at = null
        if (++this.#visits > this.rules.visitsMax) {
          this.fail(
            `The message visited more than ${this.rules.visitsMax} nodes, the last one "${here.name}" of the chain "${here.chain.name}"; look for a loop.`,
          )
          return
        }
        if (here.instance === null) {
          here.stats.failed++
          this.fail(`The node "${here.name}" of the chain "${here.chain.name}" is not active: ${here.inactiveReason}`)
          break
        }
        const result = this.#process(here, current)
        if (result === null) break
        if (result instanceof Promise) {
          this.#follow(result, here, current, within)
          break
        }
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
            continue
          }
        }
        later ??= []
        this.#route(result, { node: here, message: current, frame: within }, later)
      }
      step = later?.shift() ?? null
      if (step === null) return
      at = step.node
      current = step.message
      within = step.frame
    }
  }

  #process(node: LiveNode, message: Message): NodeResult | Promise<NodeResult> {
    const started = performance.now()
    let result: NodeResult | Promise<NodeResult>
    try {
      result = (node.instance as NonNullable<LiveNode['instance']>).process(message, this)
    } catch (error) {
      result = failure(error instanceof Error ? error.message : String(error))
    }
    if (!(result instanceof Promise)) count(node, result, started)
    else {
      result = result.then(
        (late) => {
          count(node, late, started)
          return late
        },
        (error: unknown) => {
          const failed = failure(error instanceof Error ? error.message : String(error))
          count(node, failed, started)
          return failed
        },
      )
    }
    return result
  }

  /** Goes on when a node that had to wait has its result. */
  #follow(promise: Promise<NodeResult>, node: LiveNode, message: Message, frame: Frame | null): void {
    this.#waiting++
    void promise.then((result) => {
      if (result !== null) {
        const steps: Step[] = []
        this.#route(result, { node, message, frame }, steps)
        for (const step of steps) this.#walk(step.node, step.message, step.frame)
      }
      if (--this.#waiting === 0) this.#host.finished(this)
    })
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
        if (first) steps.push({ node: first, message: from.message, frame: { node: from.node, outer: from.frame } })
        break
      }
      case 'leave':
        if (from.frame) {
          const caller: Step = { node: from.frame.node, message: from.message, frame: from.frame.outer }
          this.#routeEmission(emit(from.node.name), caller, steps, false)
        } else {
          const error = 'No chain called this one; an output node works in called chains only.'
          this.#routeEmission(failure(error), from, steps, false)
        }
    }
  }

  #routeEmission(emission: Emission, from: Step, steps: Step[], isCopy: boolean): void {
    const { relations } = emission
    let targets: readonly LiveNode[] | undefined
    if (typeof relations === 'string') targets = linksOf(from.node, relations)
    else {
      // Labels that differ in case alone name the same links; a link is followed once.
      const lists = new Set<readonly LiveNode[]>()
      for (const relation of relations) {
        const links = linksOf(from.node, relation)
        if (links) lists.add(links)
      }
      targets = [...lists].flat()
    }
    if (!targets || targets.length === 0) {
      this.#end(from.node, emission)
      return
    }
    const message = emission.message ?? from.message
    for (const node of targets) {
      const own = isCopy || targets.length > 1 ? { ...message, id: this.#host.newId() } : message
      steps.push({ node, message: own, frame: from.frame })
    }
  }

  /** No link takes the emission: well done, unless it is a failure. */
  #end(node: LiveNode, { relations, error }: Emission): void {
    if (relations !== 'Failure') return
    this.fail(`The node "${node.name}" of the chain "${node.chain.name}" failed: ${error ?? 'it emitted Failure'}`)
  }
}

function count(node: LiveNode, result: NodeResult, started: number): void {
  const { stats } = node
  stats.processed++
  stats.ms += performance.now() - started
  if (result !== null && 'relations' in result && result.relations === 'Failure') stats.failed++
}

const isList = (result: Exclude<NodeResult, null>): result is readonly Emission[] => Array.isArray(result)
