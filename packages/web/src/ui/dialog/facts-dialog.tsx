/** Read-only dialog about one entity: a list of facts, then longer texts. */

import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'

interface FactsDialogProps {
  readonly title: string
  readonly help?: ReactNode
  /** Terms and their values, as children of a `dl`. */
  readonly facts: ReactNode
  readonly onClose: () => void
  readonly children?: ReactNode
}

export function FactsDialog({ title, help, facts, onClose, children }: FactsDialogProps) {
  const t = useText()
  return (
    <Dialog
      help={help}
      title={title}
      size={640}
      onClose={onClose}
      footer={
        <Button kind="plain" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <dl className="sd-facts">{facts}</dl>
      {children}
    </Dialog>
  )
}
