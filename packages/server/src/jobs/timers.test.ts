/**
 * Requires that periodic work is a job: `setInterval` is only allowed for timers of a connection, a thread or a rule
 * node.
 */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const allowed: Readonly<Record<string, string>> = {
  'jobs/jobs.ts': 'runs the jobs',
  'live/telemetry-socket.ts': 'pings of WebSocket connections, and the refresh of their subscriptions',
  'rule-chains/engine/node-instance.ts': 'timers of rule nodes, which end with the node',
  'scripts/script-pool.ts': 'watches script threads, only while scripts run',
  'storage/sqlite/storage-worker.ts': 'retries a full disk, on the thread of the store',
  'transports/mqtt/mqtt-transport.ts': 'keep-alive of MQTT connections',
}

test('no part has a periodic timer beside its job', () => {
  const root = join(import.meta.dirname, '..')
  const found = globSync('**/*.ts', { cwd: root })
    .filter((path) => !/testing|\.test\.ts$/.test(path))
    .filter((path) => /\bsetInterval\(/.test(readFileSync(join(root, path), 'utf8')))
  assert.deepEqual(found.toSorted(), Object.keys(allowed).toSorted())
})
