/** Settings that all control widgets share: how they call their device, and how they read its value. */

import {
  choice,
  flag,
  type SettingOptions,
  type SettingValues,
  settingsOf,
  text,
  wholeNumber,
} from './settings-schema.ts'

const callGroup = { group: 'RPC' } satisfies SettingOptions

/** Timeout and persistence of calls; the server waits at least 5 s. */
export const callSettings = (timeoutMs = 500) => ({
  requestTimeout: wholeNumber('RPC request timeout', timeoutMs, { ...callGroup, unit: 'ms', minimum: 0 }),
  requestPersistent: flag('RPC request persistent', false, callGroup),
  persistentPollingInterval: wholeNumber('Polling interval of persistent calls', 5000, {
    ...callGroup,
    unit: 'ms',
    minimum: 1000,
    condition: 'model.requestPersistent === true',
  }),
})

const callSchema = settingsOf(callSettings())
export type CallSettings = SettingValues<typeof callSchema>

/** Function that turns what the device reports into on or off. */
export const parseValueFunction = text(
  'Parse value function: f(data), returns a boolean',
  'return data ? true : false;',
  {
    control: 'javascript',
    group: 'Value',
  },
)

/** Where a switch reads its state from, and how it sets it. */
export const switchValueSettings = {
  initialValue: flag('Initial value', false, { group: 'Value' }),
  retrieveValueMethod: choice(
    'Retrieve value using',
    'rpc',
    { none: 'Don’t retrieve', rpc: 'RPC get value method', attribute: 'Attribute', timeseries: 'Time series' },
    { group: 'Value' },
  ),
  valueKey: text('Attribute or time series key of the value', 'value', {
    group: 'Value',
    condition: "model.retrieveValueMethod === 'attribute' || model.retrieveValueMethod === 'timeseries'",
  }),
  getValueMethod: text('RPC get value method', 'getValue', {
    group: 'Value',
    condition: "model.retrieveValueMethod === 'rpc'",
  }),
  setValueMethod: text('RPC set value method', 'setValue', { group: 'Value' }),
  parseValueFunction,
  convertValueFunction: text('Convert value function: f(value), returns the parameter of the call', 'return value;', {
    control: 'javascript',
    group: 'Value',
  }),
}

/** Configuration of a new control widget. */
export const controlConfig = { datasources: [], targetDeviceAliases: [], showTitle: false }
