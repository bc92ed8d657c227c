/** Tab with a widget's actions: their list, or the editor of one of them. */

import './actions/actions-tab.css'
import { draftOf, newActionDraft } from '@sonde/model/dashboards/editing/action-draft'
import { storedActions } from '@sonde/model/dashboards/editing/widget-actions'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { useMemo, useState } from 'react'
import { newUuid } from '../../../entities/new-uuid.ts'
import { ActionEditor } from './actions/action-editor.tsx'
import { type OpenAction, openAction, stateChoices } from './actions/action-form.ts'
import { ActionList, rowAt } from './actions/action-list.tsx'
import { useActionSources } from './actions/use-action-sources.ts'
import type { WidgetTabProps } from './widget-tab.ts'

export function ActionsTab({ editor, id, json, widget, change }: WidgetTabProps) {
  const config = objectOf(json.config)
  const actions = useMemo(() => storedActions(config), [config])
  const sources = useActionSources(widget, actions)
  const { configuration } = editor.dashboard
  const states = useMemo(() => stateChoices(configuration), [configuration])
  const open = editor.action?.widgetId === id ? editor.action.open : null
  const setOpen = (next: OpenAction) => editor.setAction({ widgetId: id, open: next })
  const [focusAt, setFocusAt] = useState<string | null>(null)
  const setsEntity = widget.type !== 'static'

  if (open)
    return (
      <ActionEditor
        config={config}
        open={open}
        sources={sources}
        states={states}
        setsEntity={setsEntity}
        onChange={(form) => setOpen({ ...open, form })}
        onApply={(step) => change(`actions ${newUuid()}`, step)}
        onApplied={() => editor.setAction(null)}
        onBack={() => editor.leaveAction(() => {})}
      />
    )
  return (
    <ActionList
      editor={editor}
      widget={widget}
      change={change}
      actions={actions}
      sources={sources}
      states={states}
      focusAt={focusAt}
      onAdd={(sourceId) => {
        setFocusAt(sourceId)
        setOpen(openAction(null, newActionDraft(sourceId, setsEntity, newUuid())))
      }}
      onEdit={(action) => {
        const index = actions.filter(({ sourceId }) => sourceId === action.sourceId).indexOf(action)
        setFocusAt(rowAt(action.sourceId, index))
        setOpen(openAction(action.json, draftOf(action.json, action.sourceId, setsEntity, newUuid())))
      }}
    />
  )
}
