/** Picker for a dashboard of a tenant, a customer or the current user's tenant. */

import { useClient } from '../session/use-session.tsx'
import type { ComboFieldProps } from '../ui/field/combo-field.tsx'
import { type DashboardsOf, dashboardChoices, quiet } from './dashboard-choices.ts'
import { NamedField } from './named-field.tsx'

/** Maximum number of choices offered at once. */
const choicesMax = 50

export interface DashboardPickerProps
  extends Pick<ComboFieldProps, 'label' | 'help' | 'error' | 'placeholder' | 'isDisabled' | 'onBlur'> {
  readonly of: DashboardsOf
  /** Id of the dashboard; empty: no dashboard. */
  readonly value: string
  readonly onChange: (dashboardId: string) => void
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
