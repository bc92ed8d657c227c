/** State of the process and its machine, from the metrics that operators can also scrape. */

import { statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import type { ServerState } from '@sonde/model/system/server-state'
import type { Registry } from 'prom-client'
import type { Storage } from '../storage/storage.ts'

export interface ServerStateDeps {
  readonly version: string
  readonly dataFolder: string
  readonly storage: Pick<Storage, 'sizes' | 'journalLag'>
  readonly registry: Pick<Registry, 'getSingleMetric'>
  /** Reading of the process, in µs of CPU time and ms since its start. */
  readonly read?: () => CpuReading
}

export interface CpuReading {
  readonly usedUs: number
  readonly atMs: number
}

/** Minimum time between two readings of the CPU, ms: shorter ones fluctuate too much. */
const readingMsMin = 1_000

function readProcess(): CpuReading {
  const { user, system } = process.cpuUsage()
  return { usedUs: user + system, atMs: performance.now() }
}

export function createServerState({ version, dataFolder, storage, registry, read = readProcess }: ServerStateDeps) {
  const cores = availableParallelism()
  let last: CpuReading = { usedUs: 0, atMs: 0 }
  let share = 0

  /** Share of all cores since the last reading, first since the start of the process. */
  function cpuShare(): number {
    const now = read()
    const elapsedMs = now.atMs - last.atMs
    if (elapsedMs < readingMsMin) return share
    share = Math.min(1, Math.max(0, (now.usedUs - last.usedUs) / 1000 / elapsedMs / cores))
    last = now
    return share
  }

  /** 0 if the metric doesn't exist. */
  async function metricValue(name: string): Promise<number> {
    const metric = await registry.getSingleMetric(name)?.get()
    return metric?.values[0]?.value ?? 0
  }

  return async (): Promise<ServerState> => {
    const disk = await statfs(dataFolder).catch(() => null)
    return {
      version,
      startedAt: Math.round(performance.timeOrigin),
      cpu: { cores, share: cpuShare() },
      memory: { usedBytes: process.memoryUsage.rss(), totalBytes: totalmem() },
      disk: disk && { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
      databaseBytes: storage.sizes()?.databaseBytes ?? null,
      waitingMessages: storage.journalLag,
      deviceSessions: await metricValue('sonde_device_sessions'),
      webSockets: await metricValue('sonde_live_sessions'),
    }
  }
}
