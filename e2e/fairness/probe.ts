/**
 * What a tenant notices while others misbehave: a REST call and a QoS 1 publish every 50 ms, from a process of its own.
 *
 *     const platform = await startMeasured(t)              // before other programs of the machine, where it may
 *     const probe = await startProbe(t, platform, world)   // resolves when it is warm
 *     … the attack …
 *     const figures = await probe.stop()                   // { rest, ack, rssMax, lateMs }
 *     assertUnharmed(t, figures)                           // no refusals, no stall, memory; prints the figures
 *
 * Calls are sent when they are due, whether the ones before are answered or not, so a stall of a second counts as twenty
 * slow calls and not as one. What has no answer at the end counts with the time that it has waited. `probe.restart()`
 * and `probe.look()` are for tests that take one step after the other on one server.
 *
 * Times are printed, beside how long the probe and the server had to wait for a processor (`lateMs`, `waitMs`) and how
 * much of the processors programs had that are no part of the test (`foreign`). No time is held against a number but a
 * stall. A load belongs into a process of its own, too: `startOwnProcess(t, './some-load.ts', 'load')`.
 */

import assert from 'node:assert/strict'
import { pbkdf2Sync } from 'node:crypto'
import { peakMb } from '../durability/process-memory.ts'
import { type CleanUp, type Platform, type PlatformOptions, startPlatform } from '../platform/start-platform.ts'
import type { World } from '../platform/world.ts'
import { type NamedTest, noteFigures } from './figures.ts'
import { asKind, startOwnProcess } from './own-process.ts'

/**
 * How long an attack goes on, ms: long enough for what is held to be used up. Figures want more of it, and quiet around
 * them: `npm run bench -- fairness`.
 */
export const attackMs = Number(process.env.SONDE_ATTACK_MS ?? 700)

/** Starts the server that is measured. */
export const startMeasured = (t: CleanUp, options: PlatformOptions = {}): Promise<Platform> =>
  startPlatform(t, { ...options, wrapper: asKind('probe') })

/** Milliseconds. */
export interface Quantiles {
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly n: number
}

export interface ProbeFigures {
  readonly rest: Quantiles
  readonly ack: Quantiles
  /** Calls that were answered with something else than 200, and why; publishes that ended with their connection. */
  readonly failures: readonly string[]
  /** The most that the server ever had resident, MB. */
  readonly rssMax: number
  readonly lateMs: number
  /** How long the server's main thread waited for a processor while a sample was on its way, ms (p99). */
  readonly waitMs: number
  /** Part of the processors that programs had which are no part of the test. */
  readonly foreign: number
}

/** Calls since the probe is warm, or since it was restarted. */
export interface ProbeCounts {
  readonly rest: { readonly sent: number; readonly answered: number }
  readonly ack: { readonly sent: number; readonly answered: number }
}

export interface Probe {
  /** Forgets what was measured until now. */
  restart(): Promise<void>
  /** What was measured until now; it goes on. */
  look(): Promise<ProbeFigures>
  /** At this moment: nothing is waited for. */
  counts(): Promise<ProbeCounts>
  stop(): Promise<ProbeFigures>
}

export interface ProbeOptions {
  /** What it reads; the first page of devices without it. */
  readonly path?: string
  readonly everyMs?: number
}

/** What the probe's process needs to know. */
export interface ProbeTarget {
  readonly baseUrl: string
  readonly accessToken: string
  readonly mqttPort: number
  readonly deviceToken: string
  readonly path: string
  readonly everyMs: number
  readonly pid: number
}

/** Any tenant's administrator; a device of its own is added. Resolves when it is connected and warm. */
export async function startProbe(
  t: CleanUp,
  platform: Pick<Platform, 'baseUrl' | 'mqttPort' | 'pid'>,
  world: Pick<World, 'accessToken' | 'device'>,
  { path = '/api/tenant/deviceInfos?pageSize=10&page=0', everyMs = 50 }: ProbeOptions = {},
): Promise<Probe> {
  const device = await world.device(`Probe ${Date.now()}`)
  const own = startOwnProcess(t, './probe-process.ts', 'probe')
  const { baseUrl, mqttPort, pid } = platform
  const { accessToken } = world
  const target: ProbeTarget = { baseUrl, accessToken, mqttPort, deviceToken: device.token, path, everyMs, pid }
  await own.ask('start', target)
  const figures = async (call: 'look' | 'stop'): Promise<ProbeFigures> => {
    const measured = await own.ask<Omit<ProbeFigures, 'rssMax'>>(call)
    return { ...measured, rssMax: peakMb(pid) }
  }
  return {
    restart: () => own.ask('restart'),
    look: () => figures('look'),
    counts: () => own.ask('counts'),
    async stop() {
      const last = await figures('stop')
      await own.stop()
      return last
    },
  }
}

/**
 * Memory that the server may have had, MB: the 512 that it is meant to need, and half as much for garbage that a busy
 * machine collects late.
 */
export const rssMbMax = 768

/** A call that took so long met a server that stood still, ms. */
const stallMsMin = 5_000

/** Ten times what this machine needs now for a piece of work that takes a quiet one about 100 ms; 5 s at least. */
function stallBoundMs(): number {
  const started = performance.now()
  pbkdf2Sync('reference', 'work', 100_000, 32, 'sha256')
  return Math.max(stallMsMin, 10 * (performance.now() - started))
}

const text = ({ p50, p99, max, n }: Quantiles) =>
  `p50 ${p50.toFixed(0)} p99 ${p99.toFixed(0)} max ${max.toFixed(0)} ms (${n})`

export const probeText = ({ rest, ack, rssMax, lateMs, waitMs, foreign, failures }: ProbeFigures): string =>
  `REST ${text(rest)}; ack ${text(ack)}; ${rssMax.toFixed(0)} MB; timers ${lateMs.toFixed(0)} ms late, ` +
  `processor waited for ${waitMs.toFixed(0)} ms, others had ${(foreign * 100).toFixed(0)} %` +
  (failures.length > 0 ? `; failed: ${failures.length}, first: ${failures[0]}` : '')

/** Prints the figures. The other tenant's calls were answered, none met a server that stood still, and memory is bounded. */
export function assertUnharmed(
  t: NamedTest & { diagnostic(message: string): void },
  figures: ProbeFigures,
  what = 'probe',
  stallMs = stallBoundMs(),
): void {
  const { rest, ack, rssMax, failures } = figures
  t.diagnostic(`${what}: ${probeText(figures)}`)
  noteFigures(t, 'probe', what, { p50: rest.p50, p99: rest.p99, ack: { p50: ack.p50, p99: ack.p99 }, mb: rssMax })
  assert.ok(rest.n > 10 && ack.n > 10, `${what}: too little was measured`)
  assert.deepEqual(failures.slice(0, 3), [], `${what}: calls of the other tenant failed`)
  assert.ok(rest.max < stallMs, `${what}: the server stood still: REST ${text(rest)}`)
  assert.ok(ack.max < stallMs, `${what}: the server stood still: ack ${text(ack)}`)
  assert.ok(rssMax <= rssMbMax, `${what}: ${rssMax.toFixed(0)} MB resident`)
}
