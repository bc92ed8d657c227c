/** Help page as a separate page with a URL that can be shared. */

import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import HelpContent from '../../help/help-content.tsx'
import { useHelpText } from '../../help/use-help-text.ts'
import { useText } from '../../locale/use-text.tsx'
import { usePageLabel } from '../../ui/page-label.ts'
import { useTopOf } from '../../ui/scroll/use-top-of.ts'

export function HelpPage() {
  const t = useText()
  const navigate = useNavigate()
  const { _splat: page = 'index' } = useParams({ strict: false }) as { _splat?: string }
  const { data } = useHelpText(page || 'index')
  const body = useRef<HTMLDivElement>(null)
  usePageLabel(data ? /^#\s+(.+)$/m.exec(data)?.[1] : undefined)
  useTopOf(body, page)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a page without a link is scrolled with keys too
    <section ref={body} className="sd-page sd-help-page" aria-label={t('help.title')} tabIndex={0}>
      <article className="sd-card">
        <HelpContent
          page={page || 'index'}
          headingLevel={1}
          onOpen={(next) => void navigate({ to: '/help/$', params: { _splat: next }, search: {} })}
        />
      </article>
    </section>
  )
}
