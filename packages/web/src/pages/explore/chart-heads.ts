/** Titles and legends of the charts, from the names of their series. */

import { useMemo } from 'react'
import { useWidgetView } from '../../dashboards/dashboard-context.tsx'
import type { WidgetView } from '../../dashboards/widget-view.ts'
import { type ChartHead, chartHead } from '../../explore/chart-head.ts'
import { chartId } from '../../explore/explore-dashboard.ts'
import type { Exploration } from '../../explore/explore-state.ts'
import { useLocale, useText } from '../../locale/use-text.tsx'
import { useSeriesNames } from './series-names.ts'
import { readingOf } from './series-reading.ts'

export interface TitledHead extends ChartHead {
  /** `Chart 2` if the series have too little in common. */
  readonly title: string
  /** Such as `chart 3, kW and bar`; without the number if the title has it. */
  readonly place: string
}

/** Returns the head of a chart from its series and their data. */
export type HeadOf = (own: Exploration, chart: number, view: WidgetView) => TitledHead

export function useChartHeads(): HeadOf {
  const t = useText()
  const { language } = useLocale()
  const names = useSeriesNames()
  return useMemo(() => {
    const list = new Intl.ListFormat(language, { type: 'conjunction' })
    const listed = (all: readonly string[]) => list.format(all)
    const placeOf = (hasTitle: boolean, number: number, units: string) => {
      if (!hasTitle) return units
      return units ? t('explore.chartWithUnits', { number, units }) : t('explore.chartPlace', { number })
    }
    const joined = (name: string, key: string) => t('explore.seriesOf', { name, key })
    return (own, chart, view) => {
      const named = own.map((one) => {
        const reading = readingOf(view, one)
        return {
          entityId: one.entity.id,
          entity: names.entity(reading),
          key: one.key,
          keyName: names.key(one, reading),
          unit: names.unit(one, reading),
        }
      })
      const head = chartHead(named, { joined, listed })
      const number = chart + 1
      return {
        ...head,
        title: head.title ?? t('explore.chart', { number }),
        place: placeOf(head.title !== null, number, listed(head.units)),
      }
    }
  }, [t, language, names])
}

export const useChartHead = (own: Exploration, chart: number): TitledHead =>
  useChartHeads()(own, chart, useWidgetView(chartId(chart)))
