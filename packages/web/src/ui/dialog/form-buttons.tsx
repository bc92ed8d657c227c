/** Footer buttons of a form: Cancel and submit. */

import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'

export interface FormButtonsProps {
  /** Label of the submit button: a verb, plus the object where it isn't obvious. */
  readonly action: string
  readonly onCancel: () => void
  readonly isBusy?: boolean
  /** False: the submit button is disabled because there is nothing to send yet. */
  readonly isReady?: boolean
  /** Content at the left end. */
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
