/** The action that is open in its editor. It stays open, with what was entered, while other widgets and tabs are shown. */

import { useState } from 'react'
import type { Editor } from '../../use-editor.ts'
import type { OpenAction } from './action-form.ts'

/** By editor, which `run` identifies, and widget. */
const kept = new WeakMap<Editor['run'], Map<string, OpenAction>>()

export function useOpenAction({ run }: Editor, widgetId: string) {
  const [open, setOpen] = useState(() => kept.get(run)?.get(widgetId) ?? null)
  return [
    open,
    (next: OpenAction | null) => {
      const ofEditor = kept.get(run) ?? new Map<string, OpenAction>()
      kept.set(run, ofEditor)
      if (next) ofEditor.set(widgetId, next)
      else ofEditor.delete(widgetId)
      setOpen(next)
    },
  ] as const
}
