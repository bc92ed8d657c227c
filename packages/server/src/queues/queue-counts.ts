/**
 * Counts processed messages by tenant, queue and outcome until the counts are drained.
 *
 * This runs for every message, so counting only adds to numbers and allocates nothing. Memory is allocated only for the
 * first message of a tenant after a drain, and for the first failure of a node after a drain.
 */

import { type QueueName, queueNames } from '@sonde/model/queues/queue'
import type { QueueStatisticsKey, RuleEngineException } from '@sonde/model/queues/queue-statistics'
import type { Clock } from '../clock.ts'

/**
 * Maximum number of nodes per tenant whose errors are recorded between drains; failures of further nodes are only
 * counted.
 */
export const queueErrorsMax = 20
/** Maximum characters of an error text; longer ones are truncated. */
export const queueErrorCharactersMax = 1_000

/** The node in which a message failed. */
export interface FailedNode {
  readonly id: string
  readonly name: string
  readonly chain: { readonly id: string; readonly name: string }
}

export interface QueueError {
  readonly queue: QueueName
  /** Epoch ms. */
  readonly ts: number
  readonly exception: RuleEngineException
}

export interface DrainedCounts {
  readonly tenantId: string
  readonly queues: readonly {
    readonly queue: QueueName
    readonly counts: Readonly<Record<QueueStatisticsKey, number>>
  }[]
  /** The latest error of each node, oldest first. */
  readonly errors: readonly QueueError[]
}

export interface QueueCounts {
  succeeded(tenantId: string, queueName: string): void
  /** `node` is null if the message failed before it reached a node. */
  failed(tenantId: string, queueName: string, node: FailedNode | null, reason: string): void
  /** A commit of the outcome failed and is retried. */
  triedAgain(tenantId: string, queueName: string): void
  /** The store permanently rejected the outcome of a message. `hadSucceeded`: it was counted as a success before. */
  rejected(tenantId: string, queueName: string, hadSucceeded: boolean, reason: string): void
  /** Ends the current iteration. */
  turnEnded(): void
}

/** Offsets of a queue's counters. */
const slot = {
  succeeded: 0,
  failed: 1,
  triedAgain: 2,
  iterations: 3,
  failedIterations: 4,
  turn: 5,
  failedTurn: 6,
} as const
const slots = 7

interface TenantCounts {
  readonly tenantId: string
  readonly sinceMs: number
  readonly numbers: Float64Array
  errors: Map<string, RecordedError> | null
}

/** Overwritten when the node fails again. */
interface RecordedError {
  queue: QueueName
  ts: number
  ruleChainId: string
  ruleChainName: string
  ruleNodeId: string
  ruleNodeName: string
  message: string
}

const startOf = (queueName: string): number =>
  queueName === queueNames[0] ? 0 : Math.max(0, queueNames.indexOf(queueName as QueueName)) * slots

