/** Tenants: list, drawer with details, add dialog; and the page of one tenant. */

import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { EntityPage, type OpenEntity } from '../../entity-pages/entity-page.tsx'
import { useListDialogs } from '../../entity-pages/list-dialogs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useTenantActions } from './tenant-actions.tsx'
import { tenantRoom, useTenant, useTenantCalls } from './tenant-calls.ts'
import { TenantDetails } from './tenant-details.tsx'
import { tenantTable } from './tenant-table.tsx'

const AddTenantDialog = lazy(() => import('./add-tenant-dialog.tsx'))

export function TenantsPage() {
  const tenants = useTenantCalls()
  const adding = useListDialogs({ room: tenantRoom, add: 'tenants.add' })
  const actions = useTenantActions()
  const { openPage, all } = actions
  const description = useMemo(
    () => tenantTable({ tenants, quickAction: openPage, actions: all }),
    [tenants, openPage, all],
  )
  return (
    <EntityPage<TenantInfo>
      description={description}
      primary={adding.primary}
      renderOpen={(open) => <TenantDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>{adding.open && <AddTenantDialog onClose={adding.close} />}</Suspense>
    </EntityPage>
  )
}

interface TenantDrawerProps {
  readonly open: OpenEntity<TenantInfo>
  readonly parts: ReturnType<typeof useTenantActions>
}

function TenantDrawer({ open: { id, row, onClose, onStep }, parts: { all, links, openPage } }: TenantDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useTenant(id, row)}
      nameOf={({ title }) => title}
      kind={t('entityTypes.TENANT')}
      failed={t('tenants.tenantFailed')}
      onClose={onClose}
    >
      {(tenant) => (
        <TenantDetails
          tenant={tenant}
          actions={all}
          links={links}
          openPage={openPage}
          onClose={onClose}
          onStep={onStep}
        />
      )}
    </EntityDrawer>
  )
}

export function TenantPage() {
  const t = useText()
  const { entityId } = useParams({ from: '/guarded/shell/tenants/$entityId' })
  const { all, links, dialogs } = useTenantActions()
  return (
    <EntityOwnPage
      entity={useTenant(entityId)}
      nameOf={({ title }) => title}
      kind={t('entityTypes.TENANT')}
      failed={t('tenants.tenantFailed')}
    >
      {(tenant) => (
        <>
          <TenantDetails tenant={tenant} actions={all.filter(({ id }) => id !== 'open')} links={links} />
          {dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
