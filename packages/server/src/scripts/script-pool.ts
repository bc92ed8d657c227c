/**
 * Worker threads for user scripts, and their scheduling among tenants.
 *
 * Calls of one event loop turn are sent in batches. A tenant has one batch on its thread, or two while no other tenant
 * waits, so that the thread stays busy while the main thread takes results. Tenants share the threads by time
 * (time-shares.ts): when a tenant's slice ends and another one waits, calls that haven't started return to its queue.
 * Tenants with a slow call in the last minute share one thread, so that others don't wait for calls that take a second;
 * on
 * that thread they share the time with quick tenants. A further thread starts only while calls delay others on all
 * existing
 * threads. Slow scripts therefore delay mainly their own tenant.
 *
 * The watch terminates a thread whose call exceeds its time limit (a native operation can't be interrupted by QuickJS).
 * The
 * responsible call fails, and the others run on a new thread. If the responsible call is unknown, each call runs alone.
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

/** Maximum batches of a tenant on a thread. */
const batchesMax = 2
/** Time slice of a tenant while others wait, ms. */
const turnMs = 50
/** A call longer than `slowCallMs` marks its tenant as slow for `slowMs`, ms. */
const slowCallMs = 100
const slowMs = 60_000
/** Time that a call may delay other tenants before a further thread starts, ms. */
const heldUpMs = 100
/** Additional time after the time limit before the thread is terminated, ms. */
const graceMs = 250
const watchIntervalMs = 50
/** Maximum start time of a thread, ms; a thread that takes longer is terminated. */
const threadStartMsMax = 30_000
/** Maximum number of cached tenants; beyond it, idle tenants are evicted. */
const tenantsMax = 1_000
const idleMs = 60_000
/** Stack of the thread, MB. QuickJS recurses on it; its own stack limit is lower. */
const threadStackMb = 8

export interface ScriptPool {
  /** Resolves with the JSON text of the result. Rejects with `ScriptError`. */
  run(script: PooledScript, input: ScriptCallInput): Promise<string>
  /** Compiles the script without storing the result. Rejects with `ScriptError`. */
  check(script: PooledScript): Promise<void>
  drop(script: PooledScript): void
  /** Called for a deleted tenant: its waiting calls fail as `gone`. A running call finishes. */
  forget(tenantId: string): void
  stop(): Promise<void>
  readonly stats: { readonly threads: number; readonly waiting: number; readonly recycled: number }
}

interface Tenant extends Sharer {
  readonly id: string
  /** Until this time the tenant counts as slow and shares a thread with other slow ones (monotonic ms). */
  slowUntil: number
  /** Used part of the current time slice, ms. */
  turnUsedMs: number
  isGone: boolean
  /** Calls that aren't on a thread; empty while the tenant is resting. */
  waiting: ScriptCall[]
  state: TenantState
}

/** `resting`: nothing to run. `queued`: waits for a thread. `running`: has batches on a thread. */
type TenantState = { readonly at: 'resting' | 'running' } | { readonly at: 'queued'; readonly queue: TenantQueue }

/** Queue of the quick or of the slow tenants; the two queues share the time as two tenants would. */
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
  /** `sinceMs` is monotonic. */
  { readonly at: 'idle'; readonly sinceMs: number } | ThreadTurn | { readonly at: 'ended' }

/** The thread runs scripts of a tenant. */
interface ThreadTurn {
  readonly at: 'turn'
  readonly tenant: Tenant
  /** At most `batchesMax`; the first one is running. */
  readonly batches: ScriptBatch[]
  /** The time slice ended; the thread returns calls that haven't started. */
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
  /** The non-empty queues among `quick` and `slow`. */
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

  /** Adds a tenant with waiting calls to its queue. */
  function wait(tenant: Tenant) {
    if (tenant.state.at === 'queued') return
    const queue = isSlow(tenant) ? slow : quick
    tenant.state = { at: 'queued', queue }
    queue.tenants.add(tenant)
    queues.add(queue)
  }

  const waitingTenants = () => quick.tenants.size + slow.tenants.size

  /** The tenant that gets a free thread next. */
  function nextTenant(): Tenant | undefined {
    let slowThreads = 0
    for (const { state } of threads) if (state.at === 'turn' && isSlow(state.tenant)) slowThreads++
    // If there's only one thread, quick and slow tenants share it.
    const maySlow = slowThreads === 0 || threadsMax === 1
    const queue = maySlow ? queues.next() : quick
    const tenant = queue?.tenants.next()
    if (!queue || !tenant) return undefined
    queues.remove(queue)
    if (queue.tenants.size > 0) queues.add(queue)
    tenant.state = running
    return tenant
  }

  /** Dispatches in a later microtask, so that calls of the same event loop turn form a batch. */
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

  /** The current turn of the thread, or a new turn for the next tenant; undefined if no tenant waits. */
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

  /** Tells the thread to return calls that haven't started. */
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

  /** Queues calls that haven't started, or must run again, ahead of the others. */
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

  /** Ends the tenant's turn on the thread. */
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
   * Terminates a thread. The call that it was running, if known, fails with `blame`. Other unanswered calls run again
   * on
   * another thread, one by one.
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

  /**
   * Periodic check: terminates threads with calls over the time limit, starts a thread if calls delay others, and
   * retires
   * idle threads.
   */
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
      // A thread that is still starting hasn't begun a call, so the script's time limit doesn't apply.
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
      // The timer keeps the process alive only while a call runs.
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
      // A later call with this tenant ID creates a new entry.
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
