/**
 * Switches between dashboards: a drop-down, or below 600 px a button with a list of titles. For few dashboards: it
 * offers only the first hundred by title; `DashboardPicker` has a search.
 */

import './dashboard-select.css'
import type { DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Select } from '../ui/field/text-field.tsx'
import { MenuButton } from '../ui/menu/menu.tsx'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { type DashboardsOf, dashboardChoices } from './dashboard-choices.ts'

/** Maximum number of choices offered at once. */
const choicesMax = 100
const none: readonly DashboardInfo[] = []

interface DashboardSelectProps {
  readonly of: DashboardsOf
  /** Dashboard id; empty: no dashboard. */
  readonly value: string
  readonly onChange: (dashboardId: string) => void
}

export function DashboardSelect({ of, value, onChange }: DashboardSelectProps) {
  const t = useText()
  const client = useClient()
  const isSmall = useWidth(isPhone)
  const { data = none, isSuccess } = useQuery({
    queryKey: ['dashboards', 'select', of],
    staleTime: 60_000,
    // Offers no choices when the request fails.
    queryFn: ({ signal }) =>
      dashboardChoices(client, of, { page: 0, pageSize: choicesMax, sortProperty: 'title', sortOrder: 'ASC' }, signal)
        .then(({ data }): readonly DashboardInfo[] => data)
        .catch(() => none),
  })
  const label = t('inputs.selectDashboard')
  const known = data.map(({ id, title }) => ({ value: id.id, label: title }))

  if (isSmall) {
    return (
      <MenuButton
        label={label}
        icon={<LayoutDashboard size={20} strokeWidth={1.75} />}
        items={known.map((one) => ({
          id: one.value,
          label: one.label,
          isChecked: one.value === value,
          onSelect: () => onChange(one.value),
        }))}
      />
    )
  }
  const isListed = known.some((one) => one.value === value)
  // A dashboard that isn't among the choices is shown by its id. Empty while loading or without a value.
  const current = isListed ? [] : [{ value, label: isSuccess && value !== '' ? value : '' }]
  return (
    <div className="sd-dashboard-select">
      <Select
        label={label}
        value={value}
        options={[...current, ...known]}
        onChange={(next) => next !== '' && onChange(next)}
      />
    </div>
  )
}
