/** Outer elements of a dashboard: what the author's CSS may change is inside of an element that it can't reach. */

import type { ReactNode, Ref } from 'react'
import { useScopedCss } from './use-scoped-css.ts'

interface DashboardRootProps {
  /** CSS of the dashboard. */
  readonly css: string
  /** CSS of a widget may be in it. */
  readonly hasWidgetCss: boolean
  readonly ref: Ref<HTMLDivElement>
  readonly children: ReactNode
}

export function DashboardRoot({ css, hasWidgetCss, ref, children }: DashboardRootProps) {
  const scope = useScopedCss(css)
  return (
    <div ref={ref} className="db" data-css={scope !== undefined || hasWidgetCss || undefined}>
      <div className={scope ? `db-inside ${scope}` : 'db-inside'}>{children}</div>
    </div>
  )
}
