/** Toolbar of the editor: title, undo and redo with the history, states, time window, right layout. */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { setTimeWindow, setTitle } from '@sonde/model/dashboards/editing/commands'
import { canRedo, canUndo } from '@sonde/model/dashboards/editing/history'
import { ArrowLeft, History, PanelRight, Pencil, Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { TimeWindowTrigger } from '../../time-windows/time-window-trigger.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { MenuButton } from '../../ui/menu/menu.tsx'
import type { EditedBar } from '../dashboard-editing.ts'
import { StateNavigation } from '../state-navigation.tsx'
import { commandWords } from './command-words.ts'
import type { Editor } from './use-editor.ts'

interface EditorBarProps extends EditedBar {
  readonly editor: Editor
  readonly configuration: DashboardConfiguration
  readonly onClose: () => void
  /** Buttons of dialogs that change more than the layout. */
  readonly children?: ReactNode
}

export function EditorBar({
  editor,
  configuration,
  stack,
  onStack,
  window,
  onWindow,
  right,
  onClose,
  children,
}: EditorBarProps) {
  const t = useText()
  const [isRenaming, setRenaming] = useState(false)
  const { dashboard, history, run } = editor
  const done = history.entries[history.index]?.label
  const undone = history.entries[history.index + 1]?.label
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <div className="db-bar db-edit-bar" role="toolbar" aria-label={t('dashboardEditor.editor')}>
      <IconButton label={t('dashboardEditor.close')} icon={<ArrowLeft {...icon} />} onClick={onClose} />
      <span className="db-edit-chip">{t('dashboardEditor.editing')}</span>
      <b className="sd-ellipsis">{dashboard.title}</b>
      <IconButton
        label={t('dashboardEditor.rename')}
        icon={<Pencil {...icon} size={16} />}
        size="sm"
        onClick={() => setRenaming(true)}
      />
      <span className="db-edit-divider" aria-hidden />
      <IconButton
        label={done ? t('dashboardEditor.undoThat', { what: commandWords(done, t) }) : t('dashboardEditor.undo')}
        shortcut="Ctrl Z"
        icon={<Undo2 {...icon} />}
        disabled={!canUndo(history)}
        onClick={editor.undo}
      />
      <IconButton
        label={undone ? t('dashboardEditor.redoThat', { what: commandWords(undone, t) }) : t('dashboardEditor.redo')}
        shortcut="Ctrl Shift Z"
        icon={<Redo2 {...icon} />}
        disabled={!canRedo(history)}
        onClick={editor.redo}
      />
      {history.entries.length > 1 && (
        <MenuButton
          label={t('dashboardEditor.history')}
          icon={<History {...icon} />}
          placement="bottom-start"
          items={() =>
            history.entries
              .map(({ label }, index) => ({
                id: String(index),
                label: label ? commandWords(label, t) : t('dashboardEditor.start'),
                isChecked: index === history.index,
                onSelect: () => editor.jump(index),
              }))
              .reverse()
          }
        />
      )}
      <span className="sd-spacer" />
      {children}
      {/* While editing, any state can be opened directly, also those that only actions open. */}
      <StateNavigation
        configuration={{ ...configuration, settings: { ...configuration.settings, stateControllerId: 'default' } }}
        stack={stack.slice(-1)}
        onStack={onStack}
        isMenu
      />
      <TimeWindowTrigger
        value={window}
        onChange={(next) => {
          onWindow(next)
          run(setTimeWindow(next))
        }}
      />
      {right.isOverlay && (
        <IconButton
          label={right.isOpen ? t('dashboards.mainLayout') : t('dashboards.rightLayout')}
          icon={right.isOpen ? <ArrowLeft {...icon} /> : <PanelRight {...icon} />}
          aria-expanded={right.isOpen}
          onClick={() => right.setOpen(!right.isOpen)}
        />
      )}
      {isRenaming && <RenameDialog editor={editor} onClose={() => setRenaming(false)} />}
    </div>
  )
}

function RenameDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const t = useText()
  const [title, setNext] = useState(editor.dashboard.title)
  const [isChecked, setChecked] = useState(false)
  const isEmpty = title.trim() === ''
  return (
    <FormDialog
      title={t('dashboardEditor.rename')}
      action={t('dashboardEditor.apply')}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true)
        if (isEmpty) return
        editor.run(setTitle(title.trim()))
        onClose()
      }}
    >
      <TextField
        label={t('dashboards.dashboardTitle')}
        value={title}
        maxLength={255}
        error={isChecked && isEmpty ? t('dashboards.titleRequired') : undefined}
        onChange={setNext}
      />
    </FormDialog>
  )
}
