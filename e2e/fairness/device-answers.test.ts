/**
 * Effect on another tenant while devices of one tenant repeatedly request all of their long attributes and don't read
 * the responses. At default settings.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../platform/world.ts'
import type { AskingFlood, AskingFloodFigures } from './device-door-load.ts'
import type { HttpLoad, HttpLoadFigures } from './http-load.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs, startMeasured, startProbe } from './probe.ts'

/** Each device has a single MQTT connection, because a new session replaces the previous one. */
const devices = 61
const value = 'x'.repeat(60_000)

test('devices that ask for megabytes of attributes, read or not', async (t) => {
  const platform = await startMeasured(t)
  const world = await createWorld(platform, 'Bad')
  const probe = await startProbe(t, platform, await createWorld(platform, 'Good'))
  const made = await Promise.all(Array.from({ length: devices }, (_, device) => world.device(`Long ${device}`)))
  for (const [device, { id }] of made.entries()) {
    const path = `/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`
    // The last device has stored more than a single response can contain.
    for (let part = 0; part < (device === devices - 1 ? 20 : 2); part++) {
      const values = Array.from({ length: 10 }, (_, k) => [`long ${part} ${k}`, value])
      await world.call('POST', path, Object.fromEntries(values))
    }
  }
  const tokens = made.map(({ token }) => token)
  await probe.restart()

  const http = startOwnProcess(t, './http-load.ts', 'load')
  for (const isDeaf of [false, true]) {
    const figures = await http.ask<HttpLoadFigures>('load', {
      baseUrl: platform.baseUrl,
      token: '',
      requests: tokens.slice(-5).map((token) => ({ method: 'GET', path: `/api/v1/${token}/attributes` })),
      connections: 100,
      ms: attackMs,
      ...(isDeaf ? { isDeaf } : { untilAnswered: [['200'], ['400']] }),
    } satisfies HttpLoad)
    t.diagnostic(`HTTP: ${JSON.stringify(figures)}`)
    if (!isDeaf) assert.ok((figures.statuses['200'] ?? 0) > 0 && (figures.statuses['400'] ?? 0) > 0)
    assertUnharmed(t, await probe.look(), `HTTP, ${isDeaf ? 'never read' : 'read'}`)
    await probe.restart()
  }

  const mqtt = startOwnProcess(t, './device-door-load.ts', 'load')
  for (const isDeaf of [false, true]) {
    const figures = await mqtt.ask<AskingFloodFigures>('asking', {
      port: platform.mqttPort,
      tokens: tokens.slice(0, -1),
      isDeaf,
      connections: devices - 1,
      ms: attackMs,
    } satisfies AskingFlood)
    t.diagnostic(`MQTT: ${JSON.stringify(figures)}`)
    assert.ok(isDeaf ? figures.closedByServer > 0 : figures.bytes > 0)
    assertUnharmed(t, await probe.look(), `MQTT, ${isDeaf ? 'never read' : 'never acknowledged'}`)
    await probe.restart()
  }
})
