/** Form of a dashboard: draft, validation, request body and file format. */

import type { Dashboard, DashboardInput } from '@sonde/model/dashboards/dashboard'
import { sitesOf } from '@sonde/model/dashboards/embedding'
import { linesOf, sitesError } from '../../dashboards/embedding-sites.ts'
import { area, check, type DraftOf, type FieldErrorsOf, fieldList, image, line } from '../../entities/field-list.ts'
import type { Translate } from '../../locale/texts.ts'
import type { DashboardRow } from './dashboard-calls.ts'

/** Maximum of a 32-bit integer, which the API uses. */
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
    sites: sitesOf(configuration).join('\n'),
  }
}

export const dashboardFields = fieldList({
  title: line({ label: 'dashboards.dashboardTitle', required: 'dashboards.titleRequired' }),
  description: area({ label: 'dashboards.description' }),
  image: image({ label: 'dashboards.image', help: 'dashboards.imageHelp' }),
  mobileHide: check({ label: 'dashboards.mobileHide' }),
  sites: area({ label: 'dashboards.sites', help: 'dashboards.sitesHelp', check: sitesError }),
  /** Order in the mobile app; empty: after dashboards that have an order. */
  mobileOrder: line({
    label: 'dashboards.mobileOrder',
    help: 'dashboards.mobileOrderHelp',
    isOptional: true,
    inputMode: 'numeric',
    check: (text, t) => (isOrder(orderOf(text)) ? undefined : t('dashboards.orderInvalid')),
  }),
})
export type DashboardDraft = DraftOf<typeof dashboardFields.declarations>
export type DashboardErrors = FieldErrorsOf<typeof dashboardFields.declarations>

const isOrder = (order: number | null) => order === null || (Number.isInteger(order) && Math.abs(order) <= orderMax)

/** Parses the order, also with a Unicode minus sign. Null: empty; NaN: invalid. */
function orderOf(text: string): number | null {
  const typed = text.trim().replace('−', '-')
  return typed === '' ? null : /^-?\d+$/.test(typed) ? Number(typed) : Number.NaN
}

/** Request body; keeps the other parts of the existing configuration. */
export function wireDashboard(draft: DashboardDraft, dashboard: Dashboard | null): DashboardInput {
  const configuration = isRecord(dashboard?.configuration) ? dashboard.configuration : {}
  return {
    ...(dashboard && { id: dashboard.id }),
    title: draft.title.trim(),
    image: draft.image || null,
    mobileHide: draft.mobileHide,
    mobileOrder: orderOf(draft.mobileOrder),
    configuration: { ...configuration, ...settingsOf(draft, configuration), description: draft.description.trim() },
  }
}

/** Settings with the embedding sites; empty if no sites are entered or stored, to keep the configuration unchanged. */
function settingsOf({ sites }: DashboardDraft, configuration: Readonly<Record<string, unknown>>) {
  const settings = isRecord(configuration.settings) ? configuration.settings : {}
  if (sites.trim() === '' && !('embeddingSites' in settings)) return {}
  return { settings: { ...settings, embeddingSites: linesOf(sites) } }
}

/** Reads a dashboard from a file's content. Throws if it contains none; the server checks the rest. */
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
