/** Form of a dashboard: draft, validation, request body and file format. */

import type { Dashboard, DashboardInput } from '@sonde/model/dashboards/dashboard'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-faults.ts'
import type { DashboardRow } from './dashboard-calls.ts'

export interface DashboardDraft {
  readonly title: string
  readonly description: string
  /** Data URL; empty: no image. */
  readonly image: string
  readonly mobileHide: boolean
  /** Empty: after those that have one. */
  readonly mobileOrder: string
}

/** Error messages by field. */
export type DashboardFaults = { readonly [K in keyof DashboardDraft]?: string | undefined }

export const emptyDashboard: DashboardDraft = {
  title: '',
  description: '',
  image: '',
  mobileHide: false,
  mobileOrder: '',
}

/** The wire's integers. */
const orderMax = 2 ** 31 - 1

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function draftOfDashboard({
  title,
  image,
  mobileHide,
  mobileOrder,
  configuration,
}: DashboardRow): DashboardDraft {
  const description = isRecord(configuration) ? configuration.description : undefined
  return {
    title,
    description: typeof description === 'string' ? description : '',
    image: image ?? '',
    mobileHide,
    mobileOrder: mobileOrder === null ? '' : String(mobileOrder),
  }
}

export function dashboardFaults({ title, mobileOrder }: DashboardDraft, t: Translate): DashboardFaults {
  const order = orderOf(mobileOrder)
  return {
    title: title.trim() === '' ? t('dashboards.titleRequired') : tooLong(title, t),
    mobileOrder:
      order === null || (Number.isInteger(order) && Math.abs(order) <= orderMax)
        ? undefined
        : t('dashboards.orderInvalid'),
  }
}

/** The true minus is one too. */
function orderOf(text: string): number | null {
  const typed = text.trim().replace('−', '-')
  return typed === '' ? null : /^-?\d+$/.test(typed) ? Number(typed) : Number.NaN
}

/** What is sent: whatever the dashboard shows stays. */
export function wireDashboard(draft: DashboardDraft, dashboard: Dashboard | null): DashboardInput {
  const configuration = isRecord(dashboard?.configuration) ? dashboard.configuration : {}
  return {
    ...(dashboard && { id: dashboard.id }),
    title: draft.title.trim(),
    image: draft.image || null,
    mobileHide: draft.mobileHide,
    mobileOrder: orderOf(draft.mobileOrder),
    configuration: { ...configuration, description: draft.description.trim() },
  }
}

/** The dashboard in a file. Throws an error with a message if it has none; the server checks the rest. */
export function importedDashboard(content: unknown, t: Translate): DashboardInput {
  if (!isRecord(content) || typeof content.title !== 'string' || !isRecord(content.configuration)) {
    throw new Error(t('dashboards.notDashboard'))
  }
  const { title, configuration, image, mobileHide, mobileOrder } = content
  return {
    title,
    configuration,
    image: typeof image === 'string' ? image : null,
    mobileHide: mobileHide === true,
    mobileOrder: Number.isInteger(mobileOrder) ? (mobileOrder as number) : null,
  }
}
