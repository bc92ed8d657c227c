/** Settings of the selected widget, next to the grid. Each change is drawn at once and can be undone. */

import './widget-panel.css'
import type { DashboardConfiguration, JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { changeWidgetConfig } from '@sonde/model/dashboards/editing/commands'
import { partAt } from '@sonde/model/dashboards/editing/json-path'
import { own } from '@sonde/model/own'
import { X } from 'lucide-react'
import { type FunctionComponent, useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { IconButton } from '../../../ui/button/button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { Tabs } from '../../../ui/tabs/tabs.tsx'
import type { Editor, Selection } from '../use-editor.ts'
import { ActionsTab } from './actions-tab.tsx'
import { AdvancedTab, useHasAdvanced } from './advanced-tab.tsx'
import { AppearanceTab } from './appearance-tab.tsx'
import { DataTab, hasData } from './data-tab.tsx'
import type { WidgetTabProps } from './widget-tab.ts'

const tabs = {
  data: DataTab,
  appearance: AppearanceTab,
  actions: ActionsTab,
  advanced: AdvancedTab,
} satisfies Readonly<Record<string, FunctionComponent<WidgetTabProps>>>

type TabId = keyof typeof tabs

const tabIds = Object.keys(tabs) as readonly TabId[]

interface WidgetPanelProps {
  readonly editor: Editor
  readonly configuration: DashboardConfiguration
  readonly selection: Selection
}

export function WidgetPanel({ editor, configuration, selection }: WidgetPanelProps) {
  const t = useText()
  const [chosen, setTab] = useState<TabId | null>(null)
  const id = selection.ids[0] ?? ''
  const widget = own(configuration.widgets, id)
  const hasAdvanced = useHasAdvanced(widget)
  if (!widget) return null
  // An open tab stays while the type of the next widget loads.
  const shownIds = tabIds.filter((one) =>
    one === 'data' ? hasData(widget.type) : one !== 'advanced' || (hasAdvanced ?? chosen === 'advanced'),
  )
  const tab = shownIds.find((one) => one === chosen) ?? shownIds[0] ?? 'appearance'
  const Tab = tabs[tab]
  const title = widget.config.title || t('dashboardEditor.widget')
  const close = () => editor.openSide(null)

  function change(field: string, change: (config: JsonObject) => JsonObject) {
    editor.run(changeWidgetConfig(editor.dashboard, id, change), `${id} ${field}`)
  }

  return (
    <Drawer label={t('dashboardEditor.settingsOf', { name: title })} onClose={close}>
      <header className="db-panel-head">
        <h2 className="sd-ellipsis">{title}</h2>
        <IconButton
          label={t('dashboardEditor.closeSettings')}
          icon={<X size={18} strokeWidth={1.75} />}
          onClick={close}
        />
      </header>
      <Tabs
        label={t('dashboardEditor.settingsOf', { name: title })}
        tabs={shownIds.map((one) => ({ id: one, label: t(`dashboardEditor.tab.${one}`) }))}
        value={tab}
        onChange={setTab}
      >
        <div className="db-panel-body">
          <Tab
            key={id}
            editor={editor}
            place={selection}
            id={id}
            json={partAt(editor.dashboard.configuration, ['widgets', id])}
            widget={widget}
            change={change}
          />
        </div>
      </Tabs>
    </Drawer>
  )
}
