/** Widget type `cards.dashboard_state_widget`: another state of the dashboard. What opens in it stays in it. */

import './dashboard-state-widget.css'
import { readDashboardState } from '@sonde/model/widgets/cards/dashboard-state-widget'
import { useContext, useMemo } from 'react'
import {
  chosenBackground,
  EmbedContext,
  EmbeddedState,
  type WidgetProps,
  widgetType,
} from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'

function DashboardState({ widget }: WidgetProps) {
  const t = useText()
  const { values } = readDashboardState(widget.config.settings)
  const params = useContext(EmbedContext)?.params
  const given = values.syncParentStateParams ? params : undefined
  const entry = useMemo(() => ({ id: values.stateId, params: given ?? {} }), [values.stateId, given])
  if (values.stateId === '') {
    return (
      <div className="widget-state">
        <p>{t('widgets.noState')}</p>
      </div>
    )
  }
  return (
    <div className="state-widget">
      <EmbeddedState
        entry={entry}
        hidesToolbar
        look={{
          isAutoFilled: values.defaultAutofillLayout,
          margin: values.defaultMargin,
          // The editor writes white, which means the widget's own background.
          backgroundColor: chosenBackground(values.defaultBackgroundColor) ?? 'transparent',
        }}
      />
    </div>
  )
}

export default widgetType(DashboardState, {
  requests: () => [],
  settings: ({ config }) => readDashboardState(config.settings),
  ownsStates: true,
  hasTable: false,
})
