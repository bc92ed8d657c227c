/**
 * Process of a probe (probe.ts): sends calls on schedule and records their latencies and the delay of its own timers.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { availableParallelism } from 'node:os'
import { connectDevice, type LoadConnection } from '@sonde/simulator/load/mqtt-connection'
import { serve } from './own-process.ts'
import type { ProbeCounts, ProbeFigures, ProbeTarget, Quantiles } from './probe.ts'

/** Warm-up rounds before the measurement. */
const warmRounds = 20
/** Timeout for calls in flight at the end, ms. */
const settleMs = 5_000

interface Sample {
  readonly sentMs: number
  /** Time that the server's main thread had waited for a CPU by then, ms. */
  readonly waitedMs: number
  ms: number | null
}

const now = () => performance.now()

/** Process id of the server. */
let serverPid = 0

/** Time that the server's main thread was runnable without a CPU, ms. */
function serverWaitedMs(): number {
  try {
    return Number(readFileSync(`/proc/${serverPid}/schedstat`, 'latin1').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** CPU time of a process and its ended children, in ticks, and the process's parent. */
function timesOf(pid: string): { readonly ticks: number; readonly parent: string } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
  return { ticks, parent: fields[1] ?? '' }
}

/** CPU time of everything but the test and its processes (server, probe, loads), in ticks. */
function foreignTicks(): number {
  try {
    const [, user, nice, system] = readFileSync('/proc/stat', 'latin1').split(/\s+/).map(Number)
    const test = String(process.ppid)
    let own = timesOf(test).ticks
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid)) continue
      try {
        const { ticks, parent } = timesOf(pid)
        if (parent === test) own += ticks
      } catch {
        // The process has ended.
      }
    }
    return (user ?? 0) + (nice ?? 0) + (system ?? 0) - own
  } catch {
    return 0
  }
}
const ticksPerMs = 0.1

function createMeasured() {
  let rest: Sample[] = []
  let ack: Sample[] = []
  let late: number[] = []
  let failures: string[] = []
  /** Waiting times during samples, ms. */
  let waits: number[] = []
  let began = { ms: now(), foreign: 0 }
  return {
    clear() {
      rest = []
      ack = []
      late = []
      failures = []
      waits = []
      began = { ms: now(), foreign: foreignTicks() }
    },
    sent(kind: 'rest' | 'ack'): Sample {
      const sample: Sample = { sentMs: now(), waitedMs: serverWaitedMs(), ms: null }
      ;(kind === 'rest' ? rest : ack).push(sample)
      return sample
    },
    answered(sample: Sample) {
      sample.ms = now() - sample.sentMs
      waits.push(serverWaitedMs() - sample.waitedMs)
    },
    late: (ms: number) => void late.push(ms),
    failed: (why: string) => void failures.push(why),
    all: (): readonly Sample[] => [...rest, ...ack],
    counts: (): ProbeCounts => ({ rest: countsOf(rest), ack: countsOf(ack) }),
    figures: (): Omit<ProbeFigures, 'rssMax'> => ({
      rest: quantiles(rest.map(waited)),
      ack: quantiles(ack.map(waited)),
      failures,
      lateMs: quantiles(late).p99,
      waitMs: quantiles(waits).p99,
      foreign: (foreignTicks() - began.foreign) / ((now() - began.ms) * ticksPerMs * availableParallelism()),
    }),
  }
}

const countsOf = (samples: readonly Sample[]) => ({
  sent: samples.length,
  answered: samples.filter(({ ms }) => ms !== null).length,
})

const waited = ({ sentMs, ms }: Sample): number => ms ?? now() - sentMs

function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1), n: sorted.length }
}

const measured = createMeasured()
let timer: NodeJS.Timeout | undefined
let rounds = 0

async function start({ baseUrl, accessToken, mqttPort, deviceToken, path, everyMs, pid }: ProbeTarget) {
  serverPid = pid
  const agent = new Agent({ keepAlive: true })
  const headers = { 'x-authorization': `Bearer ${accessToken}` }
  let connection = await connect()

  async function connect(): Promise<LoadConnection> {
    const clientId = `probe-${process.pid}`
    const made = await connectDevice({ host: '127.0.0.1', port: mqttPort, token: deviceToken, clientId })
    void made.ended.then(async (why) => {
      measured.failed(`The MQTT connection ended: ${why}`)
      try {
        connection = await connect()
      } catch (error) {
        // At the end of a test, the server stops first.
        measured.failed(`No MQTT connection again: ${(error as Error).message}`)
      }
    })
    return made
  }

  function callRest(sample = measured.sent('rest')) {
    const request = get(baseUrl + path, { agent, headers }, (response) => {
      response.resume()
      response.on('close', () => {
        measured.answered(sample)
        if (!response.complete) measured.failed('REST: cut off in the middle of the answer')
        else if (response.statusCode !== 200) measured.failed(`REST answered ${response.statusCode}`)
      })
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Either side may close an idle connection at any time: clients then retry the call.
      if (request.reusedSocket && error.code === 'ECONNRESET') return callRest(sample)
      measured.answered(sample)
      measured.failed(`REST: ${error.message}`)
    })
  }

  function publish() {
    const sample = measured.sent('ack')
    connection.publish(Buffer.from(`{"n":${rounds}}`), () => measured.answered(sample))
    connection.flush()
  }

  let due = now() + everyMs
  let whenWarm = () => {}
  const warm = new Promise<void>((resolve) => {
    whenWarm = resolve
  })
  timer = setInterval(() => {
    if (now() >= due) measured.late(now() - due)
    // A delayed timer sends all overdue calls.
    for (; due <= now(); due += everyMs) {
      callRest()
      publish()
      if (++rounds === warmRounds) whenWarm()
    }
  }, everyMs / 5)
  await warm
  measured.clear()
}

async function look() {
  const deadline = now() + settleMs
  const sent = measured.all()
  while (sent.some(({ ms }) => ms === null) && now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
  return measured.figures()
}

async function stop() {
  clearInterval(timer)
  return look()
}

serve({ start, look, stop, counts: measured.counts, restart: measured.clear })
