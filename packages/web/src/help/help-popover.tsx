/** Help page in a box next to its button. */

import './help.css'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Popover } from '../ui/popover/popover.tsx'
import type { HelpPage } from './help-pages.ts'
import { HelpPanel } from './help-panel.tsx'

interface HelpPopoverProps {
  readonly page: HelpPage
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  /** Content at the end of the footer. */
  readonly foot: ReactNode
}

export function HelpPopover({ page, anchor, onClose, foot }: HelpPopoverProps) {
  const t = useText()
  return (
    <Popover
      isOpen
      onClose={onClose}
      anchor={anchor}
      label={t('help.title')}
      placement="bottom-end"
      className="sd-help-box"
    >
      <HelpPanel page={page} onClose={onClose} foot={foot} />
    </Popover>
  )
}
