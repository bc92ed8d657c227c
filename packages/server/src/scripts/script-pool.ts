/**
 * Threads for user scripts, and who gets them.
 *
 * Calls of one turn travel in batches. A tenant has one batch on its way, and while no other waits a second behind it, so
 * that the thread works while the main one takes results. Tenants share the threads by time (time-shares.ts): when one
 * has had its turn and another waits, it gets back what has not begun. Tenants with a slow call in the last minute share
 * one thread, so that the others need not wait for calls of a second, and on that thread they share the time with the
 * quick ones; a further thread starts only while calls hold up those that are there. So slow scripts delay their own
 * tenant.
 *
 * The watch ends a thread whose call goes on beyond its time (a native operation never asks for the time); the call at
 * fault fails, the others run on a new thread. Where it is not known which call that is,
 * each runs alone.
 */

import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { type Guard, noGuard } from '../guard/guard.ts'
import { asNobody } from '../guard/work.ts'
import type { Limits } from '../limits/limits.ts'
import { type Sharer, TimeShares } from '../turns/time-shares.ts'
import {
  batchSize,
  fail,
  guiltyCall,
  messageOf,
  type PooledScript,
  type ScriptBatch,
  type ScriptCall,
  type ScriptCallInput,
  settle,
  unansweredCalls,
} from './script-batch.ts'
import { beginProgress, createProgress, lookAt, notBegun, setYield, type ThreadProgress } from './script-progress.ts'
import type { FromScriptThread, ScriptThreadData, ToScriptThread } from './script-protocol.ts'
import { ScriptError } from './script-results.ts'
import type { ScriptLimits } from './script-sandbox.ts'

/** Batches of a tenant on a thread. */
const batchesMax = 2
/** A tenant's turn while others wait, ms. */
const turnMs = 50
/** A call that takes longer is slow; so is its tenant from then on for so long, ms. */
const slowCallMs = 100
const slowMs = 60_000
/** How long a call may hold up others before a further thread starts. */
const heldUpMs = 100
/** Beyond the time limit, before the thread is ended. */
const graceMs = 250
const watchIntervalMs = 50
/** A thread that takes longer to begin is given up. */
const threadStartMsMax = 30_000
/** Tenants remembered without calls; more are forgotten. */
const tenantsMax = 1_000
const idleMs = 60_000
/** The stack of the thread; QuickJS recurses on it, below its own stack limit. */
const threadStackMb = 8

export interface ScriptPool {
  /** The JSON text of the result. Rejects with `ScriptError`. */
  run(script: PooledScript, input: ScriptCallInput): Promise<string>
  /** Compiles the script and keeps nothing of it. Rejects with `ScriptError`. */
  check(script: PooledScript): Promise<void>
  drop(script: PooledScript): void
  /** A tenant is gone: what waits of it fails as `gone`. A call that has begun ends. */
  forget(tenantId: string): void
  stop(): Promise<void>
  readonly stats: { readonly threads: number; readonly waiting: number; readonly recycled: number }
}

interface Tenant extends Sharer {
  readonly id: string
  /** Until then it shares a thread with other slow ones (monotonic ms). */
  slowUntil: number
  /** What it used of its turn, ms. */
  turnUsedMs: number
  isGone: boolean
  /** Calls that are not on a thread; while it rests there are none. */
  waiting: ScriptCall[]
  state: TenantState
}

/** `resting`: it has nothing to run. `queued`: it waits for its turn. `running`: a thread has its batches. */
type TenantState = { readonly at: 'resting' | 'running' } | { readonly at: 'queued'; readonly queue: TenantQueue }

/** Quick tenants, or slow ones; the two share the time like two tenants. */
interface TenantQueue extends Sharer {
  readonly tenants: TimeShares<Tenant>
}

const createTenantQueue = (): TenantQueue => ({ tenants: new TimeShares(), virtualMs: 0, place: -1 })

interface Thread {
  readonly worker: Worker
  readonly progress: ThreadProgress
  readonly known: Set<number>
  batchesSent: number
  state: ThreadState
}

type ThreadState =
  /** Monotonic ms. */
  { readonly at: 'idle'; readonly sinceMs: number } | ThreadTurn | { readonly at: 'ended' }

/** A tenant has the thread. */
interface ThreadTurn {
  readonly at: 'turn'
  readonly tenant: Tenant
  /** The first one runs; fewer than `batchesMax`, or as many. */
  readonly batches: ScriptBatch[]
  /** The turn is over: the thread gives back what it has not begun. */
  isYielding: boolean
}

