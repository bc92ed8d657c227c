/** How a form ends: Cancel, and the button that sends it. */

import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'

export interface FormButtonsProps {
  /** On the button that sends it: a verb, and the object where it is not plain. */
  readonly action: string
  readonly onCancel: () => void
  readonly isBusy?: boolean
  /** False: there is nothing to send yet. */
  readonly isReady?: boolean
  /** At the left end. */
  readonly aside?: ReactNode
}

export function FormButtons({ action, onCancel, isBusy = false, isReady = true, aside }: FormButtonsProps) {
  const t = useText()
  return (
    <>
      {aside && (
        <>
          {aside}
          <span className="sd-spacer" />
        </>
      )}
      <Button kind="plain" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
      <Button kind="filled" type="submit" busy={isBusy} disabled={!isReady}>
        {action}
      </Button>
    </>
  )
}
