/** Queries and calls shared by the dashboard pages. */

import {
  createDashboardSharingCalls,
  type DashboardSharingCalls,
} from '@sonde/client/dashboards/dashboard-sharing-calls'
import type { Dashboard, DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'

export const dashboardRoom = 'dashboards'

export function useDashboardSharing(): DashboardSharingCalls {
  const { rest } = useClient()
  return useMemo(() => createDashboardSharingCalls(rest), [rest])
}

/** Dashboard with or without its configuration, which lists don't contain. */
export type DashboardRow = DashboardInfo & Partial<Pick<Dashboard, 'configuration'>>

/** Customers that the dashboard is assigned to, without the public customer. */
export const customersOf = ({ assignedCustomers }: Pick<DashboardInfo, 'assignedCustomers'>) =>
  (assignedCustomers ?? []).filter((customer) => !customer.public)

/** ID of the public customer; null: the dashboard is private. */
export const publicIdOf = ({ assignedCustomers }: Pick<DashboardInfo, 'assignedCustomers'>): string | null =>
  assignedCustomers?.find((customer) => customer.public)?.customerId.id ?? null

/** Public URL of the dashboard; null: it is private. */
export function publicLinkOf(
  dashboard: Pick<DashboardInfo, 'id' | 'assignedCustomers'>,
  origin = window.location.origin,
): string | null {
  const publicId = publicIdOf(dashboard)
  return publicId === null ? null : `${origin}/dashboard/${dashboard.id.id}?publicId=${publicId}`
}
