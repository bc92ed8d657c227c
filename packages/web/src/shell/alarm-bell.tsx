/** Alarm bell in the toolbar: the number of active unacknowledged alarms, and a panel with the most severe ones. */

import './alarm-bell.css'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useAlarmRefresh } from '../alarms/alarm-changes.ts'
import { useNoticeSetting } from '../alarms/notice-setting.ts'
import { useUnacknowledgedAlarms } from '../alarms/use-unacknowledged-alarms.ts'
import { useText } from '../locale/use-text.tsx'
import { isHeldToDashboards } from '../session/start-page.ts'
import { useAccount } from '../session/use-session.tsx'
import { IconButton } from '../ui/button/button.tsx'

const AlarmBellPanel = lazy(() => import('./alarm-bell-panel.tsx').then((room) => ({ default: room.AlarmBellPanel })))
const AlarmDetails = lazy(() => import('../alarms/alarm-details.tsx').then((room) => ({ default: room.AlarmDetails })))
const AlarmNotices = lazy(() =>
  import('../alarms/alarm-notices-host.tsx').then((room) => ({ default: room.AlarmNotices })),
)
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
      <Suspense>
        {notices && (notices.sound || notices.notification) && <AlarmNotices notices={notices} onOpen={openAlarm} />}
      </Suspense>
      <Suspense>
        {isOpen && (
          <AlarmBellPanel
            anchor={anchor}
            query={query}
            onClose={() => setOpen(false)}
            onOpen={(alarm) => {
              setOpen(false)
              setDetails({ id: alarm.id.id, known: alarm })
            }}
            onNotices={
              notices &&
              (() => {
                setOpen(false)
                setSetting(true)
              })
            }
          />
        )}
      </Suspense>
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
