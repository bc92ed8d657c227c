/** Makes a sound or a browser notification for new alarms, if the user wants that. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { lastCreated, newAlarms, readNotices, severitiesFrom } from './alarm-notices.ts'
import { playAlarmSound } from './alarm-sound.ts'

const settingKey = ['alarmNotices'] as const
/** Of a storm of alarms so many are shown, the newest. */
const shownMax = 3
/** Ms after which new alarms load even if the live connection reports no change. */
const refreshMs = 60_000

/** The user's setting; undefined until it is loaded. */
export function useNoticeSetting() {
  const { userSettings } = useClient()
  const stored = useAccount()?.alarmNotices
  return useQuery({
    queryKey: settingKey,
    staleTime: Number.POSITIVE_INFINITY,
    // It came with the account.
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

/** `onOpen`: the user chose the notification of an alarm. */
export function useAlarmNotices(onOpen: (alarmId: string) => void): void {
  const t = useText()
  const { rest } = useClient()
  const { data: notices } = useNoticeSetting()
  const isOn = notices !== undefined && (notices.sound || notices.notification)
  const { data } = useQuery({
    queryKey: ['alarms', 'fleet', 'notices', notices?.from],
    enabled: isOn,
    refetchInterval: refreshMs,
    // Also in a tab that nobody looks at.
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
      // The tag: several tabs show it once.
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
