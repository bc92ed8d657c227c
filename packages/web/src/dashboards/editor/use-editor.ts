/** State of the dashboard editor: the edited dashboard with its history, the selected widgets, and what was announced. */

import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import type { Command, CommandLabel, LayoutPlace } from '@sonde/model/dashboards/editing/commands'
import { type EditableDashboard, editableDashboard } from '@sonde/model/dashboards/editing/editable-dashboard'
import {
  currentOf,
  type History,
  jumpTo,
  redo,
  sealed,
  startHistory,
  undo,
  withChange,
} from '@sonde/model/dashboards/editing/history'
import { useMemo, useState } from 'react'
import { type OpenActions, useOpenAction } from './use-open-action.ts'

export interface Selection extends LayoutPlace {
  /** In the order of selection. */
  readonly ids: readonly string[]
  /** Its widgets were just added: the grid scrolls to the last one and focuses it. */
  readonly isNew?: boolean
}

/** `widget`: the settings of the selected widget; `library`: adds a widget; `import`: adds one from a file. */
export type EditorSide = 'widget' | 'library' | 'import'

export interface Editor extends OpenActions {
  readonly dashboard: EditableDashboard
  readonly history: History<EditableDashboard, CommandLabel>
  /** Changes since the last save; 0: nothing to save. */
  readonly changes: number
  readonly selection: Selection | null
  /** What is open next to the grid, or over it. */
  readonly side: EditorSide | null
  /** Last announcement for screen readers. */
  readonly said: string
  /** `merges`: the command continues the previous one, which a held key repeats; a text: if that has the same key. */
  readonly run: (command: Command, merges?: boolean | string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly jump: (index: number) => void
  /** Asks first if an action of the selected widget isn't applied. */
  readonly select: (selection: Selection | null) => void
  readonly say: (text: string) => void
  /** Asks first if it closes settings with an action that isn't applied. */
  readonly openSide: (side: EditorSide | null) => void
  /** The current dashboard is saved. */
  readonly markSaved: (saved: EditableDashboard) => void
}

export function useEditor(original: Dashboard): Editor {
  const [history, setHistory] = useState(() =>
    startHistory<EditableDashboard, CommandLabel>(editableDashboard(original, () => crypto.randomUUID())),
  )
  const [saved, setSaved] = useState(() => currentOf(history))
  const [selection, setSelection] = useState<Selection | null>(null)
  const [side, setSide] = useState<EditorSide | null>(null)
  const [said, say] = useState('')
  const actions = useOpenAction()
  const { leaveAction, isActionOf } = actions
  const dashboard = currentOf(history)
  const steady = useMemo(
    () => ({
      run: (command: Command, merges: boolean | string = false) =>
        setHistory((before) => withChange(before, command.label, command.apply(currentOf(before)), merges)),
      undo: () => setHistory(undo),
      redo: () => setHistory(redo),
      jump: (index: number) => setHistory((before) => jumpTo(before, index)),
      select(next: Selection | null) {
        if (next?.ids.length === 1 && isActionOf(next.ids[0])) setSelection(next)
        else leaveAction(() => setSelection(next))
      },
      say,
      openSide(next: EditorSide | null) {
        if (next === 'widget') setSide(next)
        else leaveAction(() => setSide(next))
      },
      markSaved: (value: EditableDashboard) => {
        setSaved(value)
        setHistory(sealed)
      },
    }),
    [leaveAction, isActionOf],
  )
  return { ...steady, ...actions, dashboard, history, changes: changesSince(saved, history), selection, side, said }
}

/** Layout that new widgets are added to: the one of the selection, or else the main one of the open state. */
export const targetPlace = ({ selection }: Pick<Editor, 'selection'>, stateId: string): LayoutPlace => ({
  stateId,
  layoutId: selection?.stateId === stateId ? selection.layoutId : 'main',
})

function changesSince(saved: EditableDashboard, { entries, index }: Editor['history']): number {
  const savedIndex = entries.findIndex(({ value }) => value === saved)
  // Undone and overwritten, or forgotten: at least what is in the history has changed.
  return savedIndex < 0 ? Math.max(1, index) : Math.abs(index - savedIndex)
}
