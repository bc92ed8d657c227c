/** Summary of a version in one line: what changed in it, in numbers. */

import type { DashboardVersion } from '@sonde/model/dashboards/dashboard-version'
import type { Translate } from '../../locale/texts.ts'

const counted = [
  'widgetsAdded',
  'widgetsChanged',
  'widgetsRemoved',
  'states',
  'aliases',
  'filters',
  'settings',
] as const

export function versionSummary({ changes, restoredFrom }: DashboardVersion, t: Translate): string {
  if (restoredFrom !== null) return t('dashboardVersions.restoredFrom', { number: String(restoredFrom) })
  if (!changes) return t('dashboardVersions.first')
  const texts = counted.flatMap((key) => {
    const count = changes[key]
    return count > 0 ? [t(`dashboardVersions.${key}`, { count })] : []
  })
  return texts.join(', ') || t('dashboardVersions.noChanges')
}
