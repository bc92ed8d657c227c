/**
 * Effect of misbehaving tenants on another one: a REST call and a QoS 1 publish every 50 ms, from a separate process.
 *
 *     const platform = await startMeasured(t)              // with a higher priority than other programs, if permitted
 *     const probe = await startProbe(t, platform, world)   // resolves when it is warm
 *     … the attack …
 *     const figures = await probe.stop()                   // { rest, ack, rssMax, lateMs }
 *     assertUnharmed(t, figures)                           // no rejections, no stall, memory; prints the figures
 *
 * Calls are sent on schedule, whether earlier ones are answered or not, so a stall of a second counts as twenty slow
 * calls and not as one. A call without a response at the end counts with its waiting time. `probe.restart()` and
 * `probe.look()` are for tests with several steps on one server.
 *
 * Latencies are printed, with the time that the probe and the server had to wait for a CPU (`lateMs`, `waitMs`) and the
 * share of CPU time used by unrelated programs (`foreign`). Only a stall fails the test, not a latency. A load needs a
 * separate process, too: `startOwnProcess(t, './some-load.ts', 'load')`.
 */

import assert from 'node:assert/strict'
import { pbkdf2Sync } from 'node:crypto'
import { peakMb } from '../durability/process-memory.ts'
import { type CleanUp, type Platform, type PlatformOptions, startPlatform } from '../platform/start-platform.ts'
import type { World } from '../platform/world.ts'
import { type NamedTest, noteFigures } from './figures.ts'
import { asKind, startOwnProcess } from './own-process.ts'

/**
 * Duration of an attack, ms: long enough to use up limited resources. Benchmarks need longer attacks and an idle
 * machine: `npm run bench -- fairness`.
 */
export const attackMs = Number(process.env.SONDE_ATTACK_MS ?? 700)

/** Starts the server under test. */
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
  /** Calls with another status than 200, with the reason, and publishes whose connection ended. */
  readonly failures: readonly string[]
  /** Peak resident memory of the server, MB. */
  readonly rssMax: number
  readonly lateMs: number
  /** Time that the server's main thread waited for a CPU during a sample, ms (p99). */
  readonly waitMs: number
  /** Share of CPU time used by programs that aren't part of the test. */
  readonly foreign: number
}

/** Number of calls since the warm-up or the last restart. */
export interface ProbeCounts {
  readonly rest: { readonly sent: number; readonly answered: number }
  readonly ack: { readonly sent: number; readonly answered: number }
}

export interface Probe {
  /** Resets the measurement. */
  restart(): Promise<void>
  /** Measurement so far; the probe continues. */
  look(): Promise<ProbeFigures>
  /** Returns the present counts without waiting. */
  counts(): Promise<ProbeCounts>
  stop(): Promise<ProbeFigures>
}

export interface ProbeOptions {
  /** Path of the REST call; default: the first page of devices. */
  readonly path?: string
  readonly everyMs?: number
}

/** Parameters of the probe's process. */
export interface ProbeTarget {
  readonly baseUrl: string
  readonly accessToken: string
  readonly mqttPort: number
  readonly deviceToken: string
  readonly path: string
  readonly everyMs: number
  readonly pid: number
}

/** Starts a probe as an administrator of any tenant; adds a device for it. Resolves when it is connected and warm. */
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
 * Peak memory limit of the server, MB: the 512 of its design, and half as much for garbage that a busy machine collects
 * late.
 */
export const rssMbMax = 768

/** Latency that indicates a stalled server, ms. */
const stallMsMin = 5_000

/** Ten times the present duration of a computation that takes about 100 ms on an idle machine; at least 5 s. */
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

/**
 * Prints the figures and asserts that the other tenant's calls were answered, that none met a stalled server, and that
 * memory is bounded.
 */
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