const resting: TenantState = { at: 'resting' }
const running: TenantState = { at: 'running' }
const ended: ThreadState = { at: 'ended' }

export interface ScriptPoolDeps {
  readonly limits: ScriptLimits
  readonly log: Pick<Logger, 'warn' | 'debug'>
  readonly threadsMax: number
  readonly tenantLimits: Pick<Limits, 'of' | 'rejected' | 'measure'>
  readonly guard?: Pick<Guard, 'uncaught'>
  /** Monotonic ms. */
  readonly now?: () => number
}

export function createScriptPool({
  limits,
  log,
  threadsMax,
  tenantLimits,
  guard = noGuard,
  now = () => performance.now(),
}: ScriptPoolDeps): ScriptPool {
  const tenants = new Map<string, Tenant>()
  const quick = createTenantQueue()
  const slow = createTenantQueue()
  /** Those of the two with tenants. */
  const queues = new TimeShares<TenantQueue>()
  const threads = new Set<Thread>()
  const idleNow = (): ThreadState => ({ at: 'idle', sinceMs: now() })
  let phase: 'idle' | 'scheduled' | 'stopped' = 'idle'
  let waiting = 0
  let recycled = 0
  let watch: NodeJS.Timeout | null = null

  tenantLimits.measure('scriptCalls', (tenantId) => tenants.get(tenantId)?.waiting.length ?? 0)

  function call(script: PooledScript, input: ScriptCallInput | null): Promise<string> {
    return new Promise((resolve, reject) => {
      if (phase === 'stopped') return reject(new ScriptError('gone', 'The server is stopping.'))
      let tenant = tenants.get(script.tenantId)
      if (!tenant) {
        if (tenants.size >= tenantsMax) forgetIdle()
        tenant = {
          id: script.tenantId,
          waiting: [],
          state: resting,
          slowUntil: 0,
          turnUsedMs: 0,
          isGone: false,
          virtualMs: 0,
          place: -1,
        }
        tenants.set(tenant.id, tenant)
      }
      if (tenant.waiting.length >= tenantLimits.of(tenant.id, 'scriptCalls')) {
        return reject(new ScriptError('blocked', tenantLimits.rejected(tenant.id, 'scriptCalls')))
      }
      tenant.waiting.push({ script, input, resolve, reject, isSuspect: false })
      waiting++
      if (tenant.state.at !== 'running') wait(tenant)
      schedule()
    })
  }

  function forgetIdle() {
    for (const [id, tenant] of tenants) {
      if (tenant.state.at === 'resting' && tenant.slowUntil < now()) tenants.delete(id)
    }
  }

  const isSlow = ({ slowUntil }: Tenant) => now() < slowUntil

  /** Puts a tenant with calls into its queue. */
  function wait(tenant: Tenant) {
    if (tenant.state.at === 'queued') return
    const queue = isSlow(tenant) ? slow : quick
    tenant.state = { at: 'queued', queue }
    queue.tenants.add(tenant)
    queues.add(queue)
  }

  const waitingTenants = () => quick.tenants.size + slow.tenants.size

  /** The tenant whose turn it is on a free thread. */
  function nextTenant(): Tenant | undefined {
    let slowThreads = 0
    for (const { state } of threads) if (state.at === 'turn' && isSlow(state.tenant)) slowThreads++
    // With one thread in all, it is for everybody.
    const maySlow = slowThreads === 0 || threadsMax === 1
    const queue = maySlow ? queues.next() : quick
    const tenant = queue?.tenants.next()
    if (!queue || !tenant) return undefined
    queues.remove(queue)
    if (queue.tenants.size > 0) queues.add(queue)
    tenant.state = running
    return tenant
  }

  /** Later in this turn, so that the calls of the turn travel together. */
  function schedule() {
    if (phase !== 'idle') return
    phase = 'scheduled'
    asNobody(dispatchLater)
  }

  const dispatchLater = () =>
    queueMicrotask(() => {
      if (phase !== 'scheduled') return
      phase = 'idle'
      dispatch()
    })

  function dispatch() {
    if (phase === 'stopped') return
    if (threads.size === 0 && waitingTenants() > 0) startThread()
    for (const thread of threads) {
      const turn = turnOn(thread)
      if (!turn) continue
      while (canSend(turn)) send(thread, turn)
      if (isTurnOver(turn.tenant)) endTurn(thread, turn)
    }
  }

  /** The turn that the thread is in, or the next one; none when nobody waits for one. */
  function turnOn(thread: Thread): ThreadTurn | undefined {
    if (thread.state.at === 'turn') return thread.state
    const tenant = thread.state.at === 'idle' ? nextTenant() : undefined
    if (!tenant) return undefined
    tenant.turnUsedMs = 0
    const turn: ThreadTurn = { at: 'turn', tenant, batches: [], isYielding: false }
    thread.state = turn
    return turn
  }

  const isTurnOver = ({ turnUsedMs }: Tenant) => turnUsedMs >= turnMs && waitingTenants() > 0

  const canSend = ({ tenant, batches, isYielding }: ThreadTurn) =>
    !isYielding &&
    tenant.waiting.length > 0 &&
    batches.length < (waitingTenants() > 0 ? 1 : batchesMax) &&
    !isTurnOver(tenant)

  /** The thread gives back what it has not begun. */
  function endTurn({ progress }: Thread, turn: ThreadTurn) {
    if (turn.isYielding || turn.batches.length === 0) return
    turn.isYielding = true
    setYield(progress, true)
  }

  function send(thread: Thread, { tenant, batches }: ThreadTurn) {
    const { length } = tenant.waiting
    const count = batchSize(tenant.waiting, batches.length === 0)
    const calls = count === length ? tenant.waiting : tenant.waiting.slice(0, count)
    tenant.waiting = calls === tenant.waiting ? [] : tenant.waiting.slice(count)
    waiting -= count
    const batch: ScriptBatch = { number: ++thread.batchesSent, calls, answered: 0 }
    batches.push(batch)
    if (batches.length === 1) {
      beginProgress(thread.progress, now())
      thread.worker.ref()
    }
    post(thread, messageOf(thread.known, tenant.id, batch))
    watch ??= asNobody(() => setInterval(look, watchIntervalMs))
  }

  const post = (thread: Thread, message: ToScriptThread) => thread.worker.postMessage(message)

  function startThread() {
    const progress = createProgress()
    const data: ScriptThreadData = { limits, progress: progress.slots }
    const worker = new Worker(new URL('./script-thread.ts', import.meta.url), {
      workerData: data,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: threadStackMb },
    })
    const thread: Thread = { worker, progress, known: new Set(), batchesSent: 0, state: idleNow() }
    threads.add(thread)
    worker.on('message', (message: FromScriptThread) => {
      try {
        receive(thread, message)
      } catch (error) {
        guard.uncaught(error)
        end(thread, 'Its answer couldn’t be read.')
      }
    })
    worker.on('error', (error) => end(thread, `The script ended its thread: ${error.message}`))
    worker.on('exit', () => end(thread, 'The thread of the script ended.'))
  }

  function receive(thread: Thread, answer: FromScriptThread) {
    const { ms, isYielded } = answer
    const { state: turn } = thread
    if (turn.at !== 'turn') return
    const { tenant, batches } = turn
    const [batch] = batches
    if (!batch) return
    used(tenant, ms)
    settle(batch, answer)
    thread.progress.seenSince = now()
    if (isYielded) waitFirst(tenant, unansweredCalls(batch))
    else if (batch.answered < batch.calls.length) {
      if (isTurnOver(tenant)) endTurn(thread, turn)
      return
    }
    batches.shift()
    if (batches.length === 0 && !canSend(turn)) free(thread, tenant)
    schedule()
  }

  /** Calls that have not begun, or run once more, wait before the others. */
  function waitFirst(tenant: Tenant, calls: readonly ScriptCall[]) {
    if (tenant.isGone) return rejectGone(calls)
    tenant.waiting = [...calls, ...tenant.waiting]
    waiting += calls.length
  }

  function rejectGone(calls: readonly ScriptCall[]) {
    for (const call of calls) call.reject(new ScriptError('gone', 'The tenant was deleted.'))
  }

  function used(tenant: Tenant, ms: number) {
    tenant.turnUsedMs += ms
    if (ms > slowCallMs) tenant.slowUntil = now() + slowMs
    const queue = isSlow(tenant) ? slow : quick
    if (waitingTenants() === 0) {
      queue.tenants.goOn(tenant)
      queues.goOn(queue)
    }
    queue.tenants.charge(tenant, ms)
    queues.charge(queue, ms)
  }

  /** The turn of the tenant is over. */
  function free(thread: Thread, tenant: Tenant) {
    thread.state = idleNow()
    setYield(thread.progress, false)
    thread.worker.unref()
    leave(tenant)
  }

  function leave(tenant: Tenant) {
    tenant.state = resting
    if (tenant.waiting.length > 0) wait(tenant)
  }

  /**
   * Ends a thread. The call it was at fails with `blame`, where it is known; calls not yet answered go to another thread,
   * one by one.
   */
  function end(thread: Thread, blame: string) {
    const { state } = thread
    if (state.at === 'ended') return
    retire(thread)
    if (phase === 'stopped') return
    recycled++
    log.debug({ blame }, 'A script thread was replaced.')
    if (state.at === 'turn') {
      const { tenant, batches } = state
      const guilty = guiltyCall(thread.progress.slots, batches[0])
      if (guilty) fail(guilty, new ScriptError('time', blame))
      const rest = batches.flatMap(unansweredCalls).filter((call) => call !== guilty)
      for (const call of rest) call.isSuspect = true
      waitFirst(tenant, rest)
      leave(tenant)
    }
    dispatch()
  }

  /** Notices calls that go on too long, calls that hold up others, and threads with nothing to do. */
  function look() {
    const lookedMs = now()
    let isHeldUp = waitingTenants() > 0 && threads.size < threadsMax
    for (const thread of [...threads]) {
      const { state } = thread
      if (state.at !== 'turn') {
        isHeldUp = false
        if (state.at === 'idle' && lookedMs - state.sinceMs > idleMs) retire(thread)
        continue
      }
      const atCallMs = lookAt(thread.progress, lookedMs)
      const hasBegun = thread.progress.seenAt !== notBegun
      if (!hasBegun || atCallMs < heldUpMs) isHeldUp = false
      // A thread that is still starting has begun nothing: its time is not the script's.
      const allowedMs = hasBegun ? limits.timeMs + graceMs : threadStartMsMax
      if (atCallMs > allowedMs) {
        log.warn({ tenantId: state.tenant.id }, 'A script didn’t stop at its time limit. Its thread was replaced.')
        state.tenant.slowUntil = lookedMs + slowMs
        end(thread, `The script ran longer than ${limits.timeMs} ms and was stopped.`)
      }
    }
    if (isHeldUp) {
      startThread()
      dispatch()
    }
    if (threads.size === 0 && waitingTenants() === 0 && watch) {
      clearInterval(watch)
      watch = null
    } else if (watch) {
      // The watch keeps the process only while a call runs.
      if ([...threads].some(({ state }) => state.at === 'turn')) watch.ref()
      else watch.unref()
    }
  }

  function retire(thread: Thread) {
    thread.state = ended
    threads.delete(thread)
    void thread.worker.terminate()
  }

  return {
    run: call,
    async check(script) {
      await call(script, null)
    },
    drop(script) {
      for (const thread of threads) {
        if (thread.known.delete(script.id)) post(thread, { kind: 'drop', script: script.id })
      }
    },
    forget(tenantId) {
      const tenant = tenants.get(tenantId)
      if (!tenant) return
      // Whoever comes by this id again begins anew.
      tenants.delete(tenantId)
      tenant.isGone = true
      if (tenant.state.at === 'queued') {
        const { queue } = tenant.state
        queue.tenants.remove(tenant)
        if (queue.tenants.size === 0) queues.remove(queue)
        tenant.state = resting
      }
      const calls = tenant.waiting
      tenant.waiting = []
      waiting -= calls.length
      rejectGone(calls)
      for (const thread of threads) {
        if (thread.state.at === 'turn' && thread.state.tenant === tenant) endTurn(thread, thread.state)
      }
    },
    async stop() {
      phase = 'stopped'
      if (watch) clearInterval(watch)
      const gone = new ScriptError('gone', 'The server is stopping.')
      for (const tenant of tenants.values()) for (const call of tenant.waiting) call.reject(gone)
      for (const { state } of threads) {
        if (state.at === 'turn') for (const { calls } of state.batches) for (const call of calls) call.reject(gone)
      }
      for (const tenant of tenants.values()) if (tenant.state.at === 'queued') tenant.state.queue.tenants.remove(tenant)
      tenants.clear()
      waiting = 0
      await Promise.all([...threads].map((thread) => thread.worker.terminate()))
      threads.clear()
    },
    get stats() {
      return { threads: threads.size, waiting, recycled }
    },
  }
}
