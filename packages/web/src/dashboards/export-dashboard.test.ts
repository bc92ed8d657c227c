import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import { expect, test } from 'vitest'
import { jsonFileName, jsonFileText } from '../json-files/json-file.ts'
import { exportedDashboard } from './export-dashboard.ts'

test('a file has what another platform can take, and a plain name', () => {
  const dashboard = {
    id: { entityType: 'DASHBOARD', id: 'd' },
    createdTime: 1,
    tenantId: { entityType: 'TENANT', id: 't' },
    title: 'Cold chain: Nord 2',
    assignedCustomers: [],
    configuration: { widgets: {} },
  } as unknown as Dashboard
  const text = jsonFileText(exportedDashboard(dashboard))
  expect(JSON.parse(text)).toEqual({ title: 'Cold chain: Nord 2', configuration: { widgets: {} } })
  expect(text).toContain('\n  "title"')
  expect(jsonFileName(dashboard.title)).toBe('cold_chain__nord_2.json')
})
