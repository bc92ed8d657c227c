/** Finds user code in settings: functions that a widget doesn't run yet. */

import type { DashboardWidget } from './dashboard-configuration.ts'
import { isJsonObject } from './json-parts.ts'

const flagNames = /^use[A-Z]\w*Function$/
const functionNames = /(Function|Formatter)$/

/** Whether the widget's settings, keys or actions use any function. */
export function hasUserCode({ config }: DashboardWidget): boolean {
  if (inUse(config.settings)) return true
  for (const { dataKeys } of config.datasources) {
    if (dataKeys.some((key) => key.usePostProcessing || key.type === 'function' || inUse(key.settings))) return true
  }
  return false
}

/** A function is in use if its switch is on, or if it has no switch and isn't empty. */
function inUse(settings: Readonly<Record<string, unknown>>): boolean {
  for (const [name, value] of Object.entries(settings)) {
    if (isJsonObject(value)) {
      if (inUse(value)) return true
    } else if (Array.isArray(value)) {
      if (value.some((item) => isJsonObject(item) && inUse(item))) return true
    } else if (flagNames.test(name)) {
      if (value === true) return true
    } else if (functionNames.test(name) && typeof value === 'string' && value.trim() !== '') {
      const flag = `use${name[0]?.toUpperCase()}${name.slice(1)}`
      if (!(flag in settings)) return true
    }
  }
  return false
}
