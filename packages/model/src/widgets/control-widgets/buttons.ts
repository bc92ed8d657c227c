/** `control_widgets.rpcbutton` and `update_attributes`: a button that calls a device, or writes its attributes. */

import { buttonStyle } from '../button-style.ts'
import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { callSettings, controlConfig } from '../rpc-settings.ts'
import { choice, flag, noSettings, type SettingValues, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const rpcSettings = settingsOf({
  title: text('Label'),
  buttonText: text('Button text', 'Send RPC'),
  oneWayElseTwoWay: flag('One-way call', true, { group: 'RPC' }),
  showError: flag('Show the reason of a failure', false),
  methodName: text('RPC method', 'rpcCommand', { group: 'RPC' }),
  methodParams: text('RPC parameters', '{}', { control: 'json', group: 'RPC' }),
  ...callSettings(5000),
  styleButton: buttonStyle,
})

const attributeSettings = settingsOf({
  title: text('Label'),
  buttonText: text('Button text', 'Update device attribute'),
  entityAttributeType: choice('Attribute scope', 'SERVER_SCOPE', {
    SERVER_SCOPE: 'Server attributes',
    SHARED_SCOPE: 'Shared attributes',
  }),
  entityParameters: text('Attributes', '{}', { control: 'json' }),
  styleButton: buttonStyle,
})

export type RpcButtonSettings = SettingValues<typeof rpcSettings>
export type AttributeButtonSettings = SettingValues<typeof attributeSettings>
export const readRpcButton = settingsReader(rpcSettings)
export const readAttributeButton = settingsReader(attributeSettings)

const button = `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><rect x="24" y="22" width="48" height="20" rx="5"/>`

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'rpcbutton',
    name: 'RPC button',
    description: 'Button that sends an RPC call to a device',
    picture: `${button}<path d="M38 32h20M53 27l5 5-5 5" stroke-width="2"/>`,
    kind: 'rpc',
    size: [4, 2],
    order: 5,
    settings: rpcSettings,
    keySettings: noSettings,
    config: controlConfig,
  },
  {
    alias: 'update_attributes',
    name: 'Update device attribute',
    description: 'Button that writes attributes of a device',
    picture: `${button}<path d="M36 29h24M36 35h14" stroke-width="2"/>`,
    kind: 'rpc',
    size: [4, 2],
    order: 6,
    settings: attributeSettings,
    keySettings: noSettings,
    config: controlConfig,
  },
]
