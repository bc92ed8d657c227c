/** OTA packages: list, drawer with details, add dialog; and the page of one package. */

import './ota-updates.css'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { EntityPage, type OpenEntity } from '../../entity-pages/entity-page.tsx'
import { useListDialogs } from '../../entity-pages/list-dialogs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useOtaActions } from './ota-actions.tsx'
import { otaRoom, packageName, useOtaCalls, useOtaPackage } from './ota-calls.ts'
import { OtaDetails } from './ota-details.tsx'
import { otaTable } from './ota-table.tsx'

const AddPackageDialog = lazy(() => import('./add-package-dialog.tsx'))

export function OtaUpdatesPage() {
  const ota = useOtaCalls()
  const adding = useListDialogs({ room: otaRoom, add: 'otaUpdates.add' })
  const actions = useOtaActions()
  const { all, links, openPage } = actions
  const description = useMemo(
    () => otaTable({ ota, quickAction: links[0] ?? openPage, actions: all }),
    [ota, links, openPage, all],
  )
  return (
    <EntityPage<OtaPackageInfo>
      description={description}
      primary={adding.primary}
      renderOpen={(open) => <OtaDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>{adding.open && <AddPackageDialog onClose={adding.close} />}</Suspense>
    </EntityPage>
  )
}

interface OtaDrawerProps {
  readonly open: OpenEntity<OtaPackageInfo>
  readonly parts: ReturnType<typeof useOtaActions>
}

function OtaDrawer({ open: { id, row, onClose, onStep }, parts }: OtaDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useOtaPackage(id, row)}
      nameOf={packageName}
      kind={t('entityTypes.OTA_PACKAGE')}
      failed={t('otaUpdates.packageFailed')}
      onClose={onClose}
    >
      {(otaPackage) => (
        <OtaDetails
          otaPackage={otaPackage}
          actions={parts.all}
          links={parts.links}
          openPage={parts.openPage}
          onClose={onClose}
          onStep={onStep}
        />
      )}
    </EntityDrawer>
  )
}

export function OtaPackagePage() {
  const t = useText()
  const { entityId } = useParams({ from: '/guarded/shell/otaUpdates/$entityId' })
  const { all, links, dialogs } = useOtaActions()
  return (
    <EntityOwnPage
      entity={useOtaPackage(entityId)}
      nameOf={packageName}
      kind={t('entityTypes.OTA_PACKAGE')}
      failed={t('otaUpdates.packageFailed')}
    >
      {(otaPackage) => (
        <>
          <OtaDetails otaPackage={otaPackage} actions={all.filter(({ id }) => id !== 'open')} links={links} />
          {dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
