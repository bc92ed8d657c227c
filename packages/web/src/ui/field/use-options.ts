/** Options that match a typed text: none while the loaded ones belong to an earlier text. */

import { useQuery } from '@tanstack/react-query'

interface OptionsQuery<T> {
  /** Part of the query cache key; identifies the set of options. */
  readonly source: readonly unknown[]
  /** The text to search for. Follows `typed` after a pause. */
  readonly searched: string
  /** The text in the field. null: the user isn't searching. */
  readonly typed: string | null
  /** Options that match the text, at most one page. */
  readonly load: (text: string, signal: AbortSignal) => Promise<readonly T[]>
  readonly isEnabled?: boolean
}

interface Options<T> {
  /** What was loaded last, maybe for an earlier text. Not to be offered. */
  readonly found: readonly T[]
  /**
   * What the user may choose. Options of an earlier text aren't offered: Enter would choose one that the user didn't
   * search for, and a click would hit another option than the one under the pointer when the list changes.
   */
  readonly offered: readonly T[]
  readonly isSearching: boolean
  readonly isError: boolean
}

export function useOptions<T>({ source, searched, typed, load, isEnabled = true }: OptionsQuery<T>): Options<T> {
  const { data, isPending, isError, isPlaceholderData } = useQuery({
    queryKey: [...source, searched],
    queryFn: ({ signal }) => load(searched, signal),
    enabled: isEnabled,
    placeholderData: (previous) => previous,
  })
  const isBehind = typed !== null && (typed.trim() !== searched || isPlaceholderData)
  const found = data ?? []
  return { found, offered: isBehind ? [] : found, isSearching: isPending || isBehind, isError }
}
