import type { EdgeEvent } from '@sonde/model/edges/edge'
import { expect, test } from 'vitest'
import { contentPath } from './downlink-content.ts'

const event = (over: Partial<EdgeEvent>) =>
  ({ type: 'DEVICE', action: 'ADDED', entityId: 'd', body: null, ...over }) as EdgeEvent

test('a thing is read as it is now; what is gone or carries its own data is not asked for', () => {
  expect(contentPath(event({}))).toBe('/api/device/d')
  expect(contentPath(event({ type: 'RULE_CHAIN_METADATA', entityId: 'r' }))).toBe('/api/ruleChain/r/metadata')
  expect(contentPath(event({ action: 'DELETED' }))).toBeNull()
  expect(contentPath(event({ type: 'ADMIN_SETTINGS' }))).toBeNull()
  expect(contentPath(event({ type: 'RELATION', entityId: null, body: { from: {} } }))).toBeNull()
  expect(contentPath(event({ action: 'TIMESERIES_UPDATED', body: { data: {} } }))).toBeNull()
})
