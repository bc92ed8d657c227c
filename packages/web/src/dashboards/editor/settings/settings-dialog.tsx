/** Settings of the dashboard and the layouts of the open state; “Apply” makes one step of the history. */

import './settings-dialog.css'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { settingsOf } from '@sonde/model/dashboards/normalize-dashboard'
import { useState } from 'react'
import { CodeEditor } from '../../../editors/code-editor.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Tabs } from '../../../ui/tabs/tabs.tsx'
import type { Editor } from '../use-editor.ts'
import { GeneralSettings } from './general-settings.tsx'
import { LayoutSettings } from './layout-settings.tsx'
import { commandOf, faultyLayout, type LayoutId, startDraft, withChanged } from './settings-draft.ts'
import { ToolbarSettings } from './toolbar-settings.tsx'

interface SettingsDialogProps {
  readonly editor: Editor
  /** State that is open in the editor: its layouts are shown. */
  readonly stateId: string
  readonly onClose: () => void
}

const tabIds = ['general', 'toolbar', 'layout', 'css'] as const

export function SettingsDialog({ editor, stateId, onClose }: SettingsDialogProps) {
  const t = useText()
  const { dashboard } = editor
  const [tab, setTab] = useState<(typeof tabIds)[number]>('general')
  const [layoutId, setLayoutId] = useState<LayoutId>('main')
  const [draft, setDraft] = useState(() => startDraft(dashboard, stateId))
  const stored = objectOf(dashboard.configuration.settings)
  const json = { ...stored, ...draft.settings }
  const settings = settingsOf(json)

  function setting(name: string, value: unknown) {
    const before: Readonly<Record<string, unknown>> = { ...stored, ...settingsOf(stored) }
    // A setting that isn't in the dashboard is true unless it has another default.
    const was = before[name] ?? (typeof value === 'boolean' ? true : null)
    setDraft((last) => ({ ...last, settings: withChanged(last.settings, name, value, was) }))
  }

  function submit() {
    const faulty = faultyLayout(draft)
    if (faulty) {
      setTab('layout')
      setLayoutId(faulty)
      return
    }
    const command = commandOf(dashboard, stateId, draft)
    if (command) editor.run(command)
    onClose()
  }

  const parts = { json, settings, onChange: setting }
  return (
    <FormDialog
      title={t('dashboardSetup.settings')}
      size={640}
      action={t('dashboardSetup.apply')}
      onClose={onClose}
      onSubmit={submit}
    >
      <Tabs
        label={t('dashboardSetup.settings')}
        tabs={tabIds.map((id) => ({ id, label: t(`dashboardSetup.tab.${id}`) }))}
        value={tab}
        onChange={setTab}
      >
        <div className="sd-form db-settings">
          {tab === 'general' && <GeneralSettings {...parts} />}
          {tab === 'toolbar' && <ToolbarSettings {...parts} />}
          {tab === 'layout' && (
            <LayoutSettings
              dashboard={dashboard}
              stateId={stateId}
              draft={draft}
              onDraft={setDraft}
              layoutId={layoutId}
              onLayout={setLayoutId}
            />
          )}
          {tab === 'css' && (
            <CodeEditor
              label={t('dashboardSetup.css')}
              help={t('dashboardSetup.cssHelp')}
              language="css"
              height={280}
              value={settings.dashboardCss}
              onChange={(css) => setting('dashboardCss', css)}
            />
          )}
        </div>
      </Tabs>
    </FormDialog>
  )
}
