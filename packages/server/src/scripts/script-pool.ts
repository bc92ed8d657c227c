/**
 * Threads for user scripts, and who gets them.
 *
 * Calls of one turn travel in one batch. A tenant has at most one batch on its way, and tenants take turns; a second
 * thread starts only while a call holds up the first one. So a script that never ends delays its own tenant.
 *
 * The watch ends a thread whose call goes on beyond its time (a native operation never asks for the time) or whose
 * memory has grown; the call at fault fails, those behind it run on a new thread.
 */

import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { FromScriptThread, ScriptThreadData, ToScriptThread } from './script-protocol.ts'
import { ScriptError } from './script-results.ts'
import type { SandboxResult, ScriptLimits, ScriptSource } from './script-sandbox.ts'

/** Calls that travel together. */
const batchCallsMax = 128
/** Calls of one tenant that wait; further ones fail. The engine's own bound is lower. */
const waitingCallsMax = 50_000
/** WebAssembly memory at which a thread is replaced. */
const threadBytesMax = 96 * 1024 * 1024
/** How long a call may hold up others before a further thread starts. */
const heldUpMs = 100
/** Beyond the time limit, before the thread is ended. */
const graceMs = 250
const watchIntervalMs = 50
/** A thread that takes longer to begin is given up. */
const threadStartMsMax = 30_000
/** Progress of a batch whose first call has not begun. */
const notBegun = -1
const idleMs = 60_000
/** The stack of the thread; QuickJS recurses on it, below its own stack limit. */
const threadStackMb = 8

export interface PooledScript {
  readonly id: number
  readonly tenantId: string
  readonly source: ScriptSource
}

export interface ScriptPool {
  /** The JSON text of the result. Rejects with `ScriptError`. */
  run(script: PooledScript, input: string): Promise<string>
  /** Compiles the script and keeps nothing of it. Rejects with `ScriptError`. */
  check(script: PooledScript): Promise<void>
  drop(script: PooledScript): void
  stop(): Promise<void>
  readonly stats: { readonly threads: number; readonly waiting: number; readonly recycled: number }
}

interface Call {
  readonly script: PooledScript
  /** null: compile only. */
  readonly input: string | null
  readonly resolve: (text: string) => void
  readonly reject: (error: ScriptError) => void
}

interface Tenant {
  readonly id: string
  waiting: Call[]
  isRunning: boolean
}

interface Thread {
  readonly worker: Worker
  readonly progress: Int32Array
  readonly known: Set<number>
  batch: { tenant: Tenant; calls: Call[]; answered: number } | null
  /** The call that the watch saw last, and since when (monotonic ms). */
  seenAt: number
  seenSince: number
  idleSince: number
  isEnded: boolean
}

export interface ScriptPoolParts {
  readonly limits: ScriptLimits
  readonly log: Pick<Logger, 'warn' | 'debug'>
  readonly threadsMax: number
}

