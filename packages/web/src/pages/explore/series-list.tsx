/** Series of an exploration by chart, each with its color and settings. */

import { type Aggregation, aggregations } from '@sonde/model/telemetry/values'
import { ChevronDown, Eye, EyeOff, RotateCw, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useDashboard } from '../../dashboards/dashboard-context.tsx'
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
} from '../../explore/explore-state.ts'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { Select } from '../../ui/field/text-field.tsx'
import { Skeleton } from '../../ui/states/states.tsx'
import { useChartHead } from './chart-heads.ts'
import { useSeriesNames } from './series-names.ts'
import { useReading } from './series-reading.ts'

export interface SeriesListProps {
  readonly series: Exploration
  readonly onSeries: (series: Exploration) => void
}

export function SeriesList({ series, onSeries }: SeriesListProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  return Array.from({ length: chartCount(series) }, (_, chart) => {
    const own = series.filter((one) => one.chart === chart)
    return (
      <Group key={chartId(chart)} own={own} chart={chart}>
        {own.map((one) => (
          <Item
            key={idOf(one)}
            one={one}
            isOpen={openId === idOf(one)}
            charts={chartCount(series)}
            onOpen={(isOpen) => setOpenId(isOpen ? idOf(one) : null)}
            onChange={(change) => onSeries(withChange(series, one, change))}
            onRemove={() => onSeries(withoutSeries(series, one))}
          />
        ))}
      </Group>
    )
  })
}

interface GroupProps {
  readonly own: Exploration
  readonly chart: number
  readonly children: ReactNode
}

/** Series of a chart below its title. */
function Group({ own, chart, children }: GroupProps) {
  const { title, place } = useChartHead(own, chart)
  const headingId = useId()
  return (
    <section className="sd-explore-group" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <span className="sd-ellipsis">{title}</span> <span className="sd-text-3">{place}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

interface ItemProps {
  readonly one: ExploreSeries
  readonly isOpen: boolean
  readonly charts: number
  readonly onOpen: (isOpen: boolean) => void
  readonly onChange: (change: SeriesChange) => void
  readonly onRemove: () => void
}

function Item({ one, isOpen, charts, onOpen, onChange, onRemove }: ItemProps) {
  const t = useText()
  const reading = useReading(one)
  const { data } = useDashboard()
  const names = useSeriesNames()
  const name = names.full(one, reading)
  const keyName = names.key(one, reading)
  return (
    <li data-open={isOpen || undefined} data-off={one.isHidden || undefined}>
      <div className="sd-explore-item">
        <button type="button" className="sd-explore-open" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          <i style={{ background: tokenColor(one.color) }} aria-hidden />
          <span className="sd-explore-name">
            <span className="sd-ellipsis">
              {reading.kind === 'loading' ? <Skeleton width={90} /> : names.entity(reading)}
            </span>
            <span className={keyName === one.key ? 'sd-mono sd-ellipsis' : 'sd-ellipsis'} title={one.key}>
              {keyName}
            </span>
          </span>
          {one.aggregation && <span className="sd-explore-tag">{t(`tableExport.${one.aggregation}`)}</span>}
          <ChevronDown size={14} strokeWidth={2} aria-hidden />
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
      </div>
      {isOpen && <Settings one={one} charts={charts} onChange={onChange} />}
    </li>
  )
}

const ofWindow = 'window'

function Settings({ one, charts, onChange }: Pick<ItemProps, 'one' | 'charts' | 'onChange'>) {
  const t = useText()
  const places = Array.from({ length: Math.min(charts + 1, chartsMax) }, (_, chart) => ({
    value: String(chart),
    label: t(chart === charts ? 'explore.newChart' : 'explore.chart', { number: chart + 1 }),
  }))
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
      <Select
        label={t('explore.aggregation')}
        value={one.aggregation ?? ofWindow}
        options={[
          { value: ofWindow, label: t('explore.windowAggregation') },
          ...aggregations.map((value) => ({ value, label: t(`tableExport.${value}`) })),
        ]}
        onChange={(value) => onChange({ aggregation: value === ofWindow ? null : (value as Aggregation) })}
      />
      <div className="sd-form-pair">
        <Select
          label={t('explore.place')}
          value={String(one.chart)}
          options={places}
          onChange={(value) => onChange({ chart: Number(value) })}
        />
        <Select
          label={t('explore.axis')}
          value={one.axis}
          options={[
            { value: 'left', label: t('explore.left') },
            { value: 'right', label: t('explore.right') },
          ]}
          onChange={(axis) => onChange({ axis: axis === 'right' ? 'right' : 'left' })}
        />
      </div>
    </div>
  )
}
