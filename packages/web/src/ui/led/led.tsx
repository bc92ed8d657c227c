/** Indicator lamp: colored with a glow when on, faint when off. Its accessible name contains the state as a word. */

import './led.css'
import { useText } from '../../locale/use-text.tsx'

export interface LedProps {
  /** Name of the indicated state. */
  readonly label: string
  readonly isOn: boolean
  /** Any CSS color; default: the success color. */
  readonly color?: string
  readonly colorOff?: string
  /** Px; default: 50. */
  readonly size?: number
}

export function Led({ label, isOn, color, colorOff, size = 50 }: LedProps) {
  const t = useText()
  const shown = isOn ? color : (colorOff ?? color)
  return (
    <span
      className="sd-led"
      role="img"
      aria-label={t(isOn ? 'inputs.ledOn' : 'inputs.ledOff', { name: label })}
      data-on={isOn || undefined}
      style={{ width: size, height: size, ...(shown ? { color: shown } : {}) }}
    />
  )
}