export function createScriptPool({ limits, log, threadsMax }: ScriptPoolParts): ScriptPool {
  const tenants = new Map<string, Tenant>()
  let ready: Tenant[] = []
  const threads = new Set<Thread>()
  let isScheduled = false
  let isStopped = false
  let waiting = 0
  let recycled = 0
  let watch: NodeJS.Timeout | null = null

  function call(script: PooledScript, input: string | null): Promise<string> {
    return new Promise((resolve, reject) => {
      if (isStopped) return reject(new ScriptError('gone', 'The platform is stopping.'))
      let tenant = tenants.get(script.tenantId)
      if (!tenant) {
        tenant = { id: script.tenantId, waiting: [], isRunning: false }
        tenants.set(tenant.id, tenant)
      }
      if (tenant.waiting.length >= waitingCallsMax) {
        const message = `${waitingCallsMax} script calls wait already; make the scripts faster or send less.`
        return reject(new ScriptError('blocked', message))
      }
      if (tenant.waiting.length === 0 && !tenant.isRunning) ready.push(tenant)
      tenant.waiting.push({ script, input, resolve, reject })
      waiting++
      schedule()
    })
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
    if (threads.size === 0 && ready.length > 0) startThread()
    for (const thread of threads) {
      if (ready.length === 0) return
      if (!thread.batch) send(thread, ready.shift() as Tenant)
    }
  }

  function send(thread: Thread, tenant: Tenant) {
    const calls = tenant.waiting.length <= batchCallsMax ? tenant.waiting : tenant.waiting.slice(0, batchCallsMax)
    tenant.waiting = calls === tenant.waiting ? [] : tenant.waiting.slice(batchCallsMax)
    waiting -= calls.length
    tenant.isRunning = true
    const sources: [number, ScriptSource][] = []
    const scripts: number[] = []
    const inputs: (string | null)[] = []
    for (const { script, input } of calls) {
      if (!thread.known.has(script.id)) {
        thread.known.add(script.id)
        sources.push([script.id, script.source])
      }
      scripts.push(script.id)
      inputs.push(input)
    }
    thread.batch = { tenant, calls, answered: 0 }
    thread.seenAt = notBegun
    thread.seenSince = performance.now()
    Atomics.store(thread.progress, 0, notBegun)
    thread.worker.ref()
    post(thread, { kind: 'run', tenantId: tenant.id, sources, scripts, inputs })
    watch ??= setInterval(look, watchIntervalMs)
  }

  const post = (thread: Thread, message: ToScriptThread) => thread.worker.postMessage(message)

  function startThread() {
    const progress = new Int32Array(new SharedArrayBuffer(4))
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
      batch: null,
      seenAt: notBegun,
      seenSince: 0,
      idleSince: performance.now(),
      isEnded: false,
    }
    threads.add(thread)
    worker.on('message', (message: FromScriptThread) => receive(thread, message))
    worker.on('error', (error) => end(thread, `The script broke its thread: ${error.message}`))
    worker.on('exit', () => end(thread, 'The thread of the script ended.'))
  }

  function receive(thread: Thread, { first, results, bytes, isBroken }: FromScriptThread) {
    const { batch } = thread
    if (!batch || thread.isEnded) return
    for (let i = 0; i < results.length; i++) answer(batch.calls[first + i] as Call, results[i] as SandboxResult)
    batch.answered = first + results.length
    if (isBroken || (bytes > threadBytesMax && batch.answered === batch.calls.length)) {
      return end(thread, null)
    }
    if (batch.answered < batch.calls.length) return
    free(thread)
    dispatch()
  }

  function free(thread: Thread) {
    const { batch } = thread
    thread.batch = null
    thread.idleSince = performance.now()
    thread.worker.unref()
    if (!batch) return
    batch.tenant.isRunning = false
    if (batch.tenant.waiting.length > 0) ready.push(batch.tenant)
    else tenants.delete(batch.tenant.id)
  }

  function answer({ resolve, reject }: Call, result: SandboxResult) {
    if (typeof result === 'string') resolve(result)
    else reject(new ScriptError(result.fault, result.message))
  }

  /** Ends a thread. With `blame` the call it was at fails; calls not yet answered go to another thread. */
  function end(thread: Thread, blame: string | null) {
    if (thread.isEnded) return
    thread.isEnded = true
    threads.delete(thread)
    void thread.worker.terminate()
    if (isStopped) return
    recycled++
    log.debug({ blame }, 'script thread replaced')
    const { batch } = thread
    if (batch) {
      let rest = batch.answered
      if (blame !== null) {
        // Calls between the last answer and the one at fault were answered by nobody and run again.
        const guilty = Math.max(rest, Math.min(Atomics.load(thread.progress, 0), batch.calls.length - 1))
        const call = batch.calls[guilty] as Call
        call.reject(new ScriptError('time', blame))
        batch.tenant.waiting = [
          ...batch.calls.slice(rest, guilty),
          ...batch.calls.slice(guilty + 1),
          ...batch.tenant.waiting,
        ]
        rest++
      } else {
        batch.tenant.waiting = [...batch.calls.slice(rest), ...batch.tenant.waiting]
      }
      waiting += batch.calls.length - rest
    }
    free(thread)
    dispatch()
  }

  /** Notices calls that go on too long, calls that hold up others, and threads with nothing to do. */
  function look() {
    const now = performance.now()
    let isHeldUp = ready.length > 0 && threads.size < threadsMax
    for (const thread of [...threads]) {
      if (!thread.batch) {
        isHeldUp = false
        if (now - thread.idleSince > idleMs) retire(thread)
        continue
      }
      const at = Atomics.load(thread.progress, 0)
      if (at !== thread.seenAt) {
        thread.seenAt = at
        thread.seenSince = now
      }
      if (at === notBegun || now - thread.seenSince < heldUpMs) isHeldUp = false
      // A thread that is still starting has begun nothing: its time is not the script's.
      const allowedMs = at === notBegun ? threadStartMsMax : limits.timeMs + graceMs
      if (now - thread.seenSince > allowedMs) {
        log.warn({ tenantId: thread.batch.tenant.id }, 'a script did not stop at its time limit; its thread was ended')
        end(thread, `The script ran longer than ${limits.timeMs} ms and was stopped.`)
      }
    }
    if (isHeldUp) {
      startThread()
      dispatch()
    }
    if (threads.size === 0 && ready.length === 0 && watch) {
      clearInterval(watch)
      watch = null
    } else if (watch) {
      // The watch keeps the process only while a call runs.
      if ([...threads].some((thread) => thread.batch)) watch.ref()
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
      for (const { batch } of threads) for (const call of batch?.calls ?? []) call.reject(gone)
      tenants.clear()
      ready = []
      waiting = 0
      await Promise.all([...threads].map((thread) => thread.worker.terminate()))
      threads.clear()
    },
    get stats() {
      return { threads: threads.size, waiting, recycled }
    },
  }
}
