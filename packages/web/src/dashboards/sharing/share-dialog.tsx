/** Shares a dashboard: a link to what the user sees now, and links that need no account. */

import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { formatWindow } from '../../time-windows/time-window-words.ts'
import { browserZone } from '../../time-windows/window-context.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { CheckField } from '../../ui/field/text-field.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { LinkLine } from '../../ui/share/share-link.tsx'
import { ShareLinks } from './share-links.tsx'
import { viewLinkOf } from './view-link.ts'

export interface ShareDialogProps {
  readonly dashboard: Dashboard
  readonly isSinglePage: boolean
  /** Open states; empty: the root state. */
  readonly states: readonly StateEntry[]
  /** Time window of the dashboard as the user sees it. */
  readonly window: TimeWindow
  readonly onClose: () => void
}

export function ShareDialog({ dashboard, isSinglePage, states, window: timeWindow, onClose }: ShareDialogProps) {
  const t = useText()
  const format = useFormat()
  const isAdministrator = useAccount()?.auth.authority === 'TENANT_ADMIN'
  const [hasWindow, setHasWindow] = useState(true)
  const zone = browserZone()
  const link = viewLinkOf({
    origin: location.origin,
    dashboardId: dashboard.id.id,
    isSinglePage,
    states,
    window: hasWindow ? timeWindow : null,
    browserZone: zone,
  })
  return (
    <Dialog title={t('dashboardSharing.title', { name: dashboard.title })} onClose={onClose} size={640}>
      <div className="sd-form">
        <FieldGroup title={t('dashboardSharing.viewLink')} text={t('dashboardSharing.viewLinkText')}>
          <CheckField
            label={t('dashboardSharing.withWindow', { window: formatWindow(timeWindow, zone, t, format) })}
            isChecked={hasWindow}
            onChange={setHasWindow}
          />
          <LinkLine label={t('dashboardSharing.viewLink')} link={link} />
        </FieldGroup>
        {isAdministrator && <ShareLinks dashboard={dashboard} window={timeWindow} />}
      </div>
    </Dialog>
  )
}
