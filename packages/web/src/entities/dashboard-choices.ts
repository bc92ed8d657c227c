/** Dashboards that a picker or a drop-down offers. */

import { createDashboardSharingCalls } from '@sonde/client/dashboards/dashboard-sharing-calls'
import type { DashboardInfo } from '@sonde/model/dashboards/dashboard'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Client } from '../session/page-client.ts'

export type DashboardsOf =
  /** Dashboards of the current user's tenant. */
  | { readonly kind: 'ownTenant' }
  /** Dashboards of another tenant, for system administrators. */
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | { readonly kind: 'customer'; readonly customerId: string }

/** Options of calls whose failures leave a field empty. */
export const quiet = { ignoreErrors: true, ignoreLoading: true } as const

/** Loads one page of the dashboards that can be chosen. */
export function dashboardChoices(
  client: Client,
  of: DashboardsOf,
  link: PageLink,
  signal: AbortSignal,
): Promise<PageData<DashboardInfo>> {
  const options = { ...quiet, signal }
  switch (of.kind) {
    case 'ownTenant':
      return client.dashboards.list(link, {}, options)
    case 'customer':
      return client.dashboards.list(link, { customerId: of.customerId }, options)
    case 'tenant':
      return createDashboardSharingCalls(client.rest).listOfTenant(of.tenantId, link, options)
  }
}
