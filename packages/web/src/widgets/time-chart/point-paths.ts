/** Shapes of points by functions of keys: each function runs once per radius, and its path is drawn at every point. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { doesSomething } from '@sonde/model/dashboards/known-functions'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDashboard } from '../../dashboards/widget-api.ts'
import { type PathMethod, pathMethods, pathStepsMax } from '../../sandbox/function-protocol.ts'
import type { ChartSeries } from './chart-series.ts'

export interface PathStep {
  readonly method: PathMethod
  readonly numbers: readonly number[]
}

/** Path of a point at 0, 0, px; null: the series has no function, or its path isn't there. */
export type PointPaths = (series: ChartSeries) => readonly PathStep[] | null

const argNames = ['ctx', 'x', 'y', 'radius', 'shadow']

const functionOf = ({ settings }: ChartSeries): string | null =>
  settings.showPointShape === 'custom' && doesSomething(settings.pointShapeFormatter)
    ? settings.pointShapeFormatter
    : null

const idOf = ({ settings: { showPointsRadius } }: ChartSeries, body: string) => `${showPointsRadius} ${body}`

export function usePointPaths(widget: DashboardWidget, series: readonly ChartSeries[]): PointPaths {
  const { data } = useDashboard()
  const [paths, setPaths] = useState<ReadonlyMap<string, readonly PathStep[]>>(new Map())
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const one of series) {
      const body = functionOf(one)
      if (body === null) continue
      const id = idOf(one, body)
      if (asked.current.has(id)) continue
      asked.current.add(id)
      const named = { setting: 'pointShapeFormatter', of: one.label, argNames, body }
      const task = { kind: 'drawing', args: [0, 0, one.settings.showPointsRadius, false] } as const
      void data.run(widget.id, named, task).then(([steps]) => {
        const path = pathOf(steps)
        if (path) setPaths((before) => new Map(before).set(id, path))
      })
    }
  }, [data, widget.id, series])
  return useCallback(
    (one) => {
      const body = functionOf(one)
      return body === null ? null : (paths.get(idOf(one, body)) ?? null)
    },
    [paths],
  )
}

/** What came from the sandbox, checked; null: it's no path. */
export function pathOf(steps: unknown): readonly PathStep[] | null {
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > pathStepsMax) return null
  const path: PathStep[] = []
  for (const step of steps as readonly unknown[]) {
    if (!Array.isArray(step)) return null
    const [name, ...numbers] = step as readonly unknown[]
    const method = pathMethods.find((one) => one === name)
    if (!method || !numbers.every((one) => typeof one === 'number' && Number.isFinite(one))) return null
    path.push({ method, numbers: numbers as number[] })
  }
  return path
}
