/** Content of a widget that consists of HTML of users: fills the frame, with the padding that the user chose. */

import './html-body.css'
import type { WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import { lazy, Suspense } from 'react'
import type { UserHtmlProps } from '../user-html/user-html.tsx'

// Contains the sanitizer, which few dashboards need.
const UserHtml = lazy(() => import('../user-html/user-html.tsx').then((module) => ({ default: module.UserHtml })))

interface HtmlBodyProps extends UserHtmlProps {
  readonly config: Pick<WidgetConfig, 'padding'>
  readonly isStale?: boolean
}

export function HtmlBody({ config, isStale, ...html }: HtmlBodyProps) {
  return (
    <div className="html-body" data-stale={isStale || undefined} style={{ padding: config.padding ?? undefined }}>
      <Suspense>
        <UserHtml {...html} />
      </Suspense>
    </div>
  )
}
