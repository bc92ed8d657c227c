/** `control_widgets.switch_control`, `round_switch` and `slide_toggle_control`: set a boolean of a device, and show what the device reports. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { callSettings, controlConfig, switchValueSettings } from '../rpc-settings.ts'
import { choice, flag, noSettings, type SettingValues, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const roundSettings = settingsOf({ title: text('Label'), ...switchValueSettings, ...callSettings() })

const switchSettings = settingsOf({
  title: text('Label'),
  showOnOffLabels: flag('Show on and off labels', true),
  ...switchValueSettings,
  ...callSettings(),
})

const toggleSettings = settingsOf({
  title: text('Label'),
  labelPosition: choice('Label position', 'after', { before: 'Before', after: 'After' }),
  sliderColor: choice('Color', 'accent', { primary: 'Primary', accent: 'Accent', warn: 'Warning' }),
  ...switchValueSettings,
  ...callSettings(),
})

export type SwitchSettings = SettingValues<typeof roundSettings>

export const readRoundSwitch = settingsReader(roundSettings)
export const readSwitchControl = settingsReader(switchSettings)
export const readSlideToggle = settingsReader(toggleSettings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'switch_control',
    name: 'Switch control',
    description: 'Switch that sends its state to a device by RPC',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><rect x="28" y="22" width="40" height="20" rx="10"/><circle cx="58" cy="32" r="5"/>`,
    kind: 'rpc',
    size: [4, 2.5],
    order: 1,
    settings: switchSettings,
    keySettings: noSettings,
    config: controlConfig,
  },
  {
    alias: 'round_switch',
    name: 'Round switch',
    description: 'Round switch that sends its state to a device by RPC',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><circle cx="48" cy="32" r="16"/><path d="M48 23v9"/>`,
    kind: 'rpc',
    size: [2.5, 2],
    order: 2,
    settings: roundSettings,
    keySettings: noSettings,
    config: controlConfig,
  },
  {
    alias: 'slide_toggle_control',
    name: 'Slide toggle control',
    description: 'Small switch with a label that sends its state to a device by RPC',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><rect x="18" y="25" width="26" height="14" rx="7"/><circle cx="37" cy="32" r="3"/><path d="M52 32h24" ${faint}/>`,
    kind: 'rpc',
    size: [3, 1],
    order: 3,
    settings: toggleSettings,
    keySettings: noSettings,
    config: controlConfig,
  },
]
