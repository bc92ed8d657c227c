/** Footer buttons of a dialog step: back at the left end, continue at the right end. */

import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'

interface StepButtonsProps {
  /** Undefined: no back button. */
  readonly onBack: (() => void) | undefined
  /** Label of the button that continues. */
  readonly action: string
  readonly isBusy: boolean
  /** Additional buttons before the one that continues. */
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
