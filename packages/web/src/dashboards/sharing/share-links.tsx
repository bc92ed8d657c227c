/** Share links of a dashboard, for tenant administrators: creates, lists and revokes them. */

import './sharing.css'
import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import type { ShareLink } from '@sonde/model/dashboards/share-link'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useWindowContext } from '../../time-windows/window-context.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { NewShareLinkForm } from './new-share-link.tsx'
import { useShareLinkCalls } from './use-share-link-calls.ts'

interface ShareLinksProps {
  readonly dashboard: Dashboard
  /** Time window of the dashboard as the user sees it. */
  readonly window: TimeWindow
}

export function ShareLinks({ dashboard, window: timeWindow }: ShareLinksProps) {
  const t = useText()
  const calls = useShareLinkCalls()
  const toasts = useToasts()
  const queries = useQueryClient()
  const dashboardId = dashboard.id.id
  const queryKey = ['dashboards', dashboardId, 'shareLinks']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => calls.shareLinks(dashboardId, { signal, ignoreErrors: true }),
  })
  const [revoking, setRevoking] = useState<ShareLink | null>(null)
  const reload = () => queries.invalidateQueries({ queryKey })

  async function revoke({ id, name }: ShareLink) {
    try {
      await calls.revokeShareLink(dashboardId, id)
      toasts.show({ kind: 'success', text: t('dashboardSharing.revoked', { name }) })
    } catch {
      // The call showed the error as a toast.
    }
    setRevoking(null)
    await reload()
  }

  return (
    <>
      <FieldGroup title={t('dashboardSharing.shareLinks')} text={t('dashboardSharing.shareLinksText')}>
        {error ? (
          <ErrorState title={t('dashboardSharing.loadFailed')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div aria-busy>
            <Skeleton width="60%" height={20} />
          </div>
        ) : (
          <>
            <NewShareLinkForm
              dashboard={dashboard}
              window={timeWindow}
              canEmbed={data.canEmbed}
              onCreated={() => void reload()}
            />
            {data.links.length > 0 && (
              <ul className="db-share-links" aria-label={t('dashboardSharing.existing')}>
                {data.links.map((link) => (
                  <LinkItem key={link.id} link={link} dashboard={dashboard} onRevoke={() => setRevoking(link)} />
                ))}
              </ul>
            )}
          </>
        )}
      </FieldGroup>
      {revoking && (
        <ConfirmDialog
          title={t('dashboardSharing.revokeTitle', { name: revoking.name })}
          action={t('dashboardSharing.revoke')}
          isDanger
          onCancel={() => setRevoking(null)}
          onConfirm={() => revoke(revoking)}
        >
          {t('dashboardSharing.revokeText')}
        </ConfirmDialog>
      )}
    </>
  )
}

interface LinkItemProps {
  readonly link: ShareLink
  readonly dashboard: Dashboard
  readonly onRevoke: () => void
}

function LinkItem({ link, dashboard, onRevoke }: LinkItemProps) {
  const t = useText()
  const format = useFormat()
  const { nowMs } = useWindowContext()()
  const { name, customerId, createdTime, creator, endTime, lastUsedTime } = link
  const customer = dashboard.assignedCustomers?.find((one) => one.customerId.id === customerId)?.title
  const hasEnded = endTime <= nowMs
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span>
          {customer === undefined
            ? t('dashboardSharing.notAssigned')
            : t(hasEnded ? 'dashboardSharing.endedAt' : 'dashboardSharing.endsAt', {
                customer,
                time: format.dateTime(endTime),
              })}
        </span>
        <span>{t('dashboardSharing.createdBy', { name: creator.name, time: format.dateTime(createdTime) })}</span>
        <span>
          {lastUsedTime === null
            ? t('dashboardSharing.neverUsed')
            : t('dashboardSharing.lastUsed', { time: format.dateTime(lastUsedTime) })}
        </span>
      </div>
      <Button kind="outlined" size="sm" aria-label={t('dashboardSharing.revokeNamed', { name })} onClick={onRevoke}>
        {t('dashboardSharing.revokeShort')}
      </Button>
    </li>
  )
}
