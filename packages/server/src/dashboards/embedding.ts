/**
 * Sites that may show a dashboard in a frame. Only public links can be framed, by the sites in the general settings
 * and in the dashboard.
 */

import type { GeneralSettings } from '@sonde/model/admin-settings/admin-settings'
import { sitesOf } from '@sonde/model/dashboards/embedding'
import type { DashboardStore } from './dashboard-store.ts'

export interface EmbeddingDeps {
  readonly store: Pick<DashboardStore, 'publicConfiguration'>
  readonly general: () => Promise<GeneralSettings>
}

/** Returns the allowed sites for the public link of a dashboard. */
export type FramingSites = (dashboardId: string, publicCustomerId: string) => Promise<readonly string[]>

export function createFramingSites({ store, general }: EmbeddingDeps): FramingSites {
  return async (dashboardId, publicCustomerId) => {
    const found = await store.publicConfiguration(dashboardId, publicCustomerId)
    if (!found) return []
    const { embeddingSites = [] } = await general()
    return [...new Set([...embeddingSites, ...sitesOf(found.configuration)])]
  }
}
