/** Series of an exploration by chart, each with its color and settings. Series and charts can be moved. */

import { type Aggregation, aggregations } from '@sonde/model/telemetry/values'
import { ArrowDown, ArrowUp, Eye, EyeOff, RotateCw, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useDashboard, useWidgetView } from '../../dashboards/dashboard-context.tsx'
import { tokenColor } from '../../dashboards/series-colors.ts'
import { chartId } from '../../explore/explore-dashboard.ts'
import {
  chartCount,
  chartsMax,
  colorsMax,
  type Exploration,
  type ExploreSeries,
  idOf,
  type SeriesChange,
  withChange,
  withoutSeries,
  withSeriesAt,
  withSeriesStep,
} from '../../explore/explore-state.ts'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { Select } from '../../ui/field/text-field.tsx'
import type { MenuItem } from '../../ui/menu/menu.tsx'
import { Skeleton } from '../../ui/states/states.tsx'
import { useChartHead, useChartHeads } from './chart-heads.ts'
import { Grip } from './grip.tsx'
import { useSeriesNames } from './series-names.ts'
import { readingOf, useReading } from './series-reading.ts'
import { gripOfChart, type Moves, useMoves } from './use-moves.ts'

export interface SeriesListProps {
  readonly series: Exploration
  readonly onSeries: (series: Exploration) => void
  /** Aggregation of the time window. */
  readonly usual: Aggregation
  /** There is an empty chart below the others. */
  readonly hasNewChart: boolean
  readonly onRemoveNewChart: () => void
}

export function SeriesList({ series, onSeries, usual, hasNewChart, onRemoveNewChart }: SeriesListProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const moves = useMoves(series, onSeries)
  const charts = chartCount(series)
  const { dragged } = moves
  const canHaveOwn = dragged?.kind === 'series' && canOpenChart(series, dragged.one)
  return (
    <div ref={moves.list}>
      {Array.from({ length: charts }, (_, chart) => {
        const own = series.filter((one) => one.chart === chart)
        return (
          <Group key={chartId(chart)} own={own} chart={chart} charts={charts} moves={moves}>
            {own.map((one) => (
              <Item
                key={idOf(one)}
                one={one}
                series={series}
                usual={usual}
                moves={moves}
                isOpen={openId === idOf(one)}
                onOpen={(isOpen) => setOpenId(isOpen ? idOf(one) : null)}
                onChange={(change) => onSeries(withChange(series, one, change))}
                onRemove={() => onSeries(withoutSeries(series, one))}
              />
            ))}
          </Group>
        )
      })}
      {(hasNewChart || canHaveOwn) && (
        <NewChart chart={charts} moves={moves} onRemove={hasNewChart ? onRemoveNewChart : undefined} />
      )}
      <p role="status" className="sd-hidden-text">
        {moves.said}
      </p>
    </div>
  )
}

/** A new chart for the only series of a chart would change nothing. */
const canOpenChart = (series: Exploration, { chart }: ExploreSeries): boolean =>
  chartCount(series) < chartsMax && series.filter((one) => one.chart === chart).length > 1

interface GroupProps {
  readonly own: Exploration
  readonly chart: number
  readonly charts: number
  readonly moves: Moves
  readonly children: ReactNode
}

/** Series of a chart below its title. */
function Group({ own, chart, charts, moves, children }: GroupProps) {
  const t = useText()
  const { title, place } = useChartHead(own, chart)
  const headingId = useId()
  const items = (): MenuItem[] => [
    {
      id: 'up',
      label: t('explore.moveUp'),
      icon: <ArrowUp size={16} strokeWidth={2} aria-hidden />,
      isDisabled: chart === 0,
      onSelect: () => moves.moveChart(chart, chart - 1, title),
    },
    {
      id: 'down',
      label: t('explore.moveDown'),
      icon: <ArrowDown size={16} strokeWidth={2} aria-hidden />,
      isDisabled: chart === charts - 1,
      onSelect: () => moves.moveChart(chart, chart + 1, title),
    },
  ]
  return (
    <section className="sd-explore-group" aria-labelledby={headingId} {...moves.chartTarget(chart)}>
      <div className="sd-explore-head">
        <h2 id={headingId}>
          <span className="sd-ellipsis">{title}</span> <span className="sd-text-3">{place}</span>
        </h2>
        {charts > 1 && (
          <Grip
            label={t('explore.move', { name: title })}
            id={gripOfChart(chart)}
            items={items}
            onDragStart={() => moves.drag({ kind: 'chart', chart, name: title })}
            onDragEnd={moves.endDrag}
          />
        )}
      </div>
      <ul>{children}</ul>
    </section>
  )
}

