/** Picker for a dashboard of a tenant, a customer or the current user's tenant. */

import { createDashboardSharingCalls } from '@sonde/client/dashboards/dashboard-sharing-calls'
import type { DashboardInfo } from '@sonde/model/dashboards/dashboard'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Client } from '../session/page-client.ts'
import { useClient } from '../session/use-session.tsx'
import type { ComboFieldProps } from '../ui/field/combo-field.tsx'
import { NamedField } from './named-field.tsx'

/** Maximum number of choices offered at once. */
const choicesMax = 50

export type DashboardsOf =
  /** Dashboards of the current user's tenant. */
  | { readonly kind: 'ownTenant' }
  /** Dashboards of another tenant, for system administrators. */
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | { readonly kind: 'customer'; readonly customerId: string }

export interface DashboardPickerProps
  extends Pick<ComboFieldProps, 'label' | 'help' | 'error' | 'placeholder' | 'isDisabled' | 'onBlur'> {
  readonly of: DashboardsOf
  /** Id of the dashboard; empty: no dashboard. */
  readonly value: string
  readonly onChange: (dashboardId: string) => void
}

const quiet = { ignoreErrors: true, ignoreLoading: true } as const

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

export function DashboardPicker({ of, ...rest }: DashboardPickerProps) {
  const client = useClient()
  return (
    <NamedField
      {...rest}
      source={['dashboards', 'choices', of]}
      nameOf={async (id, signal) => (await client.dashboards.info(id, { ...quiet, signal })).title}
      load={async (textSearch, signal) => {
        const link = { page: 0, pageSize: choicesMax, textSearch, sortProperty: 'title', sortOrder: 'ASC' } as const
        const { data } = await dashboardChoices(client, of, link, signal)
        return data.map((dashboard) => ({ value: dashboard.id.id, label: dashboard.title }))
      }}
    />
  )
}
