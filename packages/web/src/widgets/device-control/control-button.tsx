/** Button of a control widget, with the colors of its settings. */

import type { ComponentProps } from 'react'
import { cssColor, inkColor } from '../../dashboards/widget-api.ts'
import { Button } from '../../ui/button/button.tsx'

interface ControlButtonProps extends Pick<ComponentProps<typeof Button>, 'busy' | 'disabled' | 'onClick' | 'children'> {
  readonly look: {
    readonly isRaised: boolean
    readonly isPrimary: boolean
    readonly bgColor: string
    readonly textColor: string
  }
}

export function ControlButton({ look, ...rest }: ControlButtonProps) {
  const background = cssColor(look.bgColor)
  // Black is what editors write for a button without a color of its own.
  const ink = background ? cssColor(look.textColor) : inkColor(look.textColor)
  return (
    <Button
      {...rest}
      kind={look.isPrimary ? (look.isRaised ? 'filled' : 'plain') : look.isRaised ? 'outlined' : 'plain'}
      className="control-button"
      style={{ ...(background && { background, borderColor: background }), ...(ink && { color: ink }) }}
    />
  )
}
