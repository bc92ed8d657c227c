import type { EntityType } from '@sonde/model/ids'
import { expect, test } from 'vitest'
import { standardTabs } from './standard-tabs.tsx'

const idsOf = (entityType: EntityType, authority: 'TENANT_ADMIN' | 'SYS_ADMIN' | 'CUSTOMER_USER' = 'TENANT_ADMIN') =>
  standardTabs({ entity: { entityType, id: 'e' }, authority }).map(({ id }) => id)

test('each type has the tabs that are its own', () => {
  const all = ['telemetry', 'attributes', 'alarms', 'events', 'relations', 'auditLogs']
  for (const type of ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'CUSTOMER'] as const) expect(idsOf(type)).toEqual(all)
  expect(idsOf('USER')).toEqual(['telemetry', 'attributes', 'auditLogs'])
  expect(idsOf('TENANT', 'SYS_ADMIN')).toEqual(all.slice(0, -1))
  expect(idsOf('TENANT_PROFILE', 'SYS_ADMIN')).toEqual(all.slice(0, 4))
  expect(idsOf('DASHBOARD')).toEqual(['auditLogs'])
  expect(idsOf('OTA_PACKAGE')).toEqual([])
})

test('the audit log is for tenant administrators', () => {
  expect(idsOf('DEVICE', 'CUSTOMER_USER')).not.toContain('auditLogs')
  expect(idsOf('DASHBOARD', 'CUSTOMER_USER')).toEqual([])
})

test('a room puts its own tabs between events and relations', () => {
  const afterEvents = [{ id: 'downlinks', label: 'events.tab', render: () => null }] as const
  const ids = standardTabs({ entity: { entityType: 'EDGE', id: 'e' }, authority: 'TENANT_ADMIN', afterEvents })
  expect(ids.map(({ id }) => id).slice(3, 6)).toEqual(['events', 'downlinks', 'relations'])
})
