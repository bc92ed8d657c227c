/** Queries and calls of the settings pages. */

import { type AdminSettingsCalls, createAdminSettingsCalls } from '@sonde/client/admin-settings/admin-settings-calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'

/** First part of the query cache keys. */
export const settingsRoom = 'settings'

export function useSettingsCalls(): AdminSettingsCalls {
  const { rest } = useClient()
  return useMemo(() => createAdminSettingsCalls(rest), [rest])
}

export interface SettingsQuery<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
}

/** Query of named settings. `load` must set `ignoreErrors`, because the page shows the error. */
export function useSettings<T>(name: string, load: (signal?: AbortSignal) => Promise<T>): SettingsQuery<T> {
  const { data, error, refetch } = useQuery({
    queryKey: [settingsRoom, name],
    queryFn: ({ signal }): Promise<T> => load(signal),
  })
  return { data, error, refetch }
}
