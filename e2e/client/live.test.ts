/** Every command of the live socket against a running server. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type EntityDataQuery, entityId, type LiveError } from '../../packages/client/src/index.ts'
import { startClientStage } from './client-stage.ts'

const devicesOnly: EntityDataQuery = {
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  pageLink: { page: 0, pageSize: 10, dynamic: true },
  entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
}

test('every live command, from its beginning to a change', async (t: TestContext) => {
  const { client, device, tenantId } = await startClientStage(t)
  const { live, telemetry } = client
  const received: Record<string, unknown[]> = { attributes: [], telemetry: [], entities: [], count: [], alarms: [] }
  const latestCmd = { keys: [{ type: 'TIME_SERIES', key: 'level' }] } as const
  let wake = () => {}
  const hear = (what: string) => (value: unknown) => {
    received[what]?.push(value)
    wake()
  }
  let failed: LiveError | null = null
  const onError = (error: LiveError) => {
    failed = error
    wake()
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      if (failed) throw failed
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const lengths = () => Object.values(received).map((values) => values.length)
  const stops = [
    live.subscribeAttributes(device.id, 'SERVER_SCOPE', ['site'], hear('attributes'), onError),
    live.subscribeTelemetry(device.id, ['level'], null, hear('telemetry'), onError),
    live.subscribeEntityData(() => ({ query: devicesOnly, latestCmd: { keys: [...latestCmd.keys] } }), {
      onPage: hear('entities'),
      onUpdate: hear('entities'),
      onError,
    }).unsubscribe,
    live.subscribeEntityCount({ entityFilter: devicesOnly.entityFilter }, hear('count'), onError),
    live.subscribeAlarmData(() => ({ ...devicesOnly, alarmFields: [{ type: 'ALARM_FIELD', key: 'type' }] }), {
      onPage: hear('alarms'),
      onUpdate: hear('alarms'),
      onError,
    }),
  ]
  await until(() => lengths().every((length) => length === 1))
  assert.deepEqual(received.count, [1])

  await telemetry.saveAttributes(device.id, 'SERVER_SCOPE', { site: 'North' })
  await telemetry.save(device.id, { level: 7 }, 1000)
  const { id } = await client.alarms.save({
    type: 'Low',
    originator: entityId('DEVICE', device.id.id),
    severity: 'MINOR',
    status: 'ACTIVE_UNACK',
  })
  // The server refreshes the count only once a minute, so only the first one is awaited.
  await until(() =>
    ['attributes', 'telemetry', 'entities', 'alarms'].every((what) => (received[what]?.length ?? 0) > 1),
  )
  assert.deepEqual(received.telemetry?.[1], {
    values: { level: [{ ts: 1000, value: '7' }] },
    isSnapshot: false,
  })
  assert.deepEqual(await live.history(device.id, ['level'], { startTs: 0, endTs: 2000 }), {
    level: [{ ts: 1000, value: '7' }],
  })
  await client.alarms.delete(id.id)
  for (const stop of stops) stop()
  await assert.rejects(live.history(entityId('DEVICE', tenantId), ['level'], { startTs: 0, endTs: 1 }), {
    name: 'LiveError',
  })
})
