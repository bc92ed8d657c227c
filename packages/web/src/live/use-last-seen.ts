/**
 * Last value of a live subscription, kept in the query cache for a while: returning to a page shows it at once, until
 * the server responds. The cache is cleared when another user signs in.
 */

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/**
 * @param what Parts of the cache key; a different key shows its own last value.
 * @returns The value to show (undefined if unknown), and a function that sets it. `show` changes with `what`; a value
 * set with `isRetained` false isn't cached.
 */
export function useLastSeen<T>(
  ...what: readonly (string | null | undefined)[]
): [seen: T | undefined, show: (now: T, isRetained?: boolean) => void] {
  const queries = useQueryClient()
  const name = JSON.stringify(what)
  const [shown, setShown] = useState(() => ({ name, value: queries.getQueryData<T>(['live', name]) }))
  const show = useCallback(
    (value: T, isRetained = true) => {
      setShown({ name, value })
      if (isRetained) queries.setQueryData(['live', name], value)
    },
    [queries, name],
  )
  return [shown.name === name ? shown.value : queries.getQueryData<T>(['live', name]), show]
}
