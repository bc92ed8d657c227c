/** Quick filter of all alarms by state, with the number of alarms of each. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TabTableState } from '../entity-pages/tab-table/use-tab-table.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Segmented } from '../ui/segmented/segmented.tsx'
import {
  type AlarmStateFilter,
  alarmStates,
  type ListedAlarm,
  searchOf,
  statusOf,
  statusParam,
  statusParts,
  statusText,
} from './alarm-table.tsx'

type StateCounts = Readonly<Record<AlarmStateFilter, number>>

/** Numbers of alarms that match all filters but the state; undefined while loading. */
function useStateCounts(table: TabTableState<ListedAlarm>, userId: string): StateCounts | undefined {
  const { rest } = useClient()
  const { [statusParam]: status, ...filters } = table.filters
  const { seen } = statusParts(status)
  const narrowed = searchOf(filters, userId)
  const { textSearch, filters: requested } = table.query
  return useQuery({
    queryKey: ['alarms', 'states', textSearch, seen, narrowed, requested.window],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<StateCounts> {
      const { search } = createAlarmCalls(rest)
      const link = { page: 0, pageSize: 1, ...table.range(), ...(textSearch && { textSearch }) }
      const count = async (state: AlarmStateFilter) => {
        const filter = { ...narrowed, ...statusOf(statusText(state, seen)) }
        return (await search(link, filter, { signal, ignoreErrors: true, ignoreLoading: true })).totalElements
      }
      const [active, cleared] = await Promise.all([count('ACTIVE'), count('CLEARED')])
      return { ANY: active + cleared, ACTIVE: active, CLEARED: cleared }
    },
  }).data
}

interface StateSegmentsProps {
  readonly table: TabTableState<ListedAlarm>
  readonly userId: string
  readonly isSmall: boolean
}

export function StateSegments({ table, userId, isSmall }: StateSegmentsProps) {
  const t = useText()
  const format = useFormat()
  const counts = useStateCounts(table, userId)
  const { state, seen } = statusParts(table.filters[statusParam])
  return (
    <Segmented
      label={t('alarms.filter')}
      size={isSmall ? 'sm' : 'md'}
      options={alarmStates.map((value) => ({
        value,
        label: t(`alarms.filter${value}`),
        count: <span className="sd-alarm-count">{counts && format.number(counts[value], { decimals: 0 })}</span>,
      }))}
      value={state}
      onChange={(next) => table.setFilters({ [statusParam]: statusText(next, seen) })}
    />
  )
}
