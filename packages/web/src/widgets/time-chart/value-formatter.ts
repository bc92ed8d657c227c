/** Texts of values in the tooltip by functions of the chart's settings and keys. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { Figure } from '@sonde/model/dashboards/figures'
import { doesSomething } from '@sonde/model/dashboards/known-functions'
import { resultText } from '@sonde/model/dashboards/series-column'
import { useMemo } from 'react'
import { type NamedFunction, useCallMemo } from '../../dashboards/widget-api.ts'
import type { ChartSeries } from './chart-series.ts'
import type { ChartSettings } from './chart-settings.ts'

/** Text that the key's function, or else the widget's, makes of a value; null: there is none, or not yet. */
export type ValueFormatter = (series: ChartSeries, value: Figure) => string | null

const setting = 'tooltipValueFormatter'

export function useValueFormatter(widget: DashboardWidget, settings: ChartSettings): ValueFormatter {
  const memo = useCallMemo(widget.id)
  return useMemo(() => {
    const named = (of: string, body: string): NamedFunction => ({ setting, of, argNames: ['value', 'ctx'], body })
    return (series, value) => {
      const own = series.settings.tooltipValueFormatter
      const body = doesSomething(own) ? own : settings.tooltipValueFormatter
      if (!doesSomething(body)) return null
      // Equal values have equal texts, wherever they are.
      const input = String(value)
      const done = memo.result(named(body === own ? series.label : '', body), input, input, () => [Number(value)])
      return done?.value === undefined ? null : resultText(done.value)
    }
  }, [memo, settings])
}
