/** State of the dashboard editor: the edited dashboard with its history, the selected widgets, and what was announced. */

import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import type { Command, CommandLabel, LayoutPlace } from '@sonde/model/dashboards/editing/commands'
import { type EditableDashboard, editableDashboard } from '@sonde/model/dashboards/editing/editable-dashboard'
import {
  currentOf,
  type History,
  jumpTo,
  redo,
  startHistory,
  undo,
  withChange,
} from '@sonde/model/dashboards/editing/history'
import { useMemo, useState } from 'react'

export interface Selection extends LayoutPlace {
  /** In the order of selection. */
  readonly ids: readonly string[]
}

export interface Editor {
  readonly dashboard: EditableDashboard
  readonly history: History<EditableDashboard, CommandLabel>
  /** Changes since the last save; 0: nothing to save. */
  readonly changes: number
  readonly selection: Selection | null
  /** Last announcement for screen readers. */
  readonly said: string
  /** `merges`: the command continues the previous one, which a held key repeats. */
  readonly run: (command: Command, merges?: boolean) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly jump: (index: number) => void
  readonly select: (selection: Selection | null) => void
  readonly say: (text: string) => void
  /** The current dashboard is saved. */
  readonly markSaved: (saved: EditableDashboard) => void
}

export function useEditor(original: Dashboard): Editor {
  const [history, setHistory] = useState(() =>
    startHistory<EditableDashboard, CommandLabel>(editableDashboard(original, () => crypto.randomUUID())),
  )
  const [saved, setSaved] = useState(() => currentOf(history))
  const [selection, select] = useState<Selection | null>(null)
  const [said, say] = useState('')
  const dashboard = currentOf(history)
  const steady = useMemo(
    () => ({
      run: (command: Command, merges = false) =>
        setHistory((before) => withChange(before, command.label, command.apply(currentOf(before)), merges)),
      undo: () => setHistory(undo),
      redo: () => setHistory(redo),
      jump: (index: number) => setHistory((before) => jumpTo(before, index)),
      select,
      say,
      markSaved: setSaved,
    }),
    [],
  )
  return { ...steady, dashboard, history, changes: changesSince(saved, history), selection, said }
}

function changesSince(saved: EditableDashboard, { entries, index }: Editor['history']): number {
  const savedIndex = entries.findIndex(({ value }) => value === saved)
  // Undone and overwritten, or forgotten: at least what is in the history has changed.
  return savedIndex < 0 ? Math.max(1, index) : Math.abs(index - savedIndex)
}
