/** Newest active alarms, with their actions. */

import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { Link } from '@tanstack/react-router'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { CauseText } from '../../alarms/cause-text.tsx'
import { SeverityChip } from '../../alarms/severity.tsx'
import { EntityLink } from '../../entities/entity-link.tsx'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { useRecentAlarms } from './fleet-queries.ts'
import { ListPanel } from './list-panel.tsx'

const AlarmDetails = lazy(() =>
  import('../../alarms/alarm-details.tsx').then((room) => ({ default: room.AlarmDetails })),
)

export function RecentAlarms() {
  const t = useText()
  const query = useRecentAlarms()
  const { data } = query
  const [open, setOpen] = useState<ExplainedAlarm | null>(null)
  return (
    <>
      <ListPanel
        title={t('home.recentAlarms')}
        beside={
          <>
            {data && data.totalElements > data.data.length && (
              <span className="sd-text-3 sd-num">
                {t('home.newestOf', { count: data.data.length, total: data.totalElements })}
              </span>
            )}
            <Link to="/alarms" search={{}} className="sd-home-more">
              {t('alarms.all')}
              <ArrowRight size={16} strokeWidth={2} aria-hidden />
            </Link>
          </>
        }
        headings={[
          t('alarms.severity'),
          t('alarms.type'),
          t('alarms.originator'),
          t('alarms.cause'),
          t('alarms.duration'),
        ]}
        query={query}
        failed={t('alarms.failed')}
        empty={
          <>
            <CircleCheck size={18} strokeWidth={1.75} aria-hidden />
            {t('home.noAlarms')}
          </>
        }
        kind="alarms"
      >
        {(alarm) => <AlarmLine key={alarm.id.id} alarm={alarm} onOpen={() => setOpen(alarm)} />}
      </ListPanel>
      <Suspense>
        {open && (
          <AlarmDetails
            alarmId={open.id.id}
            known={open}
            place="layer"
            onLeave={() => setOpen(null)}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}

function AlarmLine({ alarm, onOpen }: { alarm: ExplainedAlarm; onOpen: () => void }) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const name = alarm.originatorName || alarm.originator.id
  return (
    <li>
      <SeverityChip severity={alarm.severity} />
      <button type="button" className="sd-home-alarm-type" onClick={onOpen}>
        {alarm.type}
      </button>
      <span className="sd-home-alarm-from">
        <EntityLink id={alarm.originator} name={name} />
      </span>
      <span className="sd-home-alarm-cause sd-text-2">
        <CauseText alarm={alarm} />
      </span>
      <span className="sd-num sd-text-2" title={t('home.since', { time: format.dateTime(alarm.startTs) })}>
        {format.span(Math.max(0, nowMs - alarm.startTs))}
      </span>
    </li>
  )
}