interface NewChartProps {
  readonly chart: number
  readonly moves: Moves
  /** Undefined: it is there only while a series is dragged. */
  readonly onRemove: (() => void) | undefined
}

function NewChart({ chart, moves, onRemove }: NewChartProps) {
  const t = useText()
  const headingId = useId()
  return (
    <section className="sd-explore-group" aria-labelledby={headingId} {...moves.chartTarget(chart)}>
      <div className="sd-explore-head">
        <h2 id={headingId}>
          <span>{t('explore.newChart')}</span>{' '}
          <span className="sd-text-3">{t('explore.chartPlace', { number: chart + 1 })}</span>
        </h2>
        {onRemove && (
          <IconButton
            label={t('explore.removeNewChart')}
            size="sm"
            icon={<X size={16} strokeWidth={2} />}
            onClick={onRemove}
          />
        )}
      </div>
      <p className="sd-explore-drop">{t('explore.newChartText')}</p>
    </section>
  )
}

interface ItemProps {
  readonly one: ExploreSeries
  readonly series: Exploration
  readonly usual: Aggregation
  readonly moves: Moves
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onChange: (change: SeriesChange) => void
  readonly onRemove: () => void
}

function Item({ one, series, usual, moves, isOpen, onOpen, onChange, onRemove }: ItemProps) {
  const t = useText()
  const reading = useReading(one)
  const { data } = useDashboard()
  const names = useSeriesNames()
  const itemsOf = useMoveItems()
  const name = names.full(one, reading)
  const keyName = names.key(one, reading)
  return (
    <li
      data-open={isOpen || undefined}
      data-off={one.isHidden || undefined}
      data-dragged={(moves.dragged?.kind === 'series' && idOf(moves.dragged.one) === idOf(one)) || undefined}
      {...moves.seriesTarget(one)}
    >
      <div className="sd-explore-item">
        <button type="button" className="sd-explore-open" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          <i style={{ background: tokenColor(one.color) }} aria-hidden />
          <span className="sd-explore-name">
            <span className="sd-ellipsis">
              {reading.kind === 'loading' ? <Skeleton width={90} /> : names.entity(reading)}
            </span>
            <span className={keyName === one.key ? 'sd-mono sd-ellipsis' : 'sd-ellipsis'} title={one.key}>
              {one.axis === 'right' ? t('explore.onRightAxis', { key: keyName }) : keyName}
            </span>
          </span>
          <span className="sd-explore-tag">{t(`explore.${one.aggregation ?? usual}`)}</span>
        </button>
        {reading.kind === 'failed' && (
          <IconButton
            label={t('explore.retry', { name })}
            size="sm"
            icon={<RotateCw size={16} strokeWidth={2} />}
            onClick={() => data.retry(chartId(one.chart))}
          />
        )}
        <IconButton
          label={t(one.isHidden ? 'explore.show' : 'explore.hide', { name })}
          size="sm"
          icon={one.isHidden ? <EyeOff size={16} strokeWidth={2} /> : <Eye size={16} strokeWidth={2} />}
          onClick={() => onChange({ isHidden: !one.isHidden })}
        />
        <IconButton
          label={t('explore.remove', { name })}
          size="sm"
          icon={<X size={16} strokeWidth={2} />}
          onClick={onRemove}
        />
        {series.length > 1 && (
          <Grip
            label={t('explore.move', { name })}
            id={idOf(one)}
            items={() => itemsOf(one, series, (next) => moves.moveSeries(next, one, name))}
            onDragStart={() => moves.drag({ kind: 'series', one, name })}
            onDragEnd={moves.endDrag}
          />
        )}
      </div>
      {isOpen && <Settings one={one} series={series} usual={usual} onChange={onChange} />}
    </li>
  )
}

