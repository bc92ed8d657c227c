/**
 * Post-processing of values by functions of data keys. Results come from the sandbox a moment later: until then, the
 * results of the values before are shown.
 */

import type { DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import {
  columnOfResults,
  functionValue,
  resultText,
  type SeriesColumn,
  valueAt,
} from '@sonde/model/dashboards/series-column'
import type { PreviousPoint } from '../sandbox/function-protocol.ts'
import type { DashboardFunctions, NamedFunction } from './widget-functions.ts'

export interface LatestValue {
  readonly ts: number
  readonly text: string
}

export interface PostProcessing {
  /** Processed column; null until the first results. `id` names entity and key within the widget. */
  series(widgetId: string, id: string, dataKey: DataKey, column: SeriesColumn): SeriesColumn | null
  /** Processed value; null until the first result. */
  latest(widgetId: string, id: string, dataKey: DataKey, value: LatestValue): LatestValue | null
  forget(widgetId: string): void
}

interface State<Value> {
  body: string
  /** Value of the last result, and of the run that is under way. */
  done: Value | null
  asked: Value | null
  result: Value | null
  previous: PreviousPoint
}

const argNames = ['time', 'value', 'prevValue', 'timePrev', 'prevOrigValue']
const first: PreviousPoint = { ts: 0, value: 0, result: 0 }

/** `onResults`: the widget must be drawn again. */
export function createPostProcessing(
  functions: Pick<DashboardFunctions, 'run'>,
  onResults: (widgetId: string) => void,
): PostProcessing {
  const columns = new Map<string, Map<string, State<SeriesColumn>>>()
  const values = new Map<string, Map<string, State<LatestValue>>>()

  function stateOf<Value>(all: Map<string, Map<string, State<Value>>>, widgetId: string, id: string, body: string) {
    const ofWidget = all.get(widgetId) ?? new Map<string, State<Value>>()
    all.set(widgetId, ofWidget)
    const before = ofWidget.get(id)
    if (before?.body === body) return before
    const state: State<Value> = { body, done: null, asked: null, result: null, previous: first }
    ofWidget.set(id, state)
    return state
  }

  const named = ({ label }: DataKey, body: string): NamedFunction => ({
    setting: 'postFuncBody',
    of: label,
    argNames,
    body,
  })

  return {
    series(widgetId, id, dataKey, column) {
      const state = stateOf(columns, widgetId, id, dataKey.postFuncBody ?? '')
      if (state.done !== column && state.asked === null) {
        state.asked = column
        const ts = Array.from(column.ts)
        const raw = ts.map((_, index) => valueAt(column, index))
        const task = { kind: 'points', ts, values: raw, previous: first } as const
        void functions.run(widgetId, named(dataKey, state.body), task).then((results) => {
          state.asked = null
          state.done = column
          state.result = columnOfResults(column.ts, results)
          onResults(widgetId)
        })
      }
      return state.result
    },
    latest(widgetId, id, dataKey, value) {
      if (value.text === '') return value
      const state = stateOf(values, widgetId, id, dataKey.postFuncBody ?? '')
      const isDone = state.done?.ts === value.ts && state.done.text === value.text
      if (!isDone && state.asked === null) {
        state.asked = value
        const raw = functionValue(value.text)
        const { previous } = state
        const task = { kind: 'points', ts: [value.ts], values: [raw], previous } as const
        void functions.run(widgetId, named(dataKey, state.body), task).then(([result]) => {
          state.asked = null
          state.done = value
          state.previous = { ts: value.ts, value: raw, result: result ?? previous.result }
          state.result = { ts: value.ts, text: resultText(result) }
          onResults(widgetId)
        })
      }
      return state.result
    },
    forget(widgetId) {
      columns.delete(widgetId)
      values.delete(widgetId)
    },
  }
}
