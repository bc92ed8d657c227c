/** Fields for a time and for a period between two times, as local time of a time zone. Default: the browser's zone. */

import { clampFixedRange } from '@sonde/model/time-windows/window-edits'
import { useEffect, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Field, type FieldProps } from '../field/field.tsx'
import { useFormat } from '../format/use-format.ts'
import { localText, parseLocal } from './local-time.ts'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
const dayMs = 86_400_000

interface DateTimeFieldProps extends Omit<FieldProps, 'children'> {
  /** Epoch ms; null: no time. */
  readonly value: number | null
  readonly onChange: (ms: number | null) => void
  readonly onBlur?: () => void
  readonly min?: number
  readonly max?: number
  readonly zone?: string
  readonly isTouched?: boolean
  readonly isDisabled?: boolean
}

export function DateTimeField({
  value,
  onChange,
  onBlur,
  min,
  max,
  zone = ownZone(),
  isTouched,
  isDisabled,
  error,
  ...frame
}: DateTimeFieldProps) {
  const t = useText()
  const format = useFormat(zone)
  const shown = value === null ? '' : localText(value, zone)
  /** Text in the field, possibly an incomplete date. */
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const fieldError =
    value === null
      ? isTouched && !frame.isOptional
        ? t('inputs.momentRequired')
        : undefined
      : min !== undefined && value < min
        ? t('inputs.momentEarly', { moment: format.dateTime(min) })
        : max !== undefined && value > max
          ? t('inputs.momentLate', { moment: format.dateTime(max) })
          : undefined
  return (
    <Field {...frame} error={error ?? fieldError}>
      {(parts) => (
        <div className="sd-input" data-invalid={Boolean(error ?? fieldError) || undefined}>
          <input
            {...parts}
            type="datetime-local"
            step={1}
            className="sd-num"
            disabled={isDisabled}
            min={min === undefined ? undefined : localText(min, zone)}
            max={max === undefined ? undefined : localText(max, zone)}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              const ms = parseLocal(event.target.value, zone)
              if (ms !== null || event.target.value === '') onChange(ms)
            }}
            onBlur={onBlur}
          />
        </div>
      )}
    </Field>
  )
}

export interface Period {
  readonly startTimeMs: number
  readonly endTimeMs: number
}

/** The last 24 hours. */
export const lastDay = (nowMs: number): Period => ({ startTimeMs: nowMs - dayMs, endTimeMs: nowMs })

interface DateTimePeriodProps {
  readonly value: Period
  readonly onChange: (period: Period) => void
  readonly nowMs: number
  readonly zone?: string
  readonly isDisabled?: boolean
}

/**
 * Period of at least one second that ends no later than now. The end that the user did not edit moves as little as
 * needed.
 */
export function DateTimePeriod({ value, onChange, nowMs, zone, isDisabled }: DateTimePeriodProps) {
  const t = useText()
  function set(moved: 'start' | 'end', ms: number | null) {
    if (ms === null) return
    const range =
      moved === 'start' ? { startMs: ms, endMs: value.endTimeMs } : { startMs: value.startTimeMs, endMs: ms }
    const { startMs, endMs } = clampFixedRange(range, moved, nowMs)
    onChange({ startTimeMs: startMs, endTimeMs: endMs })
  }
  return (
    <div className="sd-form-pair">
      <DateTimeField
        label={t('inputs.periodStart')}
        value={value.startTimeMs}
        onChange={(ms) => set('start', ms)}
        zone={zone}
        isDisabled={isDisabled}
      />
      <DateTimeField
        label={t('inputs.periodEnd')}
        value={value.endTimeMs}
        onChange={(ms) => set('end', ms)}
        zone={zone}
        isDisabled={isDisabled}
      />
    </div>
  )
}
