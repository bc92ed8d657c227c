/**
 * Schedules the work of the tenants in the rule engine.
 *
 * Each tenant has a queue of messages that haven't started and queues of work to continue: late results, paused runs
 * and
 * originators whose next message can start. Tenants share the event loop by time (time-shares.ts). A turn of the engine
 * lasts `turnMs`, then yields to socket I/O.
 *
 * A tenant isn't scheduled while its rule chains are loading, nor while its backlog of uncommitted outcomes is too
 * large.
 */

import type { Guard } from '../../guard/guard.ts'
import { asNobody } from '../../guard/work.ts'
import type { JournalledMessage } from '../../messages/message.ts'
import { Fifo } from '../../turns/fifo.ts'
import { type Sharer, TimeShares } from '../../turns/time-shares.ts'
import type { LateResult, MessageRun } from './message-run.ts'

/** Time per turn of the event loop for messages before it yields to socket I/O, ms. */
const turnMs = 5
/** Time slice of a tenant, ms: long enough that the cost of switching between tenants is negligible. */
const tenantTurnMs = 1
/** Maximum weight (`outcomeWeight`) of a tenant's uncommitted outcomes. At this weight the tenant waits. */
const outcomeWeightMax = 1024 * 1024

/** Work that a tenant can continue. A string is the ID of an originator whose next message can start. */
export type Continuation = LateResult | string

export interface EngineTenant extends Sharer {
  readonly id: string
  readonly inbox: Fifo<JournalledMessage>
  readonly ready: Fifo<Continuation>
  /** Runs that exceeded their slice; they alternate with the inbox. */
  readonly paused: Fifo<MessageRun>
  isPausedNext: boolean
  /** The tenant's rule chains are loading. */
  isHeld: boolean
  /** Total `outcomeWeight` of the tenant's uncommitted outcomes. */
  outcomeWeight: number
}

export interface EngineQueuesDeps {
  /** Runs one step of the tenant. */
  readonly step: (tenant: EngineTenant) => void
  readonly guard: Pick<Guard, 'uncaught'>
  /** Called after each turn. */
  readonly turnEnded: () => void
}

export interface EngineQueues {
  of(tenantId: string): EngineTenant
  /** Schedules the tenant if it has work. */
  wake(tenant: EngineTenant): void
  forget(tenantId: string): void
  stop(): void
}

export function createEngineQueues({ step, guard, turnEnded }: EngineQueuesDeps): EngineQueues {
  const tenants = new Map<string, EngineTenant>()
  const shares = new TimeShares<EngineTenant>()
  let last: EngineTenant | null = null
  let isScheduled = false
  let isStopped = false

  const canWork = ({ inbox, ready, paused, isHeld, outcomeWeight }: EngineTenant): boolean =>
    !isHeld && outcomeWeight < outcomeWeightMax && (inbox.length > 0 || ready.length > 0 || paused.length > 0)

  const scheduleTurn = () => void setImmediate(turn)

  function schedule() {
    if (isScheduled || isStopped) return
    isScheduled = true
    // `setImmediate` runs after the responses of this event loop turn were written to their sockets.
    asNobody(scheduleTurn)
  }

  /** Runs a step. An error in it doesn't affect the other tenants. */
  function stepOf(tenant: EngineTenant) {
    try {
      step(tenant)
    } catch (error) {
      guard.uncaught(error)
    }
  }

  function turn() {
    isScheduled = false
    let now = performance.now()
    const until = now + turnMs
    while (now < until && !isStopped) {
      const tenant = shares.next()
      if (!tenant) break
      const started = now
      const ownUntil = Math.min(until, started + tenantTurnMs)
      while (now < ownUntil && !isStopped && canWork(tenant)) {
        stepOf(tenant)
        now = performance.now()
      }
      shares.charge(tenant, now - started)
      if (canWork(tenant)) shares.add(tenant)
    }
    if (shares.size > 0) schedule()
    turnEnded()
  }

  return {
    of(tenantId) {
      if (last !== null && last.id === tenantId) return last
      let tenant = tenants.get(tenantId)
      if (!tenant) {
        tenant = {
          id: tenantId,
          inbox: new Fifo(),
          ready: new Fifo(),
          paused: new Fifo(),
          isPausedNext: false,
          isHeld: false,
          outcomeWeight: 0,
          virtualMs: 0,
          place: -1,
        }
        tenants.set(tenantId, tenant)
      }
      last = tenant
      return tenant
    },
    wake(tenant) {
      if (isStopped || !canWork(tenant)) return
      shares.add(tenant)
      schedule()
    },
    forget(tenantId) {
      const tenant = tenants.get(tenantId)
      if (!tenant) return
      // Releases the hold, so that the deleted tenant's remaining messages are drained.
      tenant.isHeld = false
      if (canWork(tenant)) shares.add(tenant)
      else if (tenant.outcomeWeight === 0) tenants.delete(tenantId)
      last = null
      if (shares.size > 0) schedule()
    },
    stop() {
      isStopped = true
    },
  }
}
