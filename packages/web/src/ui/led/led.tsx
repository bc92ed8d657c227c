/** A lamp: on in its colour with a glow, off faint. The state is also a word, for who does not see colours. */

import './led.css'
import { useText } from '../../locale/use-text.tsx'

export interface LedProps {
  /** What it stands for. */
  readonly label: string
  readonly isOn: boolean
  /** Any CSS colour; that of success when absent. */
  readonly color?: string
  readonly colorOff?: string
  /** Px; 50 when absent. */
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