/** Menu of a series: its places in its chart, and the other charts. */
function useMoveItems() {
  const t = useText()
  const { data } = useDashboard()
  const headOf = useChartHeads()
  return (one: ExploreSeries, series: Exploration, onMove: (next: Exploration) => void): MenuItem[] => {
    const own = series.filter(({ chart }) => chart === one.chart)
    const charts = chartCount(series)
    const others = Array.from({ length: charts }, (_, chart) => chart).filter((chart) => chart !== one.chart)
    return [
      {
        id: 'up',
        label: t('explore.moveUp'),
        icon: <ArrowUp size={16} strokeWidth={2} aria-hidden />,
        isDisabled: own[0] === one,
        onSelect: () => onMove(withSeriesStep(series, one, -1)),
      },
      {
        id: 'down',
        label: t('explore.moveDown'),
        icon: <ArrowDown size={16} strokeWidth={2} aria-hidden />,
        isDisabled: own.at(-1) === one,
        onSelect: () => onMove(withSeriesStep(series, one, 1)),
      },
      ...others.map((chart, at) => ({
        id: chartId(chart),
        label: t('explore.moveToChart', { number: chart + 1 }),
        hint: headOf(
          series.filter((each) => each.chart === chart),
          chart,
          data.view(chartId(chart)),
        ).title,
        startsGroup: at === 0,
        onSelect: () => onMove(withSeriesAt(series, one, { chart, before: null })),
      })),
      ...(canOpenChart(series, one)
        ? [
            {
              id: 'new',
              label: t('explore.moveToNewChart'),
              startsGroup: others.length === 0,
              onSelect: () => onMove(withSeriesAt(series, one, { chart: charts, before: null })),
            },
          ]
        : []),
    ]
  }
}

const ofWindow = 'window'

function Settings({ one, series, usual, onChange }: Pick<ItemProps, 'one' | 'series' | 'usual' | 'onChange'>) {
  const t = useText()
  const names = useSeriesNames()
  const view = useWidgetView(chartId(one.chart))
  /** Name of the axis with the units of its series. */
  function axisText(axis: 'left' | 'right'): string {
    const own = series.filter((each) => each.chart === one.chart && each.axis === axis)
    const units = [...new Set(own.map((each) => names.unit(each, readingOf(view, each))))].filter((unit) => unit !== '')
    const text = t(axis === 'left' ? 'explore.left' : 'explore.right')
    return units.length > 0 ? t('explore.axisUnits', { axis: text, units: units.join(', ') }) : text
  }
  return (
    <div className="sd-explore-settings">
      <fieldset className="sd-fieldset">
        <legend className="sd-field-label">{t('explore.color')}</legend>
        <div className="sd-explore-colors">
          {Array.from({ length: colorsMax }, (_, color) => (
            <button
              key={tokenColor(color)}
              type="button"
              aria-label={t('explore.colorNumber', { number: color + 1 })}
              aria-pressed={one.color === color}
              style={{ background: tokenColor(color) }}
              onClick={() => onChange({ color })}
            />
          ))}
        </div>
      </fieldset>
      <div className="sd-form-pair">
        <Select
          label={t('explore.aggregation')}
          value={one.aggregation ?? ofWindow}
          options={[
            { value: ofWindow, label: t('explore.windowAggregation', { aggregation: t(`explore.${usual}`) }) },
            ...aggregations.map((value) => ({ value, label: t(`tableExport.${value}`) })),
          ]}
          onChange={(value) => onChange({ aggregation: value === ofWindow ? null : (value as Aggregation) })}
        />
        <Select
          label={t('explore.axis')}
          value={one.axis}
          options={[
            { value: 'left', label: axisText('left') },
            { value: 'right', label: axisText('right') },
          ]}
          onChange={(axis) => onChange({ axis: axis === 'right' ? 'right' : 'left' })}
        />
      </div>
    </div>
  )
}
