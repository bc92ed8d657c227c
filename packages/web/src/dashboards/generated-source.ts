/** Source of a datasource whose values functions make up: points of the time window, or latest values. */

import type { DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import { columnOfResults, emptyColumn, resultText, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { TsValue } from '@sonde/model/entity-query/entity-query'
import { type DerivedWindow, deriveWindow, shownRange } from '@sonde/model/time-windows/window-commands'
import type { DataRequest } from './data-request.ts'
import type { LiveSource, SourceDeps } from './live-source.ts'
import type { DashboardFunctions } from './widget-functions.ts'
import type { EntityInfo } from './widget-view.ts'

/** Longest time between two points, ms. */
const stepMsMax = 5000
/** Maximum number of points per key; long windows have fewer points per time. */
const pointsMax = 5000

interface GeneratedDeps extends Pick<SourceDeps, 'windowContext' | 'onChange'> {
  readonly run: DashboardFunctions['run']
}

interface KeyState {
  readonly dataKey: DataKey
  readonly ts: number[]
  readonly results: unknown[]
  previous: unknown
  column: SeriesColumn
}

/** Keys of the source are named by their index in the datasource. */
export const generatedKey = (keyIndex: number) => ({ type: 'FUNCTION', key: String(keyIndex) }) as const

export function createGeneratedSource(
  request: DataRequest,
  { run, windowContext, onChange }: GeneratedDeps,
): LiveSource {
  const { datasource, datasourceIndex, widgetId, mode } = request
  const name = datasource.name ?? ''
  const entity: EntityInfo = { id: { entityType: 'DEVICE', id: `function ${datasourceIndex}` }, name, label: '' }
  const keys = new Map<string, KeyState>()
  for (const keyIndex of request.keyIndices) {
    const dataKey = datasource.dataKeys[keyIndex]
    if (dataKey) keys.set(String(keyIndex), { dataKey, ts: [], results: [], previous: 0, column: emptyColumn })
  }
  let derived: DerivedWindow | null = null
  let isReady = false
  let isRunning = false
  let isClosed = false
  /** Time of the last point that was asked for. */
  let lastMs = Number.NEGATIVE_INFINITY

  /** Times of the next points. */
  function nextTimes(): readonly number[] {
    const { nowMs } = windowContext()
    if (mode.kind !== 'series') return [nowMs]
    if (!derived || (derived.kind === 'realtime' && nowMs >= (derived.fixedUntilMs ?? Infinity))) {
      derived = deriveWindow(mode.window, windowContext())
      lastMs = Number.NEGATIVE_INFINITY
    }
    const { startMs, endMs } = shownRange(derived, nowMs)
    const untilMs = Math.min(endMs, nowMs)
    const stepMs = Math.max(Math.min(derived.interval, stepMsMax), Math.ceil((endMs - startMs) / pointsMax), 1)
    const first = Number.isFinite(lastMs) ? lastMs + stepMs : Math.ceil(startMs / stepMs) * stepMs
    const times: number[] = []
    for (let ts = Math.max(first, startMs); ts <= untilMs && times.length < pointsMax; ts += stepMs) times.push(ts)
    return times
  }

  async function generate() {
    if (isRunning || isClosed) return
    const times = nextTimes()
    if (times.length === 0) {
      isReady = true
      return
    }
    isRunning = true
    lastMs = times.at(-1) ?? lastMs
    await Promise.all(
      [...keys.values()].map(async (state) => {
        const { label, funcBody } = state.dataKey
        const named = { setting: 'funcBody', of: label, argNames: ['time', 'prevValue'], body: funcBody ?? '' }
        const results = await run(widgetId, named, { kind: 'times', ts: times, previous: state.previous })
        add(state, times, results)
      }),
    )
    isRunning = false
    if (isClosed) return
    isReady = true
    onChange()
  }

  function add(state: KeyState, times: readonly number[], results: readonly unknown[]) {
    const startMs = derived ? shownRange(derived, windowContext().nowMs).startMs : Number.POSITIVE_INFINITY
    state.ts.push(...times)
    state.results.push(...times.map((_, index) => results[index]))
    state.previous = results.findLast((result) => result !== undefined) ?? state.previous
    const old = mode.kind === 'series' ? state.ts.findIndex((ts) => ts >= startMs) : state.ts.length - 1
    const dropped = old < 0 ? state.ts.length : old
    state.ts.splice(0, dropped)
    state.results.splice(0, dropped)
    state.column = columnOfResults(Float64Array.from(state.ts), state.results)
  }

  void generate()
  return {
    get status() {
      return { kind: isReady ? 'ready' : 'loading' } as const
    },
    entities: [entity],
    total: 1,
    count: null,
    get derived() {
      return derived
    },
    column: (_, key) => keys.get(key)?.column ?? emptyColumn,
    latest(_, __, key): TsValue | undefined {
      const state = keys.get(key)
      const ts = state?.ts.at(-1)
      return state && ts !== undefined ? { ts, value: resultText(state.results.at(-1)) } : undefined
    },
    tick() {
      if (derived?.kind !== 'history' || !isReady) void generate()
    },
    restart: () => void generate(),
    close() {
      isClosed = true
    },
  }
}
