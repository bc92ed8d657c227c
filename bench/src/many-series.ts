/**
 * Startup with very many series: 2 million over 2,000 devices, of one point each, after kill -9 and after a regular
 * stop.
 */

import { fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { peakMb } from '../../e2e/durability/process-memory.ts'
import { type CleanUp, startPlatform, temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { withCleanUp } from './clean-up.ts'
import { median, type Row } from './report.ts'

const devices = 2_000
const keys = 1_000
const rounds = 3

/** Resolves when all points are stored and the filling process was killed. */
async function fillAndKill(dataFolder: string): Promise<void> {
  const path = fileURLToPath(new URL('./many-series-fill.ts', import.meta.url))
  const child = fork(path, [dataFolder, String(devices), String(keys)])
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`The store was not filled: exit code ${code}.`)))
  })
  child.kill('SIGKILL')
  await exit
}

/** Time to the first response, ms, and peak resident memory, MB. */
async function start(t: CleanUp, dataFolder: string) {
  const began = performance.now()
  const platform = await startPlatform(t, { dataFolder })
  await (await fetch(`${platform.baseUrl}/health`)).arrayBuffer()
  const ms = performance.now() - began
  const mb = peakMb(platform.pid)
  await platform.stop()
  return { ms, mb }
}

export async function benchManySeries(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const dataFolder = join(temporaryFolder(t), 'data')
    mkdirSync(dataFolder, { mode: 0o700 })
    await fillAndKill(dataFolder)
    const killed = await start(t, dataFolder)
    const stopped = []
    for (let i = 0; i < rounds; i++) stopped.push(await start(t, dataFolder))
    const text = (ms: number, mb: number) => `${(ms / 1000).toFixed(2)} s, ${mb.toFixed(0)} MB`
    const row = (what: string, measured: string): Row => ({
      what,
      measured,
      reference: '',
      mustReach: '≤ 3 s, ≤ 512 MB',
    })
    return [
      row('Start with 2 million series of 2,000 devices, after kill -9', text(killed.ms, killed.mb)),
      row('The same after a stop', text(median(stopped.map(({ ms }) => ms)), Math.max(...stopped.map(({ mb }) => mb)))),
    ]
  })
}
