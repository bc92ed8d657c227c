/** Finds user code in settings: functions that a widget doesn't run yet. */

import type { DashboardWidget } from './dashboard-configuration.ts'
import { isJsonObject } from './json-parts.ts'
import { doesSomething, knownFunction } from './known-functions.ts'

const flagNames = /^use[A-Z]\w*Function$/
const functionNames = /(Function|Formatter)$/

/** Whether the settings of the widget or its keys use any function that isn't run. `runs`: names of those that are. */
export function hasUserCode({ config }: DashboardWidget, runs: readonly string[]): boolean {
  if (inUse(config.settings, runs)) return true
  const { datasources, alarmSource } = config
  for (const { dataKeys } of alarmSource ? [...datasources, alarmSource] : datasources) {
    if (dataKeys.some((key) => (key.type === 'function' && !runs.includes('funcBody')) || inUse(key.settings, runs)))
      return true
  }
  return false
}

/** Settings that use a function only with this value of another setting. */
const chosenBy: Readonly<Record<string, readonly [setting: string, value: string]>> = {
  pointShapeFormatter: ['showPointShape', 'custom'],
}

/** Settings whose usual texts are run without a sandbox. */
const knownTo = /^(parseValue|convertValue)Function$/

/** A function is in use if it does something, and its switch is on or it has none. */
function inUse(settings: Readonly<Record<string, unknown>>, runs: readonly string[]): boolean {
  for (const [name, value] of Object.entries(settings)) {
    if (isJsonObject(value)) {
      if (inUse(value, runs)) return true
    } else if (Array.isArray(value)) {
      if (value.some((item) => isJsonObject(item) && inUse(item, runs))) return true
    } else if (flagNames.test(name)) {
      const body = `${name[3]?.toLowerCase()}${name.slice(4)}`
      if (value === true && !runs.includes(body) && (!(body in settings) || doesSomething(settings[body]))) return true
    } else if (functionNames.test(name) && !runs.includes(name) && doesSomething(value)) {
      if (knownTo.test(name) && typeof value === 'string' && knownFunction(value)) continue
      const flag = `use${name[0]?.toUpperCase()}${name.slice(1)}`
      const chosen = chosenBy[name]
      if (!(flag in settings) && (!chosen || settings[chosen[0]] === chosen[1])) return true
    }
  }
  return false
}
