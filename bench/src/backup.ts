/**
 * Backup under load: remaining throughput, and duration of the backup.
 *
 * The store is filled with sensor points first (`SONDE_BENCH_POINTS`, 10 million by default). Backups of a small store
 * end before a throughput can be measured, so they are repeated until the load has run for a while.
 */

import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runLoad } from '@sonde/simulator/load/load'
import { projectRoot, startPlatform, temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { createWorld } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { fillStore } from './filled-store.ts'
import { median, type Row } from './report.ts'

const pointsDefault = 10_000_000
const connections = 100
const rounds = 3
const secondsAlone = 10
const secondsMin = 10

interface Backup {
  readonly seconds: number
  readonly fileBytes: number
}

async function backUp(dataFolder: string, file: string): Promise<Backup> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(projectRoot, 'tools/sonde.mjs'), 'backup', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SONDE_DATA: dataFolder },
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`The backup ended with code ${code}`)
  const backup = { seconds: (performance.now() - started) / 1000, fileBytes: statSync(file).size }
  rmSync(file)
  return backup
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

export async function benchBackup(): Promise<Row[]> {
  const points = Number(process.env.SONDE_BENCH_POINTS ?? pointsDefault)
  return withCleanUp(async (t) => {
    const folder = temporaryFolder(t)
    const dataFolder = join(folder, 'data')
    mkdirSync(dataFolder)
    fillStore(dataFolder, points)
    const platform = await startPlatform(t, { dataFolder })
    const world = await createWorld(platform)
    const tokens: string[] = []
    for (let i = 0; i < connections; i++) tokens.push((await world.device(`Load ${i}`)).token)
    const payload = (connection: number, n: number): Buffer =>
      Buffer.from(`{"temperature":${20 + (n % 100) / 100},"humidity":${40 + (connection % 50) / 10},"count":${n}}`)
    const target = { host: '127.0.0.1', port: platform.mqttPort, tokens, payload, inFlight: 20 }
    await runLoad({ ...target, seconds: 5 })

    const ratios: number[] = []
    const alone: number[] = []
    const during: number[] = []
    const p99s: number[] = []
    const backups: Backup[] = []
    let logBytes = 0
    async function loadAlone(): Promise<number> {
      const { acked, seconds, lost } = await runLoad({ ...target, seconds: secondsAlone })
      if (lost > 0) throw new Error(`${lost} messages were never acknowledged`)
      return acked / seconds
    }
    let before = await loadAlone()
    for (let i = 0; i < rounds; i++) {
      const stop = new AbortController()
      const load = runLoad({ ...target, seconds: 3600, signal: stop.signal })
      const watch = setInterval(() => {
        logBytes = Math.max(logBytes, sizeOf(join(dataFolder, 'sonde.db-wal')))
      }, 50)
      const started = performance.now()
      try {
        do backups.push(await backUp(dataFolder, join(folder, 'backup.tar')))
        while (performance.now() - started < secondsMin * 1000)
      } finally {
        clearInterval(watch)
        stop.abort()
      }
      const { acked, seconds, lost, latencies } = await load
      if (lost > 0) throw new Error(`${lost} messages were never acknowledged`)
      // The store and its journal grow, so the throughput is compared with the mean of before and after the backup.
      const after = await loadAlone()
      const without = (before + after) / 2
      before = after
      alone.push(without)
      during.push(acked / seconds)
      ratios.push(acked / seconds / without)
      p99s.push(latencies.percentileMs(0.99))
    }
    const count = (value: number) => Math.round(value).toLocaleString('en')
    const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
    return [
      {
        what: `Backup of ${count(points / 1e6)} M points under load: throughput while it runs, against before and after`,
        reference: '',
        mustReach: '≥ 0.8 ×',
        measured: `${median(ratios).toFixed(2)} × (${count(median(during))} of ${count(median(alone))} msg/s; ack p99 ${median(p99s).toFixed(0)} ms)`,
      },
      {
        what: 'That backup: time, size of its file, largest write-ahead log',
        reference: '',
        mustReach: '',
        measured: `${median(backups.map(({ seconds }) => seconds)).toFixed(1)} s, ${mb(median(backups.map(({ fileBytes }) => fileBytes)))}, ${mb(logBytes)}`,
      },
    ]
  })
}
