/** Aggregation of data points: function and interval, or raw points with a limit. */

import { type Aggregation, aggregations } from '@sonde/model/telemetry/values'
import { intervalBounds, intervalsWithin } from '@sonde/model/time-windows/intervals'
import { datapointsMin, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { deriveWindow, type WindowContext } from '@sonde/model/time-windows/window-commands'
import type { WindowProblem } from '@sonde/model/time-windows/window-edits'
import { ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Select, TextField } from '../ui/field/text-field.tsx'
import { IntervalInput } from './interval-input.tsx'
import { aggregationWords, durationWords } from './time-window-words.ts'

export interface AggregationFieldsProps {
  readonly window: TimeWindow
  readonly onChange: (window: TimeWindow) => void
  readonly context: WindowContext
  readonly shown: { readonly aggregation: boolean; readonly aggInterval: boolean }
  readonly problem: WindowProblem | null
}

const offered: readonly Aggregation[] = [
  'AVG',
  ...aggregations.filter((type) => type !== 'AVG' && type !== 'NONE'),
  'NONE',
]

export function AggregationFields({ window, onChange, context, shown, problem }: AggregationFieldsProps) {
  const t = useText()
  const { aggregation } = window
  const isRaw = aggregation.type === 'NONE'
  return (
    <>
      <div className="tw-pair">
        {shown.aggregation && (
          <Select
            label={t('dashboards.aggregation')}
            value={aggregation.type}
            options={offered.map((type) => ({ value: type, label: aggregationWords(type, t) }))}
            onChange={(type) => onChange({ ...window, aggregation: { ...aggregation, type } })}
          />
        )}
        {shown.aggInterval &&
          (isRaw ? (
            <TextField
              label={t('dashboards.limit')}
              type="number"
              min={datapointsMin}
              max={context.datapointsMax}
              step={1}
              value={Number.isFinite(aggregation.limit) ? String(aggregation.limit) : ''}
              error={problem === 'limit' ? t('dashboards.limitRange', { max: context.datapointsMax }) : undefined}
              onChange={(text) => onChange({ ...window, aggregation: { ...aggregation, limit: limitOf(text) } })}
            />
          ) : (
            <GroupBy window={window} onChange={onChange} context={context} />
          ))}
      </div>
      {!isRaw && shown.aggInterval && problem === null && <PointCount window={window} context={context} />}
    </>
  )
}

/** Empty text means the minimum. */
const limitOf = (text: string): number => (text === '' ? datapointsMin : Number(text))

function lengthOf(window: TimeWindow, context: WindowContext): number {
  const derived = deriveWindow(window, context)
  return derived.kind === 'realtime' ? derived.windowMs : derived.endTs - derived.startTs
}

function PointCount({ window, context }: { window: TimeWindow; context: WindowContext }) {
  const t = useText()
  const length = lengthOf(window, context)
  const { minMs, maxMs } = intervalBounds(length)
  return (
    <p className="sd-field-note">
      <ChartNoAxesColumn size={14} strokeWidth={2} aria-hidden />
      {t('dashboards.pointsPerSeries', {
        count: deriveWindow(window, context).limit,
        min: Math.ceil(length / maxMs),
        max: Math.floor(length / minMs),
      })}
    </p>
  )
}

const customValue = 'custom'

function GroupBy({ window, onChange, context }: Omit<AggregationFieldsProps, 'shown' | 'problem'>) {
  const t = useText()
  const [isCustom, setCustom] = useState(false)
  const isRealtime = window.selectedTab === WindowTab.REALTIME
  const length = lengthOf(window, context)
  const effective = deriveWindow(window, context).interval
  const intervals = intervalsWithin(intervalBounds(length))
  const options = intervals.includes(effective) ? intervals : [...intervals, effective].sort((a, b) => a - b)

  function set(interval: number) {
    onChange(
      isRealtime
        ? { ...window, realtime: { ...window.realtime, interval } }
        : { ...window, history: { ...window.history, interval } },
    )
  }

  return (
    <div>
      <Select
        label={t('dashboards.groupBy')}
        value={isCustom ? customValue : String(effective)}
        options={[
          ...options.map((ms) => ({ value: String(ms), label: durationWords(ms, t) })),
          { value: customValue, label: t('dashboards.custom') },
        ]}
        onChange={(value) => {
          setCustom(value === customValue)
          if (value !== customValue) set(Number(value))
        }}
      />
      {isCustom && <IntervalInput label={t('dashboards.groupBy')} value={effective} onChange={set} />}
    </div>
  )
}
