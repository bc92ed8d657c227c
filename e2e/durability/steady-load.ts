/**
 * Devices that publish continuously and reconnect when their connection ends, like real ones. Each message has a unique
 * time, so that each acknowledged one can be looked up.
 */

import { connectDevice, type LoadConnection } from '@sonde/simulator/load/mqtt-connection'
import type { Device, World } from '../platform/world.ts'

const firstTs = 1_700_000_000_000
const inFlight = 10
/** Delay before a device reconnects, ms. */
const backoffMs = 50

export interface SteadyLoad {
  readonly ackedCount: number
  /** Number of connections that the server closed. */
  readonly endings: number
  /** Resolves when `count` more messages are acknowledged. Rejects after a minute without any. */
  more(count: number): Promise<void>
  /** Ends the load and returns the times of the acknowledged messages by device. */
  stop(): Promise<ReadonlyMap<Device, readonly number[]>>
}

export function startSteadyLoad(port: number, devices: readonly Device[]): SteadyLoad {
  const acked = new Map<Device, number[]>(devices.map((device) => [device, []]))
  let ackedCount = 0
  let endings = 0
  let isStopped = false
  let onAck: () => void = () => {}
  const open = new Set<LoadConnection>()

  async function publish(device: Device, from: number): Promise<number> {
    const times = acked.get(device) ?? []
    const { name: clientId, token } = device
    const connection = await connectDevice({ host: '127.0.0.1', port, token, clientId })
    let n = from
    function send() {
      const ts = firstTs + n++
      connection.publish(Buffer.from(`{"ts":${ts},"values":{"n":${n},"text":"${'x'.repeat(100)}"}}`), () => {
        times.push(ts)
        ackedCount++
        onAck()
        if (isStopped) return
        send()
        connection.flush()
      })
    }
    for (let i = 0; i < inFlight; i++) send()
    connection.flush()
    open.add(connection)
    await connection.ended
    open.delete(connection)
    return n
  }

  async function live(device: Device) {
    let n = 0
    while (!isStopped) {
      try {
        n = await publish(device, n)
      } catch {
        // The connection was refused: the device retries.
        n += inFlight
      }
      if (isStopped) return
      endings++
      await new Promise((resolve) => setTimeout(resolve, backoffMs))
    }
  }

  const lives = devices.map(live)

  return {
    get ackedCount() {
      return ackedCount
    },
    get endings() {
      return endings
    },
    more(count) {
      const enough = ackedCount + count
      return new Promise((resolve, reject) => {
        const tooLate = () => reject(new Error(`${enough - ackedCount} of ${count} messages were not acknowledged`))
        let timer = setTimeout(tooLate, 60_000)
        onAck = () => {
          clearTimeout(timer)
          if (ackedCount >= enough) {
            onAck = () => {}
            resolve()
          } else timer = setTimeout(tooLate, 60_000)
        }
      })
    },
    async stop() {
      isStopped = true
      for (const connection of open) connection.close()
      await Promise.all(lives)
      return acked
    },
  }
}

/** Acknowledged times that are missing on the server, over all devices. */
export async function missingOf(call: World['call'], acked: ReadonlyMap<Device, readonly number[]>): Promise<number[]> {
  const missing: number[] = []
  for (const [device, times] of acked) {
    const range = `startTs=${firstTs}&endTs=${firstTs + 1_000_000_000}&limit=10000000`
    const path = `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=n&${range}`
    const { n = [] } = await call<{ n?: { ts: number }[] }>('GET', path)
    const stored = new Set(n.map(({ ts }) => ts))
    for (const ts of times) if (!stored.has(ts)) missing.push(ts)
  }
  return missing
}
