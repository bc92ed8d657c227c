/** `cards.dashboard_state_widget`: another state of the same dashboard, inside a widget. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { color, flag, noSettings, number, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const settings = settingsOf({
  stateId: text('State ID'),
  defaultAutofillLayout: flag('Fill the height', true),
  defaultMargin: number('Margin', 0, { unit: 'px', minimum: 0, maximum: 50 }),
  defaultBackgroundColor: color('Background color'),
  syncParentStateParams: flag('Use the parameters of the open state', true),
})

export const readDashboardState = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'dashboard_state_widget',
    name: 'Dashboard state',
    description: 'Another state of the dashboard, shown inside this one',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><rect x="20" y="18" width="24" height="28" rx="3"/><rect x="52" y="18" width="24" height="11" rx="3"/><rect x="52" y="35" width="24" height="11" rx="3"/>`,
    kind: 'static',
    size: [7.5, 3],
    order: 8,
    settings,
    keySettings: noSettings,
  },
]
