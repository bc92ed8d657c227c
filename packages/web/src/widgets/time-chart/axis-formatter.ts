/** Texts beside the value axes by functions of the chart's settings and keys. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { doesSomething } from '@sonde/model/dashboards/known-functions'
import { resultText } from '@sonde/model/dashboards/series-column'
import { useCallback, useState } from 'react'
import { type NamedFunction, useCallMemo } from '../../dashboards/widget-api.ts'
import type { AxisSettings } from './chart-settings.ts'

export interface AxisFormatter {
  /** Texts of an axis that its function makes of values; null: there is none, or not yet. */
  readonly textsOf: (index: number, axis: AxisSettings, values: readonly number[]) => readonly (string | null)[]
  /** Changes with the texts of the values that were asked for: the axes must be drawn again. */
  readonly drawnKey: string
}

interface Asked {
  readonly named: NamedFunction
  readonly values: readonly number[]
}

const argNames = ['value', 'ctx']
const markup = /<[^>]*>/g

/**
 * A chart draws its axes after it rendered. What they ask for is called with the next render, and drawn with the one
 * after it; until then, axes have their usual texts.
 */
export function useAxisFormatter(widget: DashboardWidget): AxisFormatter {
  const memo = useCallMemo(widget.id)
  const [asked, setAsked] = useState<ReadonlyMap<number, Asked>>(noneAsked)
  const textOf = useCallback(
    (named: NamedFunction, value: number) => {
      const input = String(value)
      const done = memo.result(named, input, input, () => [value])
      // Axes are drawn as text.
      return done?.value === undefined ? null : resultText(done.value).replace(markup, ' ').trim()
    },
    [memo],
  )
  const textsOf = useCallback(
    (index: number, { ticksFormatter: body, ticksFormatterOf: of }: AxisSettings, values: readonly number[]) => {
      if (!doesSomething(body)) return values.map(() => null)
      const named = { setting: of === '' ? 'ticksFormatter' : 'axisTicksFormatter', of, argNames, body }
      setAsked((before) => {
        const known = before.get(index)
        const isSame = known?.named.body === body && String(known.values) === String(values)
        return isSame ? before : new Map(before).set(index, { named, values })
      })
      return values.map((value) => textOf(named, value))
    },
    [textOf],
  )
  const texts = [...asked.values()].map(({ named, values }) => values.map((value) => textOf(named, value)))
  return { textsOf, drawnKey: JSON.stringify(texts) }
}

const noneAsked: ReadonlyMap<number, Asked> = new Map()
