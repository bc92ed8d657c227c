import { createTelemetryCalls } from '@sonde/client/telemetry/telemetry-calls'
import { entityId } from '@sonde/model/ids'
import { expect, test } from 'vitest'
import { recordedRest } from '../../../testing/recorded-calls.ts'
import { type ChangedValue, saveValues } from './save-values.ts'

const pump = entityId('DEVICE', '6f8d5ad0-1111-4222-8333-000000000001')
const change = (scope: ChangedValue['scope'], key: string, value: ChangedValue['value']): ChangedValue => ({
  entity: pump,
  scope,
  key,
  value,
})

/** A client whose shared attributes are `stored`, as the server's text. */
function client(stored: string) {
  const { rest, calls } = recordedRest(({ method }) => (method === 'GET' ? stored : undefined))
  return { parts: { rest, telemetry: createTelemetryCalls(rest) } as Parameters<typeof saveValues>[0], calls }
}

test('one request per scope; empty attributes are deleted, and all can be restored', async () => {
  const { parts, calls } = client(
    '[{"key":"limit","value":70.0,"lastUpdateTs":1},{"key":"other","value":1,"lastUpdateTs":1}]',
  )
  const restore = await saveValues(parts, [
    change('SHARED_SCOPE', 'limit', 80),
    change('SHARED_SCOPE', 'note', 'new'),
    change('SHARED_SCOPE', 'gone', null),
    change('TIME_SERIES', 'level', 7),
  ])
  const path = `/api/plugins/telemetry/DEVICE/${pump.id}`
  expect(calls.map(({ method, path: at, body }) => [method, at, body])).toEqual([
    ['GET', `${path}/values/attributes/SHARED_SCOPE`, undefined],
    ['POST', `${path}/SHARED_SCOPE`, { limit: 80, note: 'new' }],
    ['DELETE', `${path}/SHARED_SCOPE`, undefined],
    ['POST', `${path}/timeseries/ANY`, { level: 7 }],
  ])
  calls.length = 0
  await restore?.()
  expect(calls.map(({ method, path: at }) => [method, at])).toEqual([
    ['POST', `${path}/SHARED_SCOPE`],
    ['DELETE', `${path}/SHARED_SCOPE`],
  ])
})

test('telemetry alone can not be restored', async () => {
  const { parts } = client('[]')
  expect(await saveValues(parts, [change('TIME_SERIES', 'level', 7)])).toBeNull()
})
