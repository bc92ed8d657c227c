/**
 * The action that is open in the settings of a widget. It stays open, with what was entered, while other tabs are shown;
 * whatever would lose it asks first.
 */

import { useMemo, useRef, useState } from 'react'
import { isUnapplied, type OpenAction } from './widget-panel/actions/action-form.ts'

interface WidgetAction {
  readonly widgetId: string
  readonly open: OpenAction
}

export interface OpenActions {
  /** null: no action is open. */
  readonly action: WidgetAction | null
  readonly setAction: (action: WidgetAction | null) => void
  readonly isActionOf: (widgetId: string | undefined) => boolean
  /** Whether the action has something entered that isn't applied. */
  readonly hasUnapplied: boolean
  /** Runs `work`, which closes the action. Asks before if that would lose what was entered. */
  readonly leaveAction: (work: () => void) => void
  /** Answer to the question; null: nothing is asked. */
  readonly leaving: { readonly discard: () => void; readonly stay: () => void } | null
}

export function useOpenAction(): OpenActions {
  const [action, setShown] = useState<WidgetAction | null>(null)
  /** Read by functions that run after the change and before the next drawing. */
  const latest = useRef(action)
  const [work, setWork] = useState<(() => void) | null>(null)
  const steady = useMemo(() => {
    function setAction(next: WidgetAction | null) {
      latest.current = next
      setShown(next)
    }
    return {
      setAction,
      isActionOf: (widgetId: string | undefined) => latest.current?.widgetId === widgetId,
      leaveAction(next: () => void) {
        if (latest.current && isUnapplied(latest.current.open)) {
          // One step may close the panel and open another one.
          setWork((before: (() => void) | null) => () => {
            before?.()
            next()
          })
          return
        }
        setAction(null)
        next()
      },
    }
  }, [])
  return {
    ...steady,
    action,
    hasUnapplied: action !== null && isUnapplied(action.open),
    leaving: work && {
      discard() {
        steady.setAction(null)
        setWork(null)
        work()
      },
      stay: () => setWork(null),
    },
  }
}
