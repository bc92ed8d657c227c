/** Layout of the overviews: title, summary, actions, warnings, metrics and two columns. */

import './home.css'
import type { ReactNode } from 'react'
import { useLiveStatus } from '../../live/use-live.ts'
import { LiveBadge } from '../../ui/states/states.tsx'

interface OverviewFrameProps {
  readonly title: string
  readonly summary: ReactNode
  readonly actions?: ReactNode
  /** Shows whether the metrics are updated live. */
  readonly isWatched?: boolean
  /** Warnings, above the metrics. */
  readonly warnings?: ReactNode
  readonly figures: ReactNode
  /** Wide column. */
  readonly main: ReactNode
  /** Narrow column. */
  readonly side: ReactNode
}

export function OverviewFrame(props: OverviewFrameProps) {
  const { title, summary, actions, isWatched = false, warnings, figures, main, side } = props
  const isLive = useLiveStatus() === 'open'
  return (
    <div className="sd-page sd-home">
      <div className="sd-page-head">
        <h1>{title}</h1>
        {summary}
        <span className="sd-spacer" />
        {isWatched && <LiveBadge isLive={isLive} />}
        {actions}
      </div>
      {warnings}
      <div className="sd-home-figures">{figures}</div>
      <div className="sd-home-columns">
        <div>{main}</div>
        <div>{side}</div>
      </div>
    </div>
  )
}
