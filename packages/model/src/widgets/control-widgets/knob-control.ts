/** `control_widgets.knob_control`: a knob that sets a number of a device. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { callSettings, controlConfig } from '../rpc-settings.ts'
import { noSettings, number, type SettingValues, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const settings = settingsOf({
  title: text('Label'),
  minValue: number('Minimum value', 0),
  maxValue: number('Maximum value', 100),
  initialValue: number('Initial value', 50),
  getValueMethod: text('RPC get value method', 'getValue', { group: 'Value' }),
  setValueMethod: text('RPC set value method', 'setValue', { group: 'Value' }),
  ...callSettings(),
})

export type KnobSettings = SettingValues<typeof settings>
export const readKnobControl = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'knob_control',
    name: 'Knob control',
    description: 'Knob that sends a number to a device by RPC',
    picture: `<path d="M32 48a22 22 0 1 1 32 0" ${faint} stroke-width="5"/><path d="M32 48a22 22 0 0 1 10-37" stroke-width="5"/><circle cx="48" cy="32" r="12"/><path d="M44 25l2 4"/>`,
    kind: 'rpc',
    size: [5, 4.5],
    order: 0,
    settings,
    keySettings: noSettings,
    config: controlConfig,
  },
]
