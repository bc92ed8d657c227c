/** Buttons of the editor's toolbar for what all widgets share: their dialogs are loaded when they are first opened. */

import type { DashboardConfiguration, JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { Boxes, Eye, Layers, ListFilter, Settings } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { CountButton } from './count-button.tsx'
import { AddWidgetButton } from './library/add-widget-button.tsx'
import type { Editor } from './use-editor.ts'

const AliasesDialog = lazyComponent(() => import('./aliases/aliases-dialog.tsx'), 'AliasesDialog')
const FiltersDialog = lazyComponent(() => import('./filters/filters-dialog.tsx'), 'FiltersDialog')
const StatesDialog = lazyComponent(() => import('./states/states-dialog.tsx'), 'StatesDialog')
const SettingsDialog = lazyComponent(() => import('./settings/settings-dialog.tsx'), 'SettingsDialog')

export interface EditorToolsProps {
  readonly editor: Editor
  readonly configuration: DashboardConfiguration
  /** State that is open in the editor. */
  readonly stateId: string
  /** Its parameters. */
  readonly stateParams: JsonObject
  readonly onOpenState: (stateId: string) => void
  readonly onPreview: () => void
  /** The user just came back from the preview: its button gets the focus. */
  readonly isBack: boolean
}

export function EditorTools({
  editor,
  configuration,
  stateId,
  stateParams,
  onOpenState,
  onPreview,
  isBack,
}: EditorToolsProps) {
  const t = useText()
  const [open, setOpen] = useState<'aliases' | 'filters' | 'states' | 'settings' | null>(null)
  const close = () => setOpen(null)
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  const { entityAliases, filters } = editor.dashboard.configuration
  return (
    <>
      <AddWidgetButton editor={editor} />
      <CountButton
        icon={<Boxes {...icon} />}
        label={t('dashboardEntries.alias.tool')}
        count={Object.keys(objectOf(entityAliases)).length}
        onClick={() => setOpen('aliases')}
      />
      <CountButton
        icon={<ListFilter {...icon} />}
        label={t('dashboardEntries.filter.tool')}
        count={Object.keys(objectOf(filters)).length}
        onClick={() => setOpen('filters')}
      />
      <CountButton
        icon={<Layers {...icon} />}
        label={t('dashboardSetup.states')}
        count={Object.keys(configuration.states).length}
        onClick={() => setOpen('states')}
      />
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
      <Suspense>
        {open === 'aliases' && <AliasesDialog editor={editor} stateParams={stateParams} onClose={close} />}
        {open === 'filters' && <FiltersDialog editor={editor} onClose={close} />}
        {open === 'states' && <StatesDialog editor={editor} stateId={stateId} onOpen={onOpenState} onClose={close} />}
        {open === 'settings' && <SettingsDialog editor={editor} stateId={stateId} onClose={close} />}
      </Suspense>
    </>
  )
}
