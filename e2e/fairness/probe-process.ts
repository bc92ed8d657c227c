/** The process of a probe (probe.ts): sends when it is due, notes when the answer came, and how late its own timers are. */

import { Agent, get } from 'node:http'
import { connectDevice, type LoadConnection } from '@sonde/simulator/load/mqtt-connection'
import { serve } from './own-process.ts'
import type { ProbeFigures, ProbeTarget, Quantiles } from './probe.ts'

/** Rounds before anything is measured. */
const warmRounds = 20
/** What is still on its way at the end is waited for so long, ms. */
const settleMs = 5_000

interface Sample {
  readonly sentMs: number
  ms: number | null
}

const now = () => performance.now()

function createMeasured() {
  let rest: Sample[] = []
  let ack: Sample[] = []
  let late: number[] = []
  let failures: string[] = []
  return {
    clear() {
      rest = []
      ack = []
      late = []
      failures = []
    },
    sent(kind: 'rest' | 'ack'): Sample {
      const sample: Sample = { sentMs: now(), ms: null }
      ;(kind === 'rest' ? rest : ack).push(sample)
      return sample
    },
    late: (ms: number) => void late.push(ms),
    failed: (why: string) => void failures.push(why),
    all: (): readonly Sample[] => [...rest, ...ack],
    figures: (): Omit<ProbeFigures, 'rssMax'> => ({
      rest: quantiles(rest.map(waited)),
      ack: quantiles(ack.map(waited)),
      failures,
      lateMs: quantiles(late).p99,
    }),
  }
}

const waited = ({ sentMs, ms }: Sample): number => ms ?? now() - sentMs

function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1), n: sorted.length }
}

const measured = createMeasured()
let timer: NodeJS.Timeout | undefined
let rounds = 0

async function start({ baseUrl, accessToken, mqttPort, deviceToken, path, everyMs }: ProbeTarget) {
  const agent = new Agent({ keepAlive: true })
  const headers = { 'x-authorization': `Bearer ${accessToken}` }
  let connection = await connect()

  async function connect(): Promise<LoadConnection> {
    const clientId = `probe-${process.pid}`
    const made = await connectDevice({ host: '127.0.0.1', port: mqttPort, token: deviceToken, clientId })
    void made.ended.then(async (why) => {
      measured.failed(`The MQTT connection ended: ${why}`)
      connection = await connect()
    })
    return made
  }

  function callRest() {
    const sample = measured.sent('rest')
    const request = get(baseUrl + path, { agent, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        sample.ms = now() - sample.sentMs
        if (response.statusCode !== 200) measured.failed(`REST answered ${response.statusCode}`)
      })
    })
    request.on('error', (error) => {
      sample.ms = now() - sample.sentMs
      measured.failed(`REST: ${error.message}`)
    })
  }

  function publish() {
    const sample = measured.sent('ack')
    connection.publish(Buffer.from(`{"n":${rounds}}`), () => {
      sample.ms = now() - sample.sentMs
    })
    connection.flush()
  }

  let due = now() + everyMs
  let whenWarm = () => {}
  const warm = new Promise<void>((resolve) => {
    whenWarm = resolve
  })
  timer = setInterval(() => {
    if (now() >= due) measured.late(now() - due)
    // A timer that was held up sends what it owes.
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

serve({ start, look, stop, restart: measured.clear })
