/**
 * Threads for user scripts, and who gets them.
 *
 * Calls of one turn travel in batches. A tenant has one batch on its way, and while no other waits a second behind it, so
 * that the thread works while the main one takes results. Tenants share the threads by time (time-shares.ts): when one
 * has had its turn and another waits, it gets back what has not begun. Tenants with a slow call in the last minute share
 * one thread, so that the others need not wait for calls of a second; a further thread starts only while calls hold up
 * those that are there. So slow scripts delay their own tenant.
 *
 * The watch ends a thread whose call goes on beyond its time (a native operation never asks for the time) or whose
 * memory has grown; the call at fault fails, the others run on a new thread. Where it is not known which call that is,
 * each runs alone.
 */

import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Limits } from '../limits/limits.ts'
import { type Sharer, TimeShares } from '../turns/time-shares.ts'
import {
  type FromScriptThread,
  progressBatch,
  progressCall,
  progressIsExact,
  progressSlots,
  progressYield,
  type ScriptRun,
  type ScriptThreadData,
  type ToScriptThread,
} from './script-protocol.ts'
import { ScriptError, type ScriptFault } from './script-results.ts'
import type { ScriptLimits, ScriptSource } from './script-sandbox.ts'

/** Calls that travel together, and the UTF-16 units of their texts but for the last one's. */
const batchCallsMax = 128
const batchUnitsMax = 64 * 1024
/** Batches of a tenant on a thread; and what is so little that it goes as one. */
const batchesMax = 2
const batchCallsMin = 16
/** A tenant's turn while others wait, ms. */
const turnMs = 50
/** A call that takes longer is slow; so is its tenant from then on for so long, ms. */
const slowCallMs = 100
const slowMs = 60_000
/** WebAssembly memory at which a thread is replaced. */
const threadBytesMax = 96 * 1024 * 1024
/** How long a call may hold up others before a further thread starts. */
const heldUpMs = 100
/** Beyond the time limit, before the thread is ended. */
const graceMs = 250
const watchIntervalMs = 50
/** A thread that takes longer to begin is given up. */
const threadStartMsMax = 30_000
/** Tenants remembered without calls; more are forgotten. */
const tenantsMax = 1_000
/** Progress of a batch whose first call has not begun. */
const notBegun = -1
const idleMs = 60_000
/** The stack of the thread; QuickJS recurses on it, below its own stack limit. */
const threadStackMb = 8

export interface PooledScript {
  readonly id: number
  readonly tenantId: string
  readonly source: ScriptSource
  /** Hears how each run ended that began: null, or why it failed. */
  ended(fault: ScriptFault | null): void
}

/** What a script is called with. */
export interface ScriptCallInput {
  /** As it came; a script gets it parsed. */
  readonly data: string
  /** JSON text; empty: the script does not look at them. */
  readonly metadata: string
  readonly type: string
}

export interface ScriptPool {
  /** The JSON text of the result. Rejects with `ScriptError`. */
  run(script: PooledScript, input: ScriptCallInput): Promise<string>
  /** Compiles the script and keeps nothing of it. Rejects with `ScriptError`. */
  check(script: PooledScript): Promise<void>
  drop(script: PooledScript): void
  stop(): Promise<void>
  readonly stats: { readonly threads: number; readonly waiting: number; readonly recycled: number }
}

interface Call {
  readonly script: PooledScript
  /** null: compile only. */
  readonly input: ScriptCallInput | null
  readonly resolve: (text: string) => void
  readonly reject: (error: ScriptError) => void
  /** It was on a thread that had to be ended: it travels alone from now on. */
  isSuspect: boolean
}

interface Tenant extends Sharer {
  readonly id: string
  /** Until then it shares a thread with other slow ones (monotonic ms). */
  slowUntil: number
  /** What it used of its turn, ms. */
  turnUsedMs: number
  /** The queue that it waits in; null: it is on a thread, or has nothing to run. */
  queue: TimeShares<Tenant> | null
  waiting: Call[]
  /** Where its batches are; null: it waits for its turn, or nothing waits. */
  thread: Thread | null
}

interface Batch {
  readonly number: number
  readonly calls: readonly Call[]
  answered: number
}

interface Thread {
  readonly worker: Worker
  readonly progress: Int32Array
  readonly known: Set<number>
  /** Whose batches it has. */
  tenant: Tenant | null
  /** The first one runs; fewer than `batchesMax`, or as many. */
  batches: Batch[]
  batchesSent: number
  /** The call that the watch saw last, and since when (monotonic ms). */
  seenAt: number
  seenSince: number
  idleSince: number
  /** Its tenant's turn is over. */
  isYielding: boolean
  isEnded: boolean
}

