/**
 * Periodic work of the server: each job is registered by name with its interval, and is run by this module.
 *
 * A job never overlaps itself: an interval that ends while the job runs is skipped. A failure is logged and counted,
 * and the next interval tries again. Components have no timers for such work, so their tests call the work directly.
 */

import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type Guard, noGuard } from '../guard/guard.ts'
import { asNobody, runAs } from '../guard/work.ts'
import { StoreFailed } from '../storage/storage.ts'
import { type Leases, singleNodeLeases } from './leases.ts'

export interface Job {
  /** Name in metrics and in the log. */
  readonly name: string
  readonly everyMs: number
  /** `one`: works on the store, which nodes share, and requires the lease. `every`: works on a node's memory. */
  readonly nodes: 'one' | 'every'
  /** True: also runs when the server starts. */
  readonly runsAtStart?: boolean
  /** Log message of a failed run. */
  readonly failure: string
  /** The signal is aborted when the server stops. Long work should end early then. */
  run(signal: AbortSignal): unknown
}

export interface RegisteredJob {
  /**
   * Runs the job without waiting for the interval. If it is running, it runs once more afterward. Only works between
   * start and stop.
   */
  runSoon(): void
}

export interface Jobs {
  add(job: Job): RegisteredJob
  start(): void
  /** Starts no further runs and waits for the running ones. */
  stop(): Promise<void>
}

export interface JobsDeps {
  readonly registry: Registry
  readonly log: Pick<Logger, 'error'>
  readonly leases?: Leases
  readonly guard?: Pick<Guard, 'work'>
  /** Calls `work` periodically until the returned function is called. Tests pass their own. */
  readonly repeat?: (everyMs: number, work: () => void) => () => void
}

function repeatByTimer(everyMs: number, work: () => void): () => void {
  const timer = setInterval(work, everyMs).unref()
  return () => clearInterval(timer)
}

export function createJobs(deps: JobsDeps): Jobs {
  const { registry, log, leases = singleNodeLeases, repeat = repeatByTimer, guard = noGuard } = deps
  const metrics = createMetrics(registry)
  const jobs = new Map<string, { readonly everyMs: number; readonly runsAtStart: boolean; runSoon(): void }>()
  const running = new Set<Promise<void>>()
  const stopped = new AbortController()
  let endings: (() => void)[] = []
  let phase: 'made' | 'started' | 'stopped' = 'made'

  async function runOnce(job: Job): Promise<void> {
    if (job.nodes === 'one' && !(await leases.acquire(job.name))) return
    const startMs = performance.now()
    // An error thrown by a callback fails the run. Otherwise, the run would wait for the callback forever.
    const { promise: fault, reject } = Promise.withResolvers<never>()
    fault.catch(() => undefined)
    const work = guard.work({ part: 'job', fields: () => ({ job: job.name }), end: reject })
    try {
      await Promise.race([fault, runAs(work, async () => job.run(stopped.signal))])
    } finally {
      const labels = { job: job.name }
      metrics.runs.inc(labels)
      metrics.seconds.set(labels, (performance.now() - startMs) / 1000)
      metrics.lastRun.setToCurrentTime(labels)
      if (job.nodes === 'one') await leases.release(job.name)
    }
  }

  /** Never rejects. */
  async function runGuarded(job: Job): Promise<void> {
    try {
      await runOnce(job)
    } catch (error) {
      metrics.failures.inc({ job: job.name })
      // A failing store logs that itself.
      if (!(error instanceof StoreFailed)) log.error({ err: error, job: job.name }, job.failure)
    }
  }

  function add(job: Job): RegisteredJob {
    if (phase !== 'made') throw new Error(`The job ${job.name} is added after the start`)
    if (jobs.has(job.name)) throw new Error(`There are two jobs named ${job.name}`)
    let state: 'idle' | 'running' | 'wantedAgain' = 'idle'
    // Initializes both counters, so that an alert on failures has a first value.
    metrics.runs.inc({ job: job.name }, 0)
    metrics.failures.inc({ job: job.name }, 0)

    function begin() {
      state = 'running'
      // Isn't charged to the call that requested the run.
      const run = asNobody(() => runGuarded(job)).then(() => {
        running.delete(run)
        const isWanted = state === 'wantedAgain'
        state = 'idle'
        if (isWanted && phase === 'started') begin()
      })
      running.add(run)
    }

    function runSoon() {
      if (phase !== 'started') return
      if (state === 'idle') begin()
      else state = 'wantedAgain'
    }

    jobs.set(job.name, {
      everyMs: job.everyMs,
      runsAtStart: job.runsAtStart === true,
      // An interval that ends while the job runs is skipped.
      runSoon: () => void (state === 'idle' && runSoon()),
    })
    return { runSoon }
  }

  return {
    add,
    start() {
      if (phase !== 'made') return
      phase = 'started'
      endings = [...jobs.values()].map(({ everyMs, runSoon }) => repeat(everyMs, runSoon))
      for (const { runsAtStart, runSoon } of jobs.values()) if (runsAtStart) runSoon()
    },
    async stop() {
      phase = 'stopped'
      for (const end of endings) end()
      stopped.abort()
      await Promise.all(running)
    },
  }
}

function createMetrics(registry: Registry) {
  const common = { labelNames: ['job' as const], registers: [registry] }
  return {
    runs: new Counter({ ...common, name: 'sonde_job_runs_total', help: 'Runs of a periodic job' }),
    failures: new Counter({ ...common, name: 'sonde_job_failures_total', help: 'Failed runs of a periodic job' }),
    lastRun: new Gauge({
      ...common,
      name: 'sonde_job_last_run_timestamp_seconds',
      help: 'When the last run of a periodic job ended',
    }),
    seconds: new Gauge({
      ...common,
      name: 'sonde_job_last_duration_seconds',
      help: 'How long the last run of a periodic job took',
    }),
  }
}
