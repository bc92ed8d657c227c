/**
 * Who of the tenants is next in the engine, and with what.
 *
 * A tenant waits here with messages that it has not begun, and with what it can continue: results that were waited for,
 * runs that had paused, originators whose next message may begin. Tenants share the event loop by time (time-shares.ts);
 * a turn of the engine lasts `turnMs` and then lets sockets be looked after.
 *
 * A tenant has no turn while its rule chains are read, and while its outcomes are stored more slowly than they are made.
 */

import type { Guard } from '../../guard/guard.ts'
import { asNobody } from '../../guard/work.ts'
import type { JournalledMessage } from '../../messages/message.ts'
import { Fifo } from '../../turns/fifo.ts'
import { type Sharer, TimeShares } from '../../turns/time-shares.ts'
import type { LateResult, MessageRun } from './message-run.ts'

/** Time that messages may take of one turn of the event loop before sockets are looked after again. */
const turnMs = 5
/** Time of a tenant's turn, ms: long enough that changing tenants costs nothing. */
const tenantTurnMs = 1
/** Weight of a tenant's outcomes on their way to the disk (`outcomeWeight`), above which it waits. */
const outcomeWeightMax = 1024 * 1024

/** What a tenant can continue; a text is an originator whose next message may begin. */
export type Continuation = LateResult | string

export interface EngineTenant extends Sharer {
  readonly id: string
  readonly inbox: Fifo<JournalledMessage>
  readonly ready: Fifo<Continuation>
  /** Runs that take long: they alternate with the inbox. */
  readonly paused: Fifo<MessageRun>
  isPausedNext: boolean
  /** Its rule chains are being read. */
  isHeld: boolean
  /** Of its outcomes that are not on disk yet. */
  outcomeWeight: number
}

export interface EngineQueuesDeps {
  /** Does one step of the tenant. */
  readonly step: (tenant: EngineTenant) => void
  readonly guard: Pick<Guard, 'uncaught'>
  /** After each turn. */
  readonly turnEnded: () => void
}

export interface EngineQueues {
  of(tenantId: string): EngineTenant
  /** The tenant may have something to do: it gets its turn. */
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
    // After the answers of this turn have gone to their sockets.
    asNobody(scheduleTurn)
  }

  /** Whatever goes wrong in a step, the others have their turns. */
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
      // What is left of its messages is not waited for.
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
