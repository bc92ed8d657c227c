/** A dashboard as a file: JSON without what belongs to this platform (dashboards.md §3.7). */

import type { Dashboard } from '@sonde/model/dashboards/dashboard'

export function exportText(dashboard: Dashboard): string {
  const { id: _, createdTime: _created, tenantId: _tenant, assignedCustomers: _customers, ...rest } = dashboard
  return JSON.stringify(rest, null, 2)
}

/** The title in lower case, everything else than words as `_`. */
export const exportName = (title: string): string => `${title.toLowerCase().replace(/\W/g, '_')}.json`

export function exportFile(dashboard: Dashboard): void {
  const url = URL.createObjectURL(new Blob([exportText(dashboard)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = exportName(dashboard.title)
  link.click()
  // The download has begun by then; the text need not stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
