/** Plays a sound or shows a browser notification for new alarms, according to the user's setting. Renders nothing. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import type { readNotices } from './alarm-notices.ts'
import { lastCreated, newAlarms, severitiesFrom } from './alarm-notices.ts'
import { playAlarmSound } from './alarm-sound.ts'

/** Maximum number of notifications at once, for the newest alarms. */
const shownMax = 3
/** Ms until new alarms are loaded even without a live update. */
const refreshMs = 60_000

interface AlarmNoticesProps {
  /** With a sound, notifications, or both. */
  readonly notices: ReturnType<typeof readNotices>
  /** Called when the user clicks the notification of an alarm. */
  readonly onOpen: (alarmId: string) => void
}

export function AlarmNotices({ notices, onOpen }: AlarmNoticesProps) {
  const t = useText()
  const { rest } = useClient()
  const { data } = useQuery({
    queryKey: ['alarms', 'fleet', 'notices', notices.from],
    refetchInterval: refreshMs,
    // Keeps polling in background tabs.
    refetchIntervalInBackground: true,
    queryFn: ({ signal }) =>
      createAlarmCalls(rest).search(
        { page: 0, pageSize: shownMax, sortProperty: 'createdTime', sortOrder: 'DESC' },
        { status: 'ACTIVE_UNACK', shelved: false, severities: severitiesFrom(notices.from) },
        { signal, ignoreErrors: true, ignoreLoading: true },
      ),
  })
  const seenTs = useRef<number | null>(null)
  useEffect(() => {
    if (!data) return
    const fresh = newAlarms(data.data, seenTs.current)
    seenTs.current = lastCreated(data.data, seenTs.current)
    if (fresh.length === 0) return
    if (notices.sound) playAlarmSound()
    if (!notices.notification || !canNotify()) return
    for (const { id, type, severity, originatorName } of fresh) {
      const title = t('alarms.noticeTitle', { severity: t(`alarms.${severity}`), type })
      // The tag deduplicates notifications of several tabs.
      const shown = new Notification(title, { body: originatorName ?? '', tag: id.id })
      shown.onclick = () => {
        window.focus()
        shown.close()
        onOpen(id.id)
      }
    }
  }, [data, notices, onOpen, t])
  return null
}

const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'
