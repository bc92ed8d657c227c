/**
 * Which sites may show a dashboard in a frame: none, unless its public link is asked for. Then those of the platform's
 * settings and those of the dashboard.
 */

import type { GeneralSettings } from '@sonde/model/admin-settings/admin-settings'
import { sitesOf } from '@sonde/model/dashboards/embedding'
import type { DashboardStore } from './dashboard-store.ts'

export interface EmbeddingDeps {
  readonly store: Pick<DashboardStore, 'publicConfiguration'>
  readonly general: () => Promise<GeneralSettings>
}

/** Sites for the public link of a dashboard. */
export type FramingSites = (dashboardId: string, publicCustomerId: string) => Promise<readonly string[]>

export function createFramingSites({ store, general }: EmbeddingDeps): FramingSites {
  return async (dashboardId, publicCustomerId) => {
    const found = await store.publicConfiguration(dashboardId, publicCustomerId)
    if (!found) return []
    const { embeddingSites = [] } = await general()
    return [...new Set([...embeddingSites, ...sitesOf(found.configuration)])]
  }
}
