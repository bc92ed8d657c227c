/**
 * Button that shows a help page next to it. Page and code are loaded when it is opened.
 *
 *   <HelpButton page="devices/credentials" />
 */

import { CircleHelp } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { HelpPage } from './help-pages.ts'

const HelpPopover = lazyComponent(() => import('./help-popover.tsx'), 'HelpPopover')

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
      <Suspense>{isOpen && <HelpPopover page={page} anchor={anchor} onClose={close} foot={foot?.(close)} />}</Suspense>
    </>
  )
}
