/** Alarms of the same type and originator in the last 30 days: their number, a strip of days and a link to them. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { type AlarmDay, alarmDays, daysRange, daysShown } from './alarm-days.ts'
import { originatorParam, typeParam } from './alarm-filters.ts'

/** `data`: undefined while loading or if the request failed. */
export function useSimilarAlarms({ id, type, originator, createdTime }: AlarmInfo, isWanted: boolean) {
  const { rest } = useClient()
  return useQuery({
    queryKey: ['alarms', 'similar', id.id, type, originator.id],
    enabled: isWanted,
    async queryFn({ signal }) {
      const range = daysRange(Date.now())
      const found = await createAlarmCalls(rest).histogram(
        { ...range, bars: daysShown },
        { types: [type], originatorId: originator.id },
        { signal, ignoreErrors: true, ignoreLoading: true },
      )
      const days = alarmDays(found, range)
      const total = days.reduce((sum, { count }) => sum + count, 0)
      // This alarm is one of them, unless it's older.
      return { days, count: Math.max(0, createdTime >= range.startTime ? total - 1 : total) }
    },
  })
}

interface SimilarAlarmsProps {
  readonly alarm: AlarmInfo
  readonly days: readonly AlarmDay[]
  readonly count: number
  /** The alarm stays open next to the list. */
  readonly staysOpen: boolean
}

export function SimilarAlarms({ alarm: { id, type, originator }, days, count, staysOpen }: SimilarAlarmsProps) {
  const t = useText()
  const format = useFormat()
  const words = days.flatMap(({ startTime, count, worst }) =>
    worst
      ? [t('alarms.similarDay', { day: format.date(startTime, Date.now()), count, severity: t(`alarms.${worst}`) })]
      : [],
  )
  return (
    <div className="sd-alarm-part sd-alarm-similar">
      <span>
        <b className="sd-medium">{t('alarms.similarCount', { count })}</b>{' '}
        <span className="sd-text-2">{t('alarms.similarIn', { days: daysShown })}</span>
      </span>
      <span className="sd-alarm-days" role="img" aria-label={words.join(', ') || t('alarms.emptyTitle')}>
        {days.map(({ startTime, worst }) => (
          <i key={startTime} data-severity={worst} />
        ))}
      </span>
      {count > 0 && (
        <Link
          to="/alarms"
          search={{
            [typeParam]: type,
            [originatorParam]: `${originator.entityType}.${originator.id}`,
            ...(staysOpen && { open: id.id }),
          }}
        >
          {t('alarms.similarAll')}
        </Link>
      )}
    </div>
  )
}