export interface ScriptPoolParts {
  readonly limits: ScriptLimits
  readonly log: Pick<Logger, 'warn' | 'debug'>
  readonly threadsMax: number
  readonly tenantLimits: Pick<Limits, 'of' | 'refused' | 'measure'>
}

export function createScriptPool({ limits, log, threadsMax, tenantLimits }: ScriptPoolParts): ScriptPool {
  const tenants = new Map<string, Tenant>()
  const quick = new TimeShares<Tenant>()
  const slow = new TimeShares<Tenant>()
  const threads = new Set<Thread>()
  let isScheduled = false
  let isStopped = false
  let waiting = 0
  let recycled = 0
  let watch: NodeJS.Timeout | null = null

  tenantLimits.measure('scriptCalls', (tenantId) => tenants.get(tenantId)?.waiting.length ?? 0)

  function call(script: PooledScript, input: ScriptCallInput | null): Promise<string> {
    return new Promise((resolve, reject) => {
      if (isStopped) return reject(new ScriptError('gone', 'The platform is stopping.'))
      let tenant = tenants.get(script.tenantId)
      if (!tenant) {
        if (tenants.size >= tenantsMax) forgetIdle()
        tenant = {
          id: script.tenantId,
          waiting: [],
          thread: null,
          queue: null,
          slowUntil: 0,
          turnUsedMs: 0,
          virtualMs: 0,
          place: -1,
        }
        tenants.set(tenant.id, tenant)
      }
      if (tenant.waiting.length >= tenantLimits.of(tenant.id, 'scriptCalls')) {
        return reject(new ScriptError('blocked', tenantLimits.refused(tenant.id, 'scriptCalls')))
      }
      tenant.waiting.push({ script, input, resolve, reject, isSuspect: false })
      waiting++
      if (!tenant.thread) wait(tenant)
      schedule()
    })
  }

  function forgetIdle() {
    for (const [id, tenant] of tenants) {
      if (!tenant.thread && tenant.waiting.length === 0 && tenant.slowUntil < performance.now()) tenants.delete(id)
    }
  }

  const isSlow = ({ slowUntil }: Tenant) => performance.now() < slowUntil

  /** Puts a tenant with calls into its queue. */
  function wait(tenant: Tenant) {
    if (tenant.queue) return
    tenant.queue = isSlow(tenant) ? slow : quick
    tenant.queue.add(tenant)
  }

  const waitingTenants = () => quick.size + slow.size

  /** The tenant whose turn it is on a free thread. */
  function nextTenant(): Tenant | undefined {
    let slowThreads = 0
    for (const { tenant } of threads) if (tenant && isSlow(tenant)) slowThreads++
    // With one thread in all, it is for everybody.
    const maySlow = slowThreads === 0 || threadsMax === 1
    const tenant = quick.next() ?? (maySlow ? slow.next() : undefined)
    if (tenant) tenant.queue = null
    return tenant
  }

  /** Later in this turn, so that the calls of the turn travel together. */
  function schedule() {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      dispatch()
    })
  }

  function dispatch() {
    if (isStopped) return
    if (threads.size === 0 && waitingTenants() > 0) startThread()
    for (const thread of threads) {
      if (!thread.tenant) {
        const tenant = nextTenant()
        if (!tenant) continue
        thread.tenant = tenant
        tenant.thread = thread
        tenant.turnUsedMs = 0
      }
      while (canSend(thread, thread.tenant)) send(thread, thread.tenant)
      if (isTurnOver(thread.tenant)) endTurn(thread)
    }
  }

  const isTurnOver = ({ turnUsedMs }: Tenant) => turnUsedMs >= turnMs && waitingTenants() > 0

  const canSend = ({ batches, isYielding }: Thread, tenant: Tenant) =>
    !isYielding &&
    tenant.waiting.length > 0 &&
    batches.length < (waitingTenants() > 0 ? 1 : batchesMax) &&
    !isTurnOver(tenant)

  /** The thread gives back what it has not begun. */
  function endTurn(thread: Thread) {
    if (thread.isYielding || thread.batches.length === 0) return
    thread.isYielding = true
    Atomics.store(thread.progress, progressYield, 1)
  }

  function send(thread: Thread, tenant: Tenant) {
    // The first batch leaves something for the second: from then on one runs while the other is taken in.
    const { length } = tenant.waiting
    const most = thread.batches.length === 0 && length >= 2 * batchCallsMin ? length >> 1 : length
    const count = batchSize(tenant.waiting, Math.min(most, batchCallsMax))
    const calls = count === length ? tenant.waiting : tenant.waiting.slice(0, count)
    tenant.waiting = calls === tenant.waiting ? [] : tenant.waiting.slice(count)
    waiting -= count
    const batch: Batch = { number: ++thread.batchesSent, calls, answered: 0 }
    thread.batches.push(batch)
    if (thread.batches.length === 1) {
      thread.seenAt = notBegun
      thread.seenSince = performance.now()
      Atomics.store(thread.progress, progressCall, notBegun)
      thread.worker.ref()
    }
    post(thread, messageOf(thread, tenant.id, batch))
    watch ??= setInterval(look, watchIntervalMs)
  }

  function messageOf(thread: Thread, tenantId: string, { number, calls }: Batch): ToScriptThread {
    const first = calls[0] as Call
    if (first.input === null) return { kind: 'check', batch: number, tenantId, source: first.script.source }
    const sources: [number, ScriptSource][] = []
    const runs: ScriptRun[] = []
    let from = 0
    for (let i = 1; i <= calls.length; i++) {
      const { script } = calls[from] as Call
      if (calls[i]?.script === script) continue
      if (!thread.known.has(script.id)) {
        thread.known.add(script.id)
        sources.push([script.id, script.source])
      }
      runs.push(runOf(script, calls, from, i))
      from = i
    }
    return { kind: 'run', batch: number, tenantId, sources, runs }
  }

  const post = (thread: Thread, message: ToScriptThread) => thread.worker.postMessage(message)

  function startThread() {
    const progress = new Int32Array(new SharedArrayBuffer(progressSlots * Int32Array.BYTES_PER_ELEMENT))
    const data: ScriptThreadData = { limits, progress }
    const worker = new Worker(new URL('./script-thread.ts', import.meta.url), {
      workerData: data,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: threadStackMb },
    })
    const thread: Thread = {
      worker,
      progress,
      known: new Set(),
      tenant: null,
      batches: [],
      batchesSent: 0,
      seenAt: notBegun,
      seenSince: 0,
      idleSince: performance.now(),
      isYielding: false,
      isEnded: false,
    }
    threads.add(thread)
    worker.on('message', (message: FromScriptThread) => receive(thread, message))
    worker.on('error', (error) => end(thread, `The script broke its thread: ${error.message}`))
    worker.on('exit', () => end(thread, 'The thread of the script ended.'))
  }

  function receive(thread: Thread, answer: FromScriptThread) {
    const { first, texts, faults, ms, isYielded, bytes, isBroken } = answer
    const [batch] = thread.batches
    if (!batch || thread.isEnded) return
    if (thread.tenant) used(thread.tenant, ms)
    let fault = 0
    for (let i = 0; i < texts.length; i++) {
      const call = batch.calls[first + i] as Call
      const failure = faults[fault]?.[0] === i ? faults[fault++]?.[1] : undefined
      if (failure) fail(call, new ScriptError(failure.fault, failure.message))
      else {
        if (call.input) call.script.ended(null)
        call.resolve(texts[i] as string)
      }
    }
    batch.answered = first + texts.length
    thread.seenSince = performance.now()
    if (isBroken || (bytes > threadBytesMax && batch.answered === batch.calls.length)) {
      return end(thread, null)
    }
    const { tenant } = thread
    if (isYielded) giveBack(thread, batch)
    else if (batch.answered < batch.calls.length) {
      if (tenant && isTurnOver(tenant)) endTurn(thread)
      return
    }
    thread.batches.shift()
    if (thread.batches.length > 0 || (tenant && canSend(thread, tenant))) return schedule()
    free(thread)
    schedule()
  }

  /** Calls of a batch that have not begun wait again, before the others. */
  function giveBack({ tenant }: Thread, { calls, answered }: Batch) {
    if (!tenant) return
    const rest = calls.slice(answered)
    tenant.waiting = [...rest, ...tenant.waiting]
    waiting += rest.length
  }

  function used(tenant: Tenant, ms: number) {
    tenant.turnUsedMs += ms
    if (ms > slowCallMs) tenant.slowUntil = performance.now() + slowMs
    quick.charge(tenant, ms)
  }

  /** The turn of the thread's tenant is over. */
  function free(thread: Thread) {
    const { tenant } = thread
    thread.batches = []
    thread.tenant = null
    thread.isYielding = false
    Atomics.store(thread.progress, progressYield, 0)
    thread.idleSince = performance.now()
    thread.worker.unref()
    if (!tenant) return
    tenant.thread = null
    if (tenant.waiting.length > 0) wait(tenant)
  }

  /**
   * Ends a thread. With `blame` the call it was at fails, where that is known; calls not yet answered go to another
   * thread, one by one.
   */
  function end(thread: Thread, blame: string | null) {
    if (thread.isEnded) return
    thread.isEnded = true
    threads.delete(thread)
    void thread.worker.terminate()
    if (isStopped) return
    recycled++
    log.debug({ blame }, 'script thread replaced')
    const { tenant } = thread
    if (tenant) {
      const guilty = blame === null ? null : guiltyCall(thread)
      if (guilty) fail(guilty, new ScriptError('time', blame ?? ''))
      const unanswered = thread.batches.flatMap(({ calls, answered }) => calls.slice(answered))
      const rest = unanswered.filter((call) => call !== guilty)
      for (const call of rest) call.isSuspect = true
      tenant.waiting = [...rest, ...tenant.waiting]
      waiting += rest.length
    }
    free(thread)
    dispatch()
  }

  /** Notices calls that go on too long, calls that hold up others, and threads with nothing to do. */
  function look() {
    const now = performance.now()
    let isHeldUp = waitingTenants() > 0 && threads.size < threadsMax
    for (const thread of [...threads]) {
      if (!thread.tenant) {
        isHeldUp = false
        if (now - thread.idleSince > idleMs) retire(thread)
        continue
      }
      const at = Atomics.load(thread.progress, progressCall)
      if (at !== thread.seenAt) {
        thread.seenAt = at
        thread.seenSince = now
      }
      if (at === notBegun || now - thread.seenSince < heldUpMs) isHeldUp = false
      // A thread that is still starting has begun nothing: its time is not the script's.
      const allowedMs = at === notBegun ? threadStartMsMax : limits.timeMs + graceMs
      if (now - thread.seenSince > allowedMs) {
        log.warn({ tenantId: thread.tenant.id }, 'a script did not stop at its time limit; its thread was ended')
        thread.tenant.slowUntil = now + slowMs
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
      if ([...threads].some((thread) => thread.tenant)) watch.ref()
      else watch.unref()
    }
  }

  function retire(thread: Thread) {
    thread.isEnded = true
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
    async stop() {
      isStopped = true
      if (watch) clearInterval(watch)
      const gone = new ScriptError('gone', 'The platform is stopping.')
      for (const tenant of tenants.values()) for (const call of tenant.waiting) call.reject(gone)
      for (const { batches } of threads) for (const { calls } of batches) for (const call of calls) call.reject(gone)
      for (const tenant of tenants.values()) tenant.queue?.remove(tenant)
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

function fail({ script, input, reject }: Call, error: ScriptError) {
  if (input) script.ended(error.fault)
  reject(error)
}

/** How many of the waiting calls travel together, in order: such as run, not too many, and none that is suspect. */
function batchSize(waiting: readonly Call[], callsMax: number): number {
  let units = 0
  for (let i = 0; i < callsMax; i++) {
    const { input, isSuspect } = waiting[i] as Call
    if (input === null || isSuspect) return Math.max(i, 1)
    if (units > batchUnitsMax) return i
    units += input.data.length + input.metadata.length
  }
  return callsMax
}

function runOf(script: PooledScript, calls: readonly Call[], from: number, to: number): ScriptRun {
  const lengths: number[] = []
  let text = ''
  for (let i = from; i < to; i++) {
    const { input } = calls[i] as Call
    if (!input) continue
    text += input.data + input.metadata + input.type
    lengths.push(input.data.length, input.metadata.length, input.type.length)
  }
  return { script: script.id, text, lengths }
}

/** The call that a thread is at; null when that is not known. A call that travelled alone is always known. */
function guiltyCall({ progress, batches: [batch] }: Thread): Call | null {
  if (batch?.number !== Atomics.load(progress, progressBatch)) return null
  if (batch.calls.length === 1) return batch.calls[0] ?? null
  if (Atomics.load(progress, progressIsExact) === 0) return null
  return batch.calls[Atomics.load(progress, progressCall)] ?? null
}
