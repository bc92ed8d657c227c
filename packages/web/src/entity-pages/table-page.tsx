/** Page that consists of one table: heading and card. */

import '../ui/entity-table/entity-table.css'
import type { ReactNode } from 'react'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'

interface TablePageProps {
  readonly title: MessageKey
  /** Segments next to the title, except on phones. */
  readonly segments?: ReactNode
  /** Shown at the right end of the title, except on phones. */
  readonly actions?: ReactNode
  /** Drawer of the open row. */
  readonly drawer?: ReactNode
  readonly children: ReactNode
}

export function TablePage({ title, segments, actions, drawer, children }: TablePageProps) {
  const t = useText()
  const onPhone = useWidth(isPhone)
  return (
    <div className="sd-split">
      <div className="sd-page sd-entity-page" data-phone={onPhone || undefined}>
        {onPhone ? (
          <h1 className="sd-hidden-text">{t(title)}</h1>
        ) : (
          <div className="sd-page-head">
            <h1>{t(title)}</h1>
            {segments}
            <span className="sd-spacer" />
            {actions}
          </div>
        )}
        <section className="sd-card sd-table-card" aria-label={t(title)}>
          {children}
        </section>
      </div>
      {drawer}
    </div>
  )
}
