/**
 * What became of messages, counted by tenant and queue until somebody takes the figures.
 *
 * This is on the way of every message: counting one adds to a few numbers and makes nothing. Only the first message of a
 * tenant after its figures were taken makes an entry, and only a node that fails for the first time since then an error.
 */

import { type QueueName, queueNames } from '@sonde/model/queues/queue'
import type { QueueStatisticsKey, RuleEngineException } from '@sonde/model/queues/queue-statistics'
import type { Clock } from '../clock.ts'

/** Nodes of a tenant whose errors are kept between two takings; those of others are counted alone. */
export const queueErrorsMax = 20
/** Characters of an error's text; the rest is cut off. */
export const queueErrorCharactersMax = 1_000

/** Where a message failed. */
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
  /** The last one of each node, oldest first. */
  readonly errors: readonly QueueError[]
}

export interface QueueCounts {
  succeeded(tenantId: string, queueName: string): void
  /** `node` is null when the message came to none. */
  failed(tenantId: string, queueName: string, node: FailedNode | null, reason: string): void
  /** The store did not take the outcome; it is handed over once more. */
  triedAgain(tenantId: string, queueName: string): void
  /** The store refused the outcome of a message for good; `hadSucceeded`: it was counted as a success. */
  rejected(tenantId: string, queueName: string, hadSucceeded: boolean, reason: string): void
  /** What is counted from here on belongs to another iteration. */
  turnEnded(): void
}

/** Numbers of a queue, one after the other. */
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

/** Written over when the node fails again. */
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
  /** The one counted last: messages of a tenant come together. */
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

  /** An iteration is a turn of the engine in which messages of the queue were finished. */
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
      // Its success may have been taken already.
      if ((numbers[succeeded] as number) > 0) add(numbers, succeeded, -1)
      failed(tenantId, queueName, null, reason)
    },

    turnEnded(): void {
      turn++
    },

    /** The figures of tenants that are counted for at least `leastMs`; they start from zero. Those of others stay. */
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
      // The journal gives no message up and takes none twice for being late.
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
