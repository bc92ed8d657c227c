/**
 * Visible behavior of a server whose disk rejects writes: health, devices and users learn the reason; reads still work.
 */

import assert from 'node:assert/strict'
import { until } from '../../packages/server/src/until-testing.ts'
import type { Platform } from '../platform/start-platform.ts'
import type { Device, World } from '../platform/world.ts'
import type { SteadyLoad } from './steady-load.ts'

export async function healthOf({ baseUrl }: Platform): Promise<{ status: number; message: string }> {
  const response = await fetch(`${baseUrl}/health`)
  const { message = '' } = (await response.json()) as { message?: string }
  return { status: response.status, message }
}

interface WireError {
  readonly status: number
  readonly message: string
  readonly errorCode: number
}

async function post(
  platform: Platform,
  path: string,
  accessToken?: string,
): Promise<{ status: number; body: WireError }> {
  const response = await fetch(platform.baseUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(accessToken === undefined ? {} : { 'x-authorization': `Bearer ${accessToken}` }),
    },
    body: '{"tried":1}',
  })
  return { status: response.status, body: (await response.json()) as WireError }
}

/**
 * Waits until the server reports that it stores nothing, then checks all its interfaces. `tries` writes are rejected.
 */
export async function assertRejecting(
  { platform, world, device, load }: { platform: Platform; world: World; device: Device; load: SteadyLoad },
  why: RegExp,
  tries = 1,
): Promise<void> {
  await until(async () => why.test((await healthOf(platform)).message), 'health says why')
  const acked = load.ackedCount
  const endings = load.endings
  for (let i = 0; i < tries; i++) {
    const answers = [
      await post(platform, `/api/v1/${device.token}/telemetry`),
      await post(platform, `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, world.accessToken),
    ]
    for (const { status, body } of answers) {
      assert.deepEqual([status, body.status, body.errorCode], [503, 503, 2])
      assert.match(body.message, why)
    }
  }
  const read = await world.call<{ n?: unknown[] }>(
    'GET',
    `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=n&startTs=0&endTs=2000000000000&limit=10`,
  )
  assert.equal(read.n?.length, 10)
  await world.call('GET', `/api/device/${device.id}`)
  // Publishers lose their connections repeatedly, and none receives an acknowledgment.
  await until(() => load.endings >= endings + 8, 'connections end')
  assert.equal(load.ackedCount, acked, 'nothing is acknowledged meanwhile')
  assert.equal((await healthOf(platform)).status, 503)
}

/** Number of times that a line occurs in the server's output. */
export const timesSaid = (platform: Platform, text: string): number => platform.output().split(text).length - 1
