/**
 * Keeps the changes of the editor as a draft in the browser, so that a reload or a crash doesn't lose them. The draft is
 * removed when the changes are saved, undone or discarded.
 */

import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useAccount } from '../../../session/use-session.tsx'
import type { Editor } from '../use-editor.ts'
import { type Draft, type DraftKey, removeDraft, writeDraft } from './draft-store.ts'

/** Longest time from a change to its draft, ms. */
const writeAfterMs = 500

export interface DraftParts {
  readonly editor: Editor
  /** Version that the changes are based on. */
  readonly version: number
  /** False until the user decided about an earlier draft, which is still needed. */
  readonly isOn: boolean
}

/** Key of the user's draft of a dashboard; null: nobody is signed in. */
export function useDraftKey(dashboardId: string): DraftKey | null {
  const userId = useAccount()?.auth.userId ?? null
  return useMemo(() => (userId === null ? null : { userId, dashboardId }), [userId, dashboardId])
}

/** Returns `discard`, for when the user discards the changes and leaves the editor. */
export function useDraft({ editor, version, isOn }: DraftParts): { readonly discard: () => void } {
  const { dashboard, changes } = editor
  const key = useDraftKey(dashboard.id.id)
  const timer = useRef<number | undefined>(undefined)
  const hasChanges = changes > 0
  /** Storage calls, one after the other. A failure means that there is no draft, which editing doesn't need. */
  const queue = useRef(Promise.resolve())
  const run = (work: () => Promise<void>) => {
    queue.current = queue.current.then(work).catch(() => {})
  }

  const latest = useEffectEvent((): Draft => ({ version, time: Date.now(), dashboard }))
  const write = useEffectEvent(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    const draft = latest()
    if (key && hasChanges) run(() => writeDraft(key, draft))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each changed dashboard is written, and what it's based on
  useEffect(() => {
    if (!isOn || !hasChanges) return
    // A timer that runs already isn't started again: constant changes are written too.
    timer.current ??= window.setTimeout(() => write(), writeAfterMs)
  }, [dashboard, version, hasChanges, isOn])

  function discard() {
    clearTimeout(timer.current)
    timer.current = undefined
    if (key) run(() => removeDraft(key))
  }
  const remove = useEffectEvent(discard)
  const hadChanges = useRef(false)
  useEffect(() => {
    if (!isOn) return
    if (!hasChanges && hadChanges.current) remove()
    hadChanges.current = hasChanges
  }, [hasChanges, isOn])

  useEffect(() => {
    const now = () => write()
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])

  return { discard }
}
