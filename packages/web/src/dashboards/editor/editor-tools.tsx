/** Buttons of the editor's toolbar for what all widgets share: their dialogs are loaded when they are first opened. */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { Eye, Layers, Settings } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { AddWidgetButton } from './library/add-widget-button.tsx'
import type { Editor } from './use-editor.ts'

const StatesDialog = lazyComponent(() => import('./states/states-dialog.tsx'), 'StatesDialog')
const SettingsDialog = lazyComponent(() => import('./settings/settings-dialog.tsx'), 'SettingsDialog')

export interface EditorToolsProps {
  readonly editor: Editor
  readonly configuration: DashboardConfiguration
  /** State that is open in the editor. */
  readonly stateId: string
  readonly onOpenState: (stateId: string) => void
  readonly onPreview: () => void
  /** The user just came back from the preview: its button gets the focus. */
  readonly isBack: boolean
}

export function EditorTools({ editor, configuration, stateId, onOpenState, onPreview, isBack }: EditorToolsProps) {
  const t = useText()
  const [open, setOpen] = useState<'states' | 'settings' | null>(null)
  const close = () => setOpen(null)
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  const count = Object.keys(configuration.states).length
  return (
    <>
      <AddWidgetButton editor={editor} />
      <Button
        kind="plain"
        className="db-edit-tool"
        icon={<Layers {...icon} />}
        aria-label={`${t('dashboardSetup.states')} ${count}`}
        onClick={() => setOpen('states')}
      >
        <span>{t('dashboardSetup.states')}</span>
        <span className="sd-num">{count}</span>
      </Button>
      <IconButton
        label={t('dashboardSetup.settings')}
        icon={<Settings {...icon} />}
        onClick={() => setOpen('settings')}
      />
      <Button
        className="db-edit-tool"
        icon={<Eye {...icon} />}
        aria-label={t('dashboardSetup.preview')}
        autoFocus={isBack}
        onClick={onPreview}
      >
        <span>{t('dashboardSetup.preview')}</span>
      </Button>
      {open === 'states' && (
        <Suspense>
          <StatesDialog editor={editor} stateId={stateId} onOpen={onOpenState} onClose={close} />
        </Suspense>
      )}
      {open === 'settings' && (
        <Suspense>
          <SettingsDialog editor={editor} stateId={stateId} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
