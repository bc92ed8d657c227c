/**
 * What a live connection said last of something, kept in the query cache for a while: a page that is gone back to shows
 * it at once, until the platform's answer comes. It goes with the cache when somebody else signs in.
 */

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/**
 * @param what What it is of, by parts; another one is shown as it was last seen.
 * @returns What to show, undefined until something is known, and what shows something else. `show` is another function
 *   when `what` is another; what is not `isKept` is forgotten with the page.
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
