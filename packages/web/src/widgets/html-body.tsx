/** Content of a widget that consists of HTML of users: fills the frame, with the padding that the user chose. */

import './html-body.css'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { lazy, Suspense, useMemo } from 'react'
import { useWidgetActions } from '../dashboards/widget-api.ts'
import type { UserHtmlProps } from '../user-html/user-html.tsx'

// Contains the sanitizer, which few dashboards need.
const UserHtml = lazy(() => import('../user-html/user-html.tsx').then((module) => ({ default: module.UserHtml })))

interface HtmlBodyProps extends Pick<UserHtmlProps, 'html' | 'css' | 'className'> {
  readonly widget: DashboardWidget
  readonly isStale?: boolean
}

/** A click on an element runs the action `elementClick` that is named like the ID of the element. */
export function HtmlBody({ widget, isStale, ...html }: HtmlBodyProps) {
  const { padding } = widget.config
  const actions = useWidgetActions(widget)
  const clickableIds = useMemo(() => new Set(actions.of('elementClick').map(({ action }) => action.name)), [actions])
  return (
    <div className="html-body" data-stale={isStale || undefined} style={{ padding: padding ?? undefined }}>
      <Suspense>
        <UserHtml
          {...html}
          clickableIds={clickableIds}
          onElement={(id, anchor) =>
            actions.run(
              actions.of('elementClick').find(({ action }) => action.name === id),
              { anchor },
            )
          }
        />
      </Suspense>
    </div>
  )
}
