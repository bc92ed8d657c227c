/**
 * Texts with placeholders for translations, as dashboards from other products contain them: `{i18n:device.devices}`.
 * A key that the app doesn't know is shown as the words of its last part.
 */

import type { DashboardConfiguration } from './dashboard-configuration.ts'
import { isJsonObject } from './json-parts.ts'

/** Text of a key; undefined: unknown. */
export type TextOfKey = (key: string) => string | undefined

const placeholder = /\{i18n:([^{}]+)\}/g
const start = '{i18n:'

export const withTexts = (text: string, textOfKey: TextOfKey): string =>
  text.includes(start) ? text.replace(placeholder, (_, key: string) => textOfKey(key.trim()) ?? wordsOf(key)) : text

/** `device.device-type` is “Device type”. */
function wordsOf(key: string): string {
  const last = key.trim().split('.').at(-1) ?? ''
  const words = last
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Replaces the placeholders in names of states and in all texts of widgets. The same object if there are none. */
export function withConfigurationTexts(
  configuration: DashboardConfiguration,
  textOfKey: TextOfKey,
): DashboardConfiguration {
  if (!JSON.stringify([configuration.states, configuration.widgets]).includes(start)) return configuration
  const states = Object.entries(configuration.states).map(([id, state]) => {
    return [id, { ...state, name: withTexts(state.name, textOfKey) }] as const
  })
  return {
    ...configuration,
    states: Object.fromEntries(states),
    widgets: inAllTexts(configuration.widgets, textOfKey) as DashboardConfiguration['widgets'],
  }
}

function inAllTexts(json: unknown, textOfKey: TextOfKey): unknown {
  if (typeof json === 'string') return withTexts(json, textOfKey)
  if (Array.isArray(json)) return json.map((one) => inAllTexts(one, textOfKey))
  if (!isJsonObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, inAllTexts(value, textOfKey)]))
}
