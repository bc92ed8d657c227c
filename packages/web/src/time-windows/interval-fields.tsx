/** Time range: the last interval, a calendar interval, or a fixed start and end. */

import { currentIntervals, type QuickInterval, quickIntervals } from '@sonde/model/time-windows/quick-intervals'
import { HistoryType, RealtimeType, type TimeWindow } from '@sonde/model/time-windows/time-window'
import type { WindowContext } from '@sonde/model/time-windows/window-commands'
import { moveZone, zoneOf } from '@sonde/model/time-windows/window-commands'
import { clampFixedRange, type WindowProblem } from '@sonde/model/time-windows/window-edits'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { localText, parseLocal } from '../ui/date-time/local-time.ts'
import { Field } from '../ui/field/field.tsx'
import { LabeledGroup } from '../ui/field/field-group.tsx'
import { Select } from '../ui/field/text-field.tsx'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { IntervalInput } from './interval-input.tsx'
import { durationWords, quickWords } from './time-window-words.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const lastPresets = [
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  6 * hour,
  12 * hour,
  day,
  7 * day,
  30 * day,
]

export interface WindowFieldsProps {
  readonly window: TimeWindow
  readonly onChange: (window: TimeWindow) => void
}

export function RealtimeFields({ window, onChange }: WindowFieldsProps) {
  const t = useText()
  const { realtime } = window
  const set = (part: Partial<TimeWindow['realtime']>) => onChange({ ...window, realtime: { ...realtime, ...part } })
  const isLast = realtime.realtimeType === RealtimeType.LAST_INTERVAL
  return (
    <>
      <Segmented
        label={t('dashboards.intervalKind')}
        value={isLast ? 'last' : 'quick'}
        options={[
          { value: 'last', label: t('dashboards.last') },
          { value: 'quick', label: t('dashboards.currentPeriod') },
        ]}
        onChange={(kind) => set({ realtimeType: kind === 'last' ? RealtimeType.LAST_INTERVAL : RealtimeType.INTERVAL })}
      />
      {isLast ? (
        <LastInterval ms={realtime.timewindowMs} onChange={(timewindowMs) => set({ timewindowMs })} />
      ) : (
        <QuickSelect
          value={realtime.quickInterval}
          options={currentIntervals}
          onChange={(quickInterval) => set({ quickInterval })}
        />
      )}
    </>
  )
}

const historyKinds = { last: HistoryType.LAST_INTERVAL, fixed: HistoryType.FIXED, quick: HistoryType.INTERVAL } as const
type HistoryKind = keyof typeof historyKinds

export function HistoryFields({
  window,
  onChange,
  context,
  problem,
}: WindowFieldsProps & { readonly context: WindowContext; readonly problem: WindowProblem | null }) {
  const t = useText()
  const { history } = window
  const set = (part: Partial<TimeWindow['history']>) => onChange({ ...window, history: { ...history, ...part } })
  const kinds = Object.keys(historyKinds) as HistoryKind[]
  const kind = kinds.find((one) => historyKinds[one] === history.historyType) ?? 'last'
  return (
    <>
      <Segmented
        label={t('dashboards.intervalKind')}
        value={kind}
        options={[
          { value: 'last', label: t('dashboards.last') },
          { value: 'fixed', label: t('dashboards.fromTo') },
          { value: 'quick', label: t('dashboards.calendar') },
        ]}
        onChange={(next) => set({ historyType: historyKinds[next] })}
      />
      {kind === 'last' && <LastInterval ms={history.timewindowMs} onChange={(timewindowMs) => set({ timewindowMs })} />}
      {kind === 'quick' && (
        <QuickSelect
          value={history.quickInterval}
          options={quickIntervals}
          onChange={(quickInterval) => set({ quickInterval })}
        />
      )}
      {kind === 'fixed' && (
        <FixedPeriod
          window={window}
          context={context}
          problem={problem}
          onChange={(fixedTimewindow) => set({ fixedTimewindow })}
        />
      )}
    </>
  )
}

function LastInterval({ ms, onChange }: { ms: number; onChange: (ms: number) => void }) {
  const t = useText()
  const [isCustom, setCustom] = useState(() => !lastPresets.includes(ms))
  return (
    <>
      <LabeledGroup className="tw-presets" label={t('dashboards.last')}>
        {lastPresets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={!isCustom && preset === ms}
            onClick={() => {
              setCustom(false)
              onChange(preset)
            }}
          >
            {durationWords(preset, t)}
          </button>
        ))}
        <button type="button" aria-pressed={isCustom} onClick={() => setCustom(true)}>
          {t('dashboards.custom')}
        </button>
      </LabeledGroup>
      {isCustom && <IntervalInput label={t('dashboards.last')} value={ms} onChange={onChange} />}
    </>
  )
}

function QuickSelect({
  value,
  options,
  onChange,
}: {
  value: QuickInterval
  options: readonly QuickInterval[]
  onChange: (id: QuickInterval) => void
}) {
  const t = useText()
  return (
    <Select
      label={t('dashboards.calendarInterval')}
      value={value}
      options={options.map((id) => ({ value: id, label: quickWords(id, t) }))}
      onChange={onChange}
    />
  )
}

interface FixedPeriodProps {
  readonly window: TimeWindow
  readonly context: WindowContext
  readonly problem: WindowProblem | null
  readonly onChange: (period: TimeWindow['history']['fixedTimewindow']) => void
}

/** Start and end in local time of the window's zone. */
function FixedPeriod({ window, context, problem, onChange }: FixedPeriodProps) {
  const t = useText()
  const { browserZone, nowMs } = context
  const { startTimeMs, endTimeMs } = window.history.fixedTimewindow
  const zone = zoneOf(window, browserZone)

  /** On blur: the other end moves as little as needed. */
  function settle(moved: 'start' | 'end') {
    const range = {
      startMs: moveZone(startTimeMs, browserZone, zone),
      endMs: moveZone(endTimeMs, browserZone, zone),
    }
    const held = clampFixedRange(range, moved, nowMs)
    onChange({
      startTimeMs: moveZone(held.startMs, zone, browserZone),
      endTimeMs: moveZone(held.endMs, zone, browserZone),
    })
  }

  const input = (label: string, ms: number, moved: 'start' | 'end', set: (ms: number) => void) => (
    <Field label={label}>
      {(parts) => (
        <div className="sd-input" data-invalid={problem === 'period-order' || problem === 'period-future' || undefined}>
          <input
            {...parts}
            type="datetime-local"
            step={1}
            className="sd-num"
            value={localText(ms, browserZone)}
            onChange={(event) => {
              const next = parseLocal(event.target.value, browserZone)
              if (next !== null) set(next)
            }}
            onBlur={() => problem !== null && settle(moved)}
          />
        </div>
      )}
    </Field>
  )

  return (
    <div className="tw-stack">
      {input(t('dashboards.from'), startTimeMs, 'start', (ms) => onChange({ startTimeMs: ms, endTimeMs }))}
      {input(t('dashboards.to'), endTimeMs, 'end', (ms) => onChange({ startTimeMs, endTimeMs: ms }))}
    </div>
  )
}
