/** React hook for a live page of entities; keeps one subscription while the component is mounted. */

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useClient } from '../session/use-session.tsx'
import { createEntityRows, type EntityRows, type EntityRowsState, type RowsQuery } from './entity-rows.ts'

const loading: EntityRowsState = { kind: 'loading' }

/** `query` null: the query is not known yet. */
export function useEntityRows(query: RowsQuery | null, isSeen: boolean): { state: EntityRowsState; retry: () => void } {
  const { live } = useClient()
  const [rows, setRows] = useState<EntityRows | null>(null)
  const current = useRef<EntityRows | null>(null)
  const text = query && JSON.stringify(query)

  useEffect(() => {
    if (!text) return
    const wanted = JSON.parse(text) as RowsQuery
    if (current.current) current.current.ask(wanted)
    else {
      current.current = createEntityRows(live, wanted)
      setRows(current.current)
    }
  }, [live, text])

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
    () => rows?.get() ?? loading,
  )
  return { state, retry: () => rows?.retry() }
}
