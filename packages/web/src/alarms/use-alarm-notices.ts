/** Plays a sound or shows a browser notification for new alarms, according to the user's settings. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { lastCreated, newAlarms, readNotices, severitiesFrom } from './alarm-notices.ts'
import { playAlarmSound } from './alarm-sound.ts'

const settingKey = ['alarmNotices'] as const
/** Maximum number of notifications at once, for the newest alarms. */
const shownMax = 3
/** Ms until new alarms are loaded even without a live update. */
const refreshMs = 60_000

/** The user's setting; undefined until it is loaded. */
export function useNoticeSetting() {
  const { userSettings } = useClient()
  const stored = useAccount()?.alarmNotices
  return useQuery({
    queryKey: settingKey,
    staleTime: Number.POSITIVE_INFINITY,
    // The setting was loaded with the account.
    initialData: () => (stored === undefined ? undefined : readNotices(stored)),
    queryFn: async ({ signal }) =>
      readNotices(await userSettings.get('alarmNotices', { signal, ignoreErrors: true, ignoreLoading: true })),
  })
}

export function useSaveNotices() {
  const { userSettings } = useClient()
  const queries = useQueryClient()
  return async (notices: ReturnType<typeof readNotices>) => {
    await userSettings.save('alarmNotices', { ...notices }, { ignoreErrors: true })
    queries.setQueryData(settingKey, notices)
  }
}

/** `onOpen`: called when the user clicks the notification of an alarm. */
export function useAlarmNotices(onOpen: (alarmId: string) => void): void {
  const t = useText()
  const { rest } = useClient()
  const { data: notices } = useNoticeSetting()
  const isOn = notices !== undefined && (notices.sound || notices.notification)
  const { data } = useQuery({
    queryKey: ['alarms', 'fleet', 'notices', notices?.from],
    enabled: isOn,
    refetchInterval: refreshMs,
    // Keeps polling in background tabs.
    refetchIntervalInBackground: true,
    queryFn: ({ signal }) =>
      createAlarmCalls(rest).search(
        { page: 0, pageSize: shownMax, sortProperty: 'createdTime', sortOrder: 'DESC' },
        { status: 'ACTIVE_UNACK', shelved: false, severities: severitiesFrom(notices?.from ?? 'CRITICAL') },
        { signal, ignoreErrors: true, ignoreLoading: true },
      ),
  })
  const seenTs = useRef<number | null>(null)
  useEffect(() => {
    if (!data || !notices || !isOn) return
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
  }, [data, notices, isOn, onOpen, t])
}

const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'
