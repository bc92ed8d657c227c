/**
 * Sites that may show a dashboard in a frame. Only public links and share links can be framed, by the sites in the general
 * settings and in the dashboard.
 */

import type { GeneralSettings } from '@sonde/model/admin-settings/admin-settings'
import { sitesOf } from '@sonde/model/dashboards/embedding'
import type { OpenLink } from '../http/static-client.ts'
import type { DashboardStore } from './dashboard-store.ts'

export interface EmbeddingDeps {
  readonly store: Pick<DashboardStore, 'publicConfiguration' | 'configuration'>
  readonly general: () => Promise<GeneralSettings>
  /** ID of the dashboard that the key of a share link opens now; undefined: none. */
  readonly sharedDashboard: (key: string) => Promise<string | undefined>
}

export type FramingSites = ReturnType<typeof createFramingSites>

export function createFramingSites({ store, general, sharedDashboard }: EmbeddingDeps) {
  async function sitesFor(found: { readonly configuration: unknown } | undefined): Promise<readonly string[]> {
    if (!found) return []
    const { embeddingSites = [] } = await general()
    return [...new Set([...embeddingSites, ...sitesOf(found.configuration)])]
  }

  /** Sites allowed for share links of a dashboard, which needn't be public. */
  const ofShareLinks = async (dashboardId: string) => sitesFor(await store.configuration(dashboardId))

  /** Sites allowed for a link; empty if it doesn't open the dashboard. */
  async function ofLink(link: OpenLink): Promise<readonly string[]> {
    const { dashboardId } = link
    if ('publicCustomerId' in link) return sitesFor(await store.publicConfiguration(dashboardId, link.publicCustomerId))
    return (await sharedDashboard(link.shareKey)) === dashboardId ? ofShareLinks(dashboardId) : []
  }

  return { ofLink, ofShareLinks }
}
