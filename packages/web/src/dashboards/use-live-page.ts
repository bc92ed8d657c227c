/** React hook for a live page of rows; keeps one subscription while the component is mounted. */

import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { LivePage, LivePageState } from './live-page.ts'

const loading = { kind: 'loading' } as const

/** `query` null: the query is not known yet. `open`: called once, with the first query. */
export function useLivePage<Query, View>(
  open: (query: Query) => LivePage<Query, View>,
  query: Query | null,
  isSeen: boolean,
): { readonly state: LivePageState<View>; readonly retry: () => void } {
  const [rows, setRows] = useState<LivePage<Query, View> | null>(null)
  const current = useRef<LivePage<Query, View> | null>(null)
  const openFirst = useEffectEvent(open)
  const text = query && JSON.stringify(query)

  useEffect(() => {
    if (!text) return
    const wanted = JSON.parse(text) as Query
    if (current.current) current.current.ask(wanted)
    else {
      current.current = openFirst(wanted)
      setRows(current.current)
    }
  }, [text])

  useEffect(
    () => () => {
      current.current?.close()
      current.current = null
    },
    [],
  )

  useEffect(() => rows?.setVisible(isSeen), [rows, isSeen])

  const state = useSyncExternalStore(
    useCallback((listener) => rows?.subscribe(listener) ?? (() => {}), [rows]),
    () => rows?.get() ?? (loading as LivePageState<View>),
  )
  return { state, retry: () => rows?.retry() }
}
