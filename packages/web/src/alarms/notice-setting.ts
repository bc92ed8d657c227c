/** The user's setting for sounds and notifications of new alarms. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount, useClient } from '../session/use-session.tsx'
import { readNotices } from './alarm-notices.ts'

const settingKey = ['alarmNotices'] as const

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
