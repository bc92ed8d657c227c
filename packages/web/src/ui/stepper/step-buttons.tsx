/** How a step of a dialog ends: back at the left end, what leads on at the right one. */

import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'

interface StepButtonsProps {
  /** Absent: there is no way back. */
  readonly onBack: (() => void) | undefined
  /** On the button that leads on. */
  readonly action: string
  readonly isBusy: boolean
  /** Before it: other ways to end. */
  readonly children?: ReactNode
}

export function StepButtons({ onBack, action, isBusy, children }: StepButtonsProps) {
  const t = useText()
  return (
    <>
      {onBack && (
        <Button kind="plain" onClick={onBack}>
          {t('ui.back')}
        </Button>
      )}
      <span className="sd-spacer" />
      {children}
      <Button kind="filled" type="submit" busy={isBusy}>
        {action}
      </Button>
    </>
  )
}
