/** Number of alarms of the same type and originator, with a link to them. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { alarmWindowMs } from './alarm-changes.ts'
import { originatorParam, typeParam } from './alarm-filters.ts'

const dayMs = 86_400_000

export function SimilarAlarms({ alarm: { id, type, originator } }: { readonly alarm: AlarmInfo }) {
  const t = useText()
  const { rest } = useClient()
  const { data } = useQuery({
    queryKey: ['alarms', 'similar', id.id, type, originator.id],
    queryFn: async ({ signal }) => {
      const link = { page: 0, pageSize: 1, startTime: Date.now() - alarmWindowMs }
      const filter = { types: [type], originatorId: originator.id }
      const found = await createAlarmCalls(rest).search(link, filter, {
        signal,
        ignoreErrors: true,
        ignoreLoading: true,
      })
      return found.totalElements
    },
  })
  // The count includes this alarm.
  if (data === undefined || data < 2) return null
  const search = { [typeParam]: type, [originatorParam]: `${originator.entityType}.${originator.id}` }
  return (
    <p className="sd-alarm-similar">
      {t('alarms.similar', { count: data - 1, days: alarmWindowMs / dayMs })}
      <Link to="/alarms" search={search}>
        {t('alarms.similarAll')}
      </Link>
    </p>
  )
}
