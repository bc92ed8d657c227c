/**
 * Goes from one dashboard to another: a drop-down where there is room, below 600 px a button with the list of titles.
 * For few dashboards: the first hundred by title are offered; a `DashboardPicker` searches.
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
import { type DashboardsOf, dashboardChoices } from './dashboard-picker.tsx'

/** Maximum number of choices offered at once. */
const choicesMax = 100
const none: readonly DashboardInfo[] = []

interface DashboardSelectProps {
  readonly of: DashboardsOf
  /** Dashboard ID; empty: none. */
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
  // A dashboard that isn't among the choices is shown by its ID; before a choice or while loading, the line is empty.
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
