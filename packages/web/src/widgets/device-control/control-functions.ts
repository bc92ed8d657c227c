/** Functions of control widgets: the one place where they are called. */

import { knownFunction } from '@sonde/model/dashboards/known-functions'
import { useCallback } from 'react'
import { type NamedFault, useDashboard } from '../../dashboards/widget-api.ts'

/** A function of the settings failed; the widget is marked too. */
export class FunctionFailed extends Error {
  readonly fault: NamedFault

  constructor(fault: NamedFault) {
    super(fault.message)
    this.fault = fault
  }
}

const argNames = {
  parseValueFunction: ['data', 'ctx'],
  convertValueFunction: ['value', 'ctx'],
} as const

/** Functions that control widgets run; see `WidgetType.runs`. */
export const controlFunctionNames: readonly string[] = Object.keys(argNames)

export type CallFunction = (setting: keyof typeof argNames, body: string, value: unknown) => Promise<unknown>

/** Calls a function of the widget; the usual ones at once, all others in the sandbox. Rejects with `FunctionFailed`. */
export function useControlFunctions(widgetId: string): CallFunction {
  const { data } = useDashboard()
  return useCallback(
    async (setting, body, value) => {
      const known = knownFunction(body)
      if (known) return known(value)
      const named = { setting, of: '', argNames: argNames[setting], body }
      const { value: result, fault } = await data.call(widgetId, named, [value])
      if (fault) throw new FunctionFailed(fault)
      return result
    },
    [data, widgetId],
  )
}
