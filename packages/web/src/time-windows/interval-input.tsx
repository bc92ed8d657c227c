/** Duration input with four fields that carry into and borrow from each other. */

import {
  type IntervalParts,
  intervalPartNames,
  joinInterval,
  splitInterval,
  withPart,
} from '@sonde/model/time-windows/interval-parts'
import { useText } from '../locale/use-text.tsx'

export interface IntervalInputProps {
  /** Ms; 0: empty. */
  readonly value: number
  readonly onChange: (ms: number) => void
  readonly label: string
}

export function IntervalInput({ value, onChange, label }: IntervalInputProps) {
  const t = useText()
  const parts: IntervalParts = splitInterval(value)
  const names = {
    days: t('dashboards.partDays'),
    hours: t('dashboards.partHours'),
    minutes: t('dashboards.partMinutes'),
    seconds: t('dashboards.partSeconds'),
  }
  return (
    <fieldset className="tw-parts">
      <legend className="sd-hidden-text">{label}</legend>
      {intervalPartNames.map((name) => (
        <label key={name}>
          <span>{names[name]}</span>
          <span className="sd-input">
            <input
              type="number"
              inputMode="numeric"
              step={1}
              className="sd-num"
              value={parts[name]}
              onChange={(event) => onChange(joinInterval(withPart(parts, name, event.target.valueAsNumber)))}
            />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
