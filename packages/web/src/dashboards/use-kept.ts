/** State of a widget that lasts while the dashboard is open, also while another dashboard state is shown. */

import { useState } from 'react'
import { type OpenDashboard, useDashboard } from './dashboard-context.tsx'

const kept = new WeakMap<OpenDashboard, Map<string, unknown>>()

/** `name`: the widget's ID and what is kept. */
export function useKept<T>(name: string, initial: T): readonly [T, (next: T) => void] {
  const dashboard = useDashboard()
  const values = kept.get(dashboard) ?? new Map<string, unknown>()
  kept.set(dashboard, values)
  const [value, setValue] = useState(() => (values.has(name) ? (values.get(name) as T) : initial))
  return [
    value,
    (next) => {
      values.set(name, next)
      setValue(next)
    },
  ]
}
