/** Tests periodic jobs: intervals, overlap, failures, leases and stopping. The test controls the intervals. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { createTestGuard } from '../guard/guard-testing.ts'
import { currentWork, type Work } from '../guard/work.ts'
import { StoreFailed } from '../storage/storage.ts'
import { createJobs, type Job, type JobsDeps } from './jobs.ts'
import type { Leases } from './leases.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function start({ leases, guard }: { leases?: Leases; guard?: JobsDeps['guard'] } = {}) {
  const registry = new Registry()
  const logged: { of: object; text: string }[] = []
  const intervals = new Map<number, () => void>()
  const jobs = createJobs({
    registry,
    log: { error: (of: object, text?: string) => void logged.push({ of, text: text ?? '' }) },
    ...(leases && { leases }),
    ...(guard && { guard }),
    repeat(everyMs, work) {
      intervals.set(everyMs, work)
      return () => intervals.delete(everyMs)
    },
  })
  const add = (job: Partial<Job>) =>
    jobs.add({ name: 'old-entries', everyMs: 1000, nodes: 'every', failure: 'Not deleted.', run: () => {}, ...job })
  async function metric(name: string, job = 'old-entries') {
    const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] }
    return values.find(({ labels }) => labels.job === job)?.value
  }
  return { jobs, add, logged, intervals, metric, elapse: (everyMs: number) => intervals.get(everyMs)?.() }
}

/** Work that ends when the test ends it. */
function held() {
  let runs = 0
  let end = () => {}
  return {
    runs: () => runs,
    end: () => end(),
    run: () => {
      runs++
      return new Promise<void>((resolve) => {
        end = resolve
      })
    },
  }
}

test('a job runs at its interval; one that says so also at the start', async () => {
  const { jobs, add, elapse, metric } = start()
  const ran: string[] = []
  add({ name: 'first', everyMs: 1, runsAtStart: true, run: () => ran.push('first') })
  add({ name: 'second', everyMs: 2, run: () => ran.push('second') })
  jobs.start()
  await turn()
  assert.deepEqual(ran, ['first'])
  elapse(2)
  await turn()
  assert.deepEqual(ran, ['first', 'second'])
  assert.equal(await metric('sonde_job_runs_total', 'first'), 1)
  assert.ok(Number(await metric('sonde_job_last_run_timestamp_seconds', 'first')) > 0)
  assert.ok(Number(await metric('sonde_job_last_duration_seconds', 'first')) >= 0)
})

test('an interval that ends while the job runs is skipped; runSoon runs it once more', async () => {
  const { jobs, add, elapse } = start()
  const work = held()
  const job = add({ run: work.run })
  jobs.start()
  elapse(1000)
  elapse(1000)
  work.end()
  await turn()
  assert.equal(work.runs(), 1)
  elapse(1000)
  job.runSoon()
  job.runSoon()
  assert.equal(work.runs(), 2)
  work.end()
  await turn()
  assert.equal(work.runs(), 3)
  work.end()
  await turn()
  assert.equal(work.runs(), 3)
})

test('a failed run is logged and counted, and the next interval runs again', async () => {
  const { jobs, add, elapse, logged, metric } = start()
  let runs = 0
  add({
    run: () => {
      if (runs++ === 0) throw new Error('broken')
    },
  })
  jobs.start()
  assert.equal(await metric('sonde_job_failures_total'), 0)
  elapse(1000)
  await turn()
  elapse(1000)
  await turn()
  assert.equal(runs, 2)
  assert.deepEqual(
    logged.map(({ text }) => text),
    ['Not deleted.'],
  )
  assert.equal(await metric('sonde_job_failures_total'), 1)
  assert.equal(await metric('sonde_job_runs_total'), 2)
})

test('a store that fails has logged that itself; the run is counted', async () => {
  const { jobs, add, elapse, logged, metric } = start()
  add({ run: () => Promise.reject(new StoreFailed('The disk is full.')) })
  jobs.start()
  elapse(1000)
  await turn()
  assert.deepEqual(logged, [])
  assert.equal(await metric('sonde_job_failures_total'), 1)
})

test('a job for one node runs where the lease is, and releases it after a failure too', async () => {
  const held = new Set<string>()
  let isFree = false
  const leases: Leases = {
    acquire: async (job) => isFree && !!held.add(job),
    release: async (job) => void held.delete(job),
  }
  const { jobs, add, elapse } = start({ leases })
  let runs = 0
  add({
    nodes: 'one',
    run: () => {
      runs++
      assert.ok(held.has('old-entries'))
      throw new Error('broken')
    },
  })
  add({ name: 'own-memory', everyMs: 2, run: () => runs++ })
  jobs.start()
  elapse(1000)
  await turn()
  assert.equal(runs, 0)
  elapse(2)
  await turn()
  assert.equal(runs, 1)
  isFree = true
  elapse(1000)
  await turn()
  assert.equal(runs, 2)
  assert.equal(held.size, 0)
})

test('stopping ends the intervals, signals long work and waits for it', async () => {
  const { jobs, add, elapse, intervals } = start()
  const work = held()
  let isAborted = false
  const job = add({
    run: (signal) => {
      signal.addEventListener('abort', () => {
        isAborted = true
      })
      return work.run()
    },
  })
  jobs.start()
  elapse(1000)
  job.runSoon()
  let isStopped = false
  const stopping = jobs.stop().then(() => {
    isStopped = true
  })
  await turn()
  assert.ok(isAborted)
  assert.equal(isStopped, false)
  work.end()
  await stopping
  assert.equal(intervals.size, 0)
  job.runSoon()
  assert.equal(work.runs(), 1)
})

test('runs begin with the start; names are used once and before it', async () => {
  const { jobs, add } = start()
  let runs = 0
  const job = add({ run: () => runs++ })
  job.runSoon()
  assert.equal(runs, 0)
  assert.throws(() => add({}), /two jobs named old-entries/)
  jobs.start()
  assert.throws(() => add({ name: 'late' }), /late is added after the start/)
})

test('what a callback of a job throws fails its run, and the next interval tries again', async () => {
  const guard = createTestGuard()
  const { jobs, add, elapse, metric, logged } = start({ guard })
  let runs = 0
  let begun = (_run: Work | undefined) => {}
  add({
    run() {
      runs++
      begun(currentWork())
      return new Promise(() => {})
    },
  })
  jobs.start()
  const running = new Promise<Work | undefined>((resolve) => {
    begun = resolve
  })
  elapse(1000)
  const work = await running
  // Like the process error handler (guard.test.ts).
  work?.failed(new Error('a callback'))
  await turn()
  assert.deepEqual(guard.caught, ['job: a callback'])
  assert.equal(await metric('sonde_job_failures_total'), 1)
  assert.equal(logged.length, 1)
  elapse(1000)
  await turn()
  assert.equal(runs, 2)
  work?.failed(new Error('late'))
  assert.equal(runs, 2)
})
