/** Adds charts to an existing or a new dashboard, and removes them again. */

import { type Appended, type AppendedChart, appendCharts, removeCharts } from '@sonde/model/dashboards/append-charts'
import type { Dashboard, DashboardInput } from '@sonde/model/dashboards/dashboard'
import { newUuid } from '../entities/new-uuid.ts'
import type { Client } from '../session/page-client.ts'

export type DashboardTarget =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly title: string }

export interface AddedCharts extends Pick<Appended, 'widgetIds' | 'aliasIds'> {
  readonly dashboardId: string
  readonly title: string
  /** The dashboard was created for the charts. */
  readonly isNew: boolean
}

const quiet = { ignoreErrors: true } as const

const inputOf = ({ id, title, image, mobileHide, mobileOrder }: Dashboard, configuration: unknown): DashboardInput => ({
  id,
  title,
  image,
  mobileHide,
  mobileOrder,
  configuration,
})

/** Appends to the reloaded dashboard, so that concurrent changes are preserved. */
export async function addToDashboard(
  { dashboards }: Pick<Client, 'dashboards'>,
  target: DashboardTarget,
  charts: readonly AppendedChart[],
): Promise<AddedCharts> {
  if (target.kind === 'new') {
    const { configuration, ...added } = appendCharts(null, charts, newUuid)
    const { id, title } = await dashboards.save({ title: target.title, configuration }, quiet)
    return { ...added, dashboardId: id.id, title, isNew: true }
  }
  const dashboard = await dashboards.get(target.id, quiet)
  const { configuration, ...added } = appendCharts(dashboard.configuration, charts, newUuid)
  await dashboards.save(inputOf(dashboard, configuration), quiet)
  return { ...added, dashboardId: dashboard.id.id, title: dashboard.title, isNew: false }
}

/**
 * Removes the charts; concurrent changes are preserved. A dashboard that was created for the charts is moved to the
 * trash.
 */
export async function undoAdd({ dashboards }: Pick<Client, 'dashboards'>, added: AddedCharts): Promise<void> {
  if (added.isNew) return dashboards.delete(added.dashboardId, quiet)
  const dashboard = await dashboards.get(added.dashboardId, quiet)
  await dashboards.save(inputOf(dashboard, removeCharts(dashboard.configuration, added)), quiet)
}
