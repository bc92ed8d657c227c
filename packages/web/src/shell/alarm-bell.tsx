/** Alarm bell in the toolbar: the number of active unacknowledged alarms, and a panel with the most severe ones. */

import './alarm-bell.css'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { Link } from '@tanstack/react-router'
import { Bell, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useAlarmRefresh } from '../alarms/alarm-changes.ts'
import { useAlarmNotices, useNoticeSetting } from '../alarms/use-alarm-notices.ts'
import { useUnacknowledgedAlarms } from '../alarms/use-unacknowledged-alarms.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { isHeldToDashboards } from '../session/start-page.ts'
import { useAccount } from '../session/use-session.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Popover } from '../ui/popover/popover.tsx'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'

const AlarmDetails = lazy(() => import('../alarms/alarm-details.tsx').then((room) => ({ default: room.AlarmDetails })))
const AlarmNoticesDialog = lazy(() => import('../alarms/alarm-notices-dialog.tsx'))

/** Larger counts are shown as "99+". */
const countMax = 99
/** Minimum ms between two announcements to screen readers. */
const announcementPauseMs = 10_000

export function AlarmBell() {
  const account = useAccount()
  if (!account || isHeldToDashboards(account)) return null
  const { authority } = account.auth
  return authority === 'TENANT_ADMIN' || authority === 'CUSTOMER_USER' ? <Alarms /> : null
}

function Alarms() {
  const t = useText()
  const query = useUnacknowledgedAlarms()
  useAlarmRefresh(null)
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [details, setDetails] = useState<{ readonly id: string; readonly known?: AlarmInfo } | null>(null)
  const [isSetting, setSetting] = useState(false)
  const { data: notices } = useNoticeSetting()
  const openAlarm = useCallback((id: string) => setDetails({ id }), [])
  useAlarmNotices(openAlarm)
  const count = query.data?.totalElements ?? 0
  const severity = query.data?.data[0]?.severity
  const label = t('alarms.bell', { count, severity: severity ? t(`alarms.${severity}`) : '' })
  const announcement = useAnnouncement(query.data?.totalElements, label)

  return (
    <>
      <span className="sd-bell" data-severity={severity}>
        <IconButton
          ref={anchor}
          label={label}
          icon={<Bell size={20} strokeWidth={1.75} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {count > 0 && (
          <span className="sd-bell-count sd-num" aria-hidden>
            {count > countMax ? `${countMax}+` : count}
          </span>
        )}
        <span className="sd-hidden-text" role="status">
          {announcement}
        </span>
      </span>
      <Popover
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        anchor={anchor}
        label={t('alarms.bellTitle')}
        placement="bottom-end"
        className="sd-bell-panel"
      >
        <Panel
          query={query}
          onOpen={(alarm) => {
            setOpen(false)
            setDetails({ id: alarm.id.id, known: alarm })
          }}
          onLeave={() => setOpen(false)}
          onNotices={
            notices &&
            (() => {
              setOpen(false)
              setSetting(true)
            })
          }
        />
      </Popover>
      <Suspense>
        {details && (
          <AlarmDetails
            alarmId={details.id}
            known={details.known}
            place="layer"
            onLeave={() => setDetails(null)}
            onClose={() => setDetails(null)}
          />
        )}
        {isSetting && notices && <AlarmNoticesDialog stored={notices} onClose={() => setSetting(false)} />}
      </Suspense>
    </>
  )
}

interface PanelProps {
  readonly query: ReturnType<typeof useUnacknowledgedAlarms>
  readonly onOpen: (alarm: AlarmInfo) => void
  readonly onLeave: () => void
  /** Undefined until the setting is loaded. */
  readonly onNotices: (() => void) | undefined
}

function Panel({ query: { data, error, refetch }, onOpen, onLeave, onNotices }: PanelProps) {
  const t = useText()
  return (
    <>
      <div className="sd-bell-head">
        <h2>{t('alarms.bellTitle')}</h2>
        {data && data.totalElements > data.data.length && (
          <span className="sd-xs sd-text-3 sd-num">
            {t('alarms.bellMore', { count: data.data.length, total: data.totalElements })}
          </span>
        )}
      </div>
      {error && !data ? (
        <ErrorState title={t('alarms.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className="sd-bell-note" aria-busy>
          <Skeleton width="80%" height={14} />
        </p>
      ) : data.data.length === 0 ? (
        <p className="sd-bell-note">
          <CircleCheck size={18} strokeWidth={1.75} aria-hidden />
          {t('alarms.bellNone')}
        </p>
      ) : (
        <ul>
          {data.data.map((alarm) => (
            <li key={alarm.id.id}>
              <Row alarm={alarm} onOpen={() => onOpen(alarm)} />
            </li>
          ))}
        </ul>
      )}
      <div className="sd-bell-foot">
        <Link to="/alarms" search={{}} className="sd-sm sd-medium" onClick={onLeave}>
          {t('alarms.all')}
        </Link>
        {onNotices && (
          <Button kind="plain" size="sm" aria-haspopup="dialog" onClick={onNotices}>
            {t('alarms.notices')}
          </Button>
        )}
      </div>
    </>
  )
}

function Row({ alarm, onOpen }: { alarm: AlarmInfo; onOpen: () => void }) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  return (
    <button type="button" onClick={onOpen}>
      <SeverityGlyph of={alarm.severity} size={16} />
      <span className="sd-hidden-text">{t(`alarms.${alarm.severity}`)}</span>
      <span className="sd-bell-alarm">
        <b>{alarm.type}</b>
        <span className="sd-xs sd-text-3">{alarm.originatorName || alarm.originator.id}</span>
      </span>
      <span className="sd-xs sd-text-3 sd-num" title={format.dateTime(alarm.startTs)}>
        {format.when(alarm.startTs, nowMs)}
      </span>
    </button>
  )
}

/**
 * Announces new alarms to screen readers, not existing or removed ones. Throttled: an alarm storm causes one
 * announcement.
 */
function useAnnouncement(count: number | undefined, label: string): string {
  const [said, say] = useState('')
  const known = useRef({ count, saidMs: 0 })
  useEffect(() => {
    const before = known.current.count
    if (before === undefined || count === undefined || count < before) known.current.count = count
    // The count is compared with the announced one: a pending announcement that `label` replaces is made again.
    if (before === undefined || count === undefined || count <= before) return
    const wait = Math.max(0, known.current.saidMs + announcementPauseMs - Date.now())
    const timer = setTimeout(() => {
      known.current = { count, saidMs: Date.now() }
      say(label)
    }, wait)
    return () => clearTimeout(timer)
  }, [count, label])
  return said
}
