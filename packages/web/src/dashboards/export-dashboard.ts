/** Exports a dashboard as a JSON file, without ID, creation time, tenant and customers. */

import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import { saveJsonFile } from '../json-files/json-file.ts'

export function exportedDashboard(dashboard: Dashboard) {
  const { id: _, createdTime: _created, tenantId: _tenant, assignedCustomers: _customers, ...rest } = dashboard
  return rest
}

export const exportFile = (dashboard: Dashboard): void => saveJsonFile(dashboard.title, exportedDashboard(dashboard))
