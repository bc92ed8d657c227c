/** `control_widgets.led_indicator`: a lamp that shows a boolean of a device. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { callSettings, controlConfig, parseValueFunction } from '../rpc-settings.ts'
import { choice, flag, noSettings, type SettingValues, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const checks = 'model.performCheckStatus === true'

const settings = settingsOf({
  title: text('Label'),
  ledColor: text('LED color', 'green', { control: 'color' }),
  initialValue: flag('Initial value', false, { group: 'Value' }),
  performCheckStatus: flag('Ask the device for its status first', true, { group: 'Value' }),
  checkStatusMethod: text('RPC check status method', 'checkStatus', { group: 'Value', condition: checks }),
  retrieveValueMethod: choice(
    'Retrieve value using',
    'attribute',
    { attribute: 'Attribute', timeseries: 'Time series' },
    { group: 'Value' },
  ),
  valueAttribute: text('Attribute or time series key of the value', 'value', { group: 'Value' }),
  parseValueFunction,
  ...callSettings(),
})

export type LedSettings = SettingValues<typeof settings>
export const readLedIndicator = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'led_indicator',
    name: 'LED indicator',
    description: 'Lamp that shows a state of a device',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><circle cx="48" cy="32" r="10"/><path d="M48 14v3M48 47v3M30 32h3M63 32h3" stroke-width="2"/>`,
    kind: 'rpc',
    size: [2.5, 2.5],
    order: 4,
    settings,
    keySettings: noSettings,
    config: controlConfig,
  },
]
