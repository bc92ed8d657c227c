/** Help page in a panel: links open other pages in place, with buttons for back, all pages, and a new tab. */

import './help.css'
import { ArrowLeft, ExternalLink, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { useTopOf } from '../ui/scroll/use-top-of.ts'
import { helpHref } from './help-links.ts'
import type { HelpPage } from './help-pages.ts'

const HelpContent = lazy(() => import('./help-content.tsx'))

interface HelpPanelProps {
  readonly page: HelpPage
  /** Absent: the surroundings have a close button. */
  readonly onClose?: () => void
  /** Content at the end of the footer. */
  readonly foot?: ReactNode
}

export function HelpPanel({ page, onClose, foot }: HelpPanelProps) {
  const t = useText()
  const isSignedIn = useAccount() !== null
  const [opened, setOpened] = useState<readonly string[]>([])
  const body = useRef<HTMLDivElement>(null)
  const shown = opened.at(-1) ?? page
  useTopOf(body, shown)
  const icon = { size: 16, strokeWidth: 2 }

  return (
    <div className="sd-help-panel">
      {(onClose || opened.length > 0) && (
        <div className="sd-help-head">
          {opened.length > 0 && (
            <IconButton
              size="sm"
              label={t('help.back')}
              icon={<ArrowLeft {...icon} />}
              onClick={() => setOpened(opened.slice(0, -1))}
            />
          )}
          {onClose && <b>{t('help.title')}</b>}
          <span className="sd-spacer" />
          {onClose && <IconButton size="sm" label={t('ui.close')} icon={<X {...icon} />} onClick={onClose} />}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a page that is longer than the box is scrolled with keys */}
      <div ref={body} className="sd-help-body" role="document" aria-label={t('help.title')} tabIndex={0} data-autofocus>
        <Suspense>
          <HelpContent page={shown} headingLevel={2} onOpen={(next) => setOpened([...opened, next])} />
        </Suspense>
      </div>
      <div className="sd-help-foot">
        {/* Full help pages need a signed-in user. */}
        {isSignedIn && (
          <a href={helpHref(shown)} target="_blank" rel="noopener">
            {t('help.newTab')}
            <ExternalLink size={14} strokeWidth={2} aria-hidden />
          </a>
        )}
        {shown !== 'index' && (
          <button type="button" className="sd-help-link" onClick={() => setOpened([...opened, 'index'])}>
            {t('help.contents')}
          </button>
        )}
        <span className="sd-spacer" />
        {foot}
      </div>
    </div>
  )
}
