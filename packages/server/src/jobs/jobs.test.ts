/** Periodic jobs: intervals, overlap, failures, leases and the end, with intervals that the test ends. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { StoreFailed } from '../storage/storage.ts'
import { createJobs, type Job } from './jobs.ts'
import type { Leases } from './leases.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function start(leases?: Leases) {
  const registry = new Registry()
  const logged: { of: object; text: string }[] = []
  const intervals = new Map<number, () => void>()
  const jobs = createJobs({
    registry,
    log: { error: (of: object, text?: string) => void logged.push({ of, text: text ?? '' }) },
    ...(leases && { leases }),
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

/** Work that ends when the test says so. */
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
  const { jobs, add, elapse } = start({
    acquire: async (job) => isFree && !!held.add(job),
    release: async (job) => void held.delete(job),
  })
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
