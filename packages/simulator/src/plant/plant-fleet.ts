/** Simulated plant: starts all devices of the demo and sends until `stop`. */

import { plantDevices, plantIntervalMs } from '@sonde/model/demo-plant/plant'
import type { PlatformAccess } from '../platform-access.ts'
import { startPlantDevice } from './plant-device.ts'

/** Starts the devices with small delays, so that they don't all send at once. Returns a function that stops them. */
export async function startPlant(
  access: PlatformAccess,
  host: string,
): Promise<{ devices: number; stop: () => Promise<void> }> {
  const { port } = await access.addressOf('mqtt')
  const names = new Set(plantDevices.map((device) => device.name))
  const tokens = await access.deviceTokens((name) => names.has(name))
  const stops: (() => Promise<void>)[] = []
  const starts: NodeJS.Timeout[] = []
  for (const [i, device] of plantDevices.entries()) {
    const token = tokens.get(device.name)
    if (token === undefined) continue
    starts.push(
      setTimeout(
        () => stops.push(startPlantDevice({ device, host, port, token, intervalMs: plantIntervalMs, nowMs: Date.now })),
        (i * plantIntervalMs) / plantDevices.length,
      ),
    )
  }
  return {
    devices: tokens.size,
    stop: async () => {
      for (const start of starts) clearTimeout(start)
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
