/**
 * Names, units, decimals and ranges of keys, loaded once for all components that show values. Reloaded after they are
 * saved, when the window gets the focus again, and once a minute.
 */

import { createKeyDescriptionCalls } from '@sonde/client/key-descriptions/key-description-calls'
import type { KeyDescriptions } from '@sonde/model/key-descriptions/key-description'
import { type KeyLookup, keyLookup } from '@sonde/model/key-descriptions/key-lookup'
import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount, useClient } from '../session/use-session.tsx'

export const keyDescriptionsKey = ['keyDescriptions']

const refreshMs = 60_000

/** `data` is undefined while loading, or if the user has no tenant. */
export function useKeyDescriptions() {
  const { rest } = useClient()
  const authority = useAccount()?.auth.authority
  const calls = useMemo(() => createKeyDescriptionCalls(rest), [rest])
  const { data, error, refetch } = useQuery<KeyDescriptions>({
    queryKey: keyDescriptionsKey,
    queryFn: ({ signal }) => calls.all({ ignoreErrors: true, ignoreLoading: true, signal }),
    enabled: authority === 'TENANT_ADMIN' || authority === 'CUSTOMER_USER',
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  })
  return { calls, data, error, refetch }
}

/** Finds no descriptions until they are loaded: values are shown unformatted. */
export function useKeyLookup(): KeyLookup {
  const { data } = useKeyDescriptions()
  return useMemo(() => keyLookup(data ?? noKeyDescriptions), [data])
}
