/**
 * Button that shows a help page next to it. The page is loaded when it is opened.
 *
 *   <HelpButton page="devices/credentials" />
 */

import './help.css'
import { CircleHelp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { Popover } from '../ui/popover/popover.tsx'
import type { HelpPage } from './help-pages.ts'
import { HelpPanel } from './help-panel.tsx'

interface HelpButtonProps {
  readonly page: HelpPage
  /** Px. */
  readonly iconSize?: number
  /** Content at the end of the footer, such as a button for the keyboard shortcuts. */
  readonly foot?: (close: () => void) => ReactNode
}

export function HelpButton({ page, iconSize = 18, foot }: HelpButtonProps) {
  const t = useText()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        ref={anchor}
        label={t('help.title')}
        icon={<CircleHelp size={iconSize} strokeWidth={1.75} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <Popover
        isOpen={isOpen}
        onClose={close}
        anchor={anchor}
        label={t('help.title')}
        placement="bottom-end"
        className="sd-help-box"
      >
        <HelpPanel page={page} onClose={close} foot={foot?.(close)} />
      </Popover>
    </>
  )
}