export function createQueueCounts({ clock }: { readonly clock: Clock }) {
  const byTenant = new Map<string, TenantCounts>()
  /** The most recently used entry, because messages of one tenant usually come in a row. */
  let last: TenantCounts | null = null
  let turn = 1
  let drainedMs = clock.nowMs()

  function countsOf(tenantId: string): TenantCounts {
    if (last !== null && last.tenantId === tenantId) return last
    let counts = byTenant.get(tenantId)
    if (!counts) {
      const numbers = new Float64Array(queueNames.length * slots)
      counts = { tenantId, sinceMs: drainedMs, numbers, errors: null }
      byTenant.set(tenantId, counts)
    }
    last = counts
    return counts
  }

  function add(numbers: Float64Array, index: number, amount: number) {
    numbers[index] = (numbers[index] as number) + amount
  }

  /** An iteration is a turn of the engine in which at least one message of the queue finished. */
  function noteTurn(numbers: Float64Array, start: number) {
    if (numbers[start + slot.turn] === turn) return
    numbers[start + slot.turn] = turn
    add(numbers, start + slot.iterations, 1)
  }

  function noteFailedTurn(numbers: Float64Array, start: number) {
    noteTurn(numbers, start)
    if (numbers[start + slot.failedTurn] === turn) return
    numbers[start + slot.failedTurn] = turn
    add(numbers, start + slot.failedIterations, 1)
  }

  function noteError(counts: TenantCounts, start: number, node: FailedNode | null, reason: string) {
    counts.errors ??= new Map()
    const id = node?.id ?? ''
    const existing = counts.errors.get(id)
    if (!existing && counts.errors.size >= queueErrorsMax) return
    const error: RecordedError = existing ?? ({} as RecordedError)
    error.queue = queueNames[start / slots] as QueueName
    error.ts = clock.nowMs()
    error.ruleChainId = node?.chain.id ?? ''
    error.ruleChainName = node?.chain.name ?? ''
    error.ruleNodeId = id
    error.ruleNodeName = node?.name ?? ''
    error.message =
      reason.length > queueErrorCharactersMax ? `${reason.slice(0, queueErrorCharactersMax - 1)}…` : reason
    if (!existing) counts.errors.set(id, error)
  }

  function failed(tenantId: string, queueName: string, node: FailedNode | null, reason: string) {
    const counts = countsOf(tenantId)
    const start = startOf(queueName)
    add(counts.numbers, start + slot.failed, 1)
    noteFailedTurn(counts.numbers, start)
    noteError(counts, start, node, reason)
  }

  return {
    succeeded(tenantId: string, queueName: string): void {
      const { numbers } = countsOf(tenantId)
      const start = startOf(queueName)
      add(numbers, start + slot.succeeded, 1)
      noteTurn(numbers, start)
    },

    failed,

    triedAgain(tenantId: string, queueName: string): void {
      const { numbers } = countsOf(tenantId)
      const start = startOf(queueName)
      add(numbers, start + slot.triedAgain, 1)
      noteFailedTurn(numbers, start)
    },

    rejected(tenantId: string, queueName: string, hadSucceeded: boolean, reason: string): void {
      const { numbers } = countsOf(tenantId)
      const succeeded = startOf(queueName) + slot.succeeded
      if (!hadSucceeded) return
      // The success may have been drained already.
      if ((numbers[succeeded] as number) > 0) add(numbers, succeeded, -1)
      failed(tenantId, queueName, null, reason)
    },

    turnEnded(): void {
      turn++
    },

    /**
     * Returns and resets the counts of tenants that have been counted for at least `leastMs`. Other tenants' counts
     * remain.
     */
    drain(leastMs: number): DrainedCounts[] {
      drainedMs = clock.nowMs()
      last = null
      const taken: DrainedCounts[] = []
      for (const counts of byTenant.values()) {
        if (drainedMs - counts.sinceMs < leastMs) continue
        byTenant.delete(counts.tenantId)
        taken.push(drainedOf(counts))
      }
      return taken
    },

    forget(tenantId: string): void {
      last = null
      byTenant.delete(tenantId)
    },
  } satisfies QueueCounts & Record<string, unknown>
}

function drainedOf({ tenantId, numbers, errors }: TenantCounts): DrainedCounts {
  const queues = queueNames.flatMap((queue, index) => {
    const of = (name: keyof typeof slot) => numbers[index * slots + slot[name]] as number
    const [succeeded, failed, triedAgain] = [of('succeeded'), of('failed'), of('triedAgain')]
    const total = succeeded + failed + triedAgain
    if (total === 0) return []
    const counts: Record<QueueStatisticsKey, number> = {
      totalMsgs: total,
      successfulMsgs: succeeded,
      // The journal has no timeouts: it neither drops nor repeats messages for being late.
      tmpTimeout: 0,
      tmpFailed: triedAgain,
      timeoutMsgs: 0,
      failedMsgs: failed,
      successfulIterations: of('iterations') - of('failedIterations'),
      failedIterations: of('failedIterations'),
    }
    return { queue, counts }
  })
  const retained = [...(errors?.values() ?? [])].sort((a, b) => a.ts - b.ts)
  return { tenantId, queues, errors: retained.map(errorOf) }
}

function errorOf({ queue, ts, message, ...place }: RecordedError): QueueError {
  return { queue, ts, exception: place.ruleNodeId === '' ? { message } : { ...place, message } }
}
