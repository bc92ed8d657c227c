/**
 * Command-line program of the simulator.
 *
 *   --plant                       the demo's plant, until it is stopped
 *   --devices N --rate R          N devices that send R messages a second in total, for --seconds (60)
 *   --base URL                    the server's address (http://127.0.0.1:8080)
 *   --user EMAIL --password TEXT  the user who signs in (the demo's tenant administrator)
 */

import { parseArgs } from 'node:util'
import { runLoad } from './load/load.ts'
import { startPlant } from './plant/plant-fleet.ts'
import { signIn } from './platform-access.ts'

const devicesMax = 10_000
const secondsMax = 24 * 3_600

const { values } = parseArgs({
  options: {
    plant: { type: 'boolean', default: false },
    devices: { type: 'string', default: '100' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    base: { type: 'string', default: 'http://127.0.0.1:8080' },
    user: { type: 'string', default: 'tenant@sonde.example' },
    password: { type: 'string', default: 'sonde-tenant' },
  },
})

/** Parses a whole number within its bounds, or throws an error with a clear message. */
function whole(name: 'devices' | 'rate' | 'seconds', max: number): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= 1 && number <= max) return number
  throw new Error(`--${name} is ${values[name]}; use a whole number from 1 to ${max}.`)
}

async function simulateLoad(): Promise<void> {
  const count = whole('devices', devicesMax)
  const rate = whole('rate', 1_000_000)
  const seconds = whole('seconds', secondsMax)
  const access = await signIn(values.base, values.user, values.password)
  const tokens: string[] = []
  for (let i = 1; i <= count; i++) {
    const name = `Load ${String(i).padStart(5, '0')}`
    await access.ensureDevice(name, 'load', `load-${String(i).padStart(5, '0')}`)
    tokens.push(`load-${String(i).padStart(5, '0')}`)
  }
  const { host, port } = await access.addressOf('mqtt')
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  process.stdout.write(`${count} devices send ${rate} messages a second to ${host}:${port} for ${seconds} s …\n`)
  const result = await runLoad({
    host,
    port,
    tokens,
    rate,
    seconds,
    signal: stop.signal,
    payload: (device, n) =>
      Buffer.from(
        `{"temperature":${(20 + 5 * Math.sin(n / 50 + device)).toFixed(2)},"humidity":${(50 + 10 * Math.sin(n / 90)).toFixed(1)},"count":${n}}`,
      ),
  })
  const { latencies } = result
  process.stdout.write(
    `${result.sent} sent in ${result.seconds.toFixed(1)} s, ${result.lost} not acknowledged; acknowledged after ` +
      `p50 ${latencies.percentileMs(0.5).toFixed(1)} ms, p99 ${latencies.percentileMs(0.99).toFixed(1)} ms\n`,
  )
  process.exitCode = result.lost > 0 ? 1 : 0
}

async function simulatePlant(): Promise<void> {
  const access = await signIn(values.base, values.user, values.password)
  const plant = await startPlant(access, new URL(values.base).hostname)
  process.stdout.write(`The simulated plant sends: ${plant.devices} devices, over MQTT at QoS 1.\n`)
  const stop = () => void plant.stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}

try {
  await (values.plant ? simulatePlant() : simulateLoad())
} catch (error) {
  process.stderr.write(`The simulator stops: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
