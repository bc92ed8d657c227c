/** Widget library: list of bundles, drawer with details, add dialog; and the page of one bundle. */

import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { EntityPage, type OpenEntity } from '../../entity-pages/entity-page.tsx'
import { useListDialogs } from '../../entity-pages/list-dialogs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useWidgetsBundleActions, type WidgetsBundleActions } from './widgets-bundle-actions.tsx'
import { useWidgetsBundle, useWidgetsBundleCalls, widgetsBundleRoom } from './widgets-bundle-calls.ts'
import { WidgetsBundleDetails } from './widgets-bundle-details.tsx'
import { widgetsBundleTable } from './widgets-bundle-table.tsx'

const AddWidgetsBundleDialog = lazy(() => import('./add-widgets-bundle-dialog.tsx'))
const ImportWidgetsBundleDialog = lazy(() => import('./import-widgets-bundle-dialog.tsx'))

export function WidgetsBundlesPage() {
  const bundles = useWidgetsBundleCalls()
  const adding = useListDialogs({ room: widgetsBundleRoom, add: 'widgetsBundles.add', canImport: true })
  const actions = useWidgetsBundleActions()
  const { openPage, all, isChangeable } = actions
  const description = useMemo(
    () => widgetsBundleTable({ bundles, quickAction: openPage, actions: all, isChangeable }),
    [bundles, openPage, all, isChangeable],
  )
  return (
    <EntityPage<WidgetsBundle>
      description={description}
      primary={adding.primary}
      secondary={adding.secondary}
      renderOpen={(open) => <WidgetsBundleDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>
        {adding.open === 'add' && <AddWidgetsBundleDialog onClose={adding.close} onAdded={adding.added} />}
        {adding.open === 'import' && <ImportWidgetsBundleDialog onClose={adding.close} onAdded={adding.added} />}
      </Suspense>
    </EntityPage>
  )
}

interface WidgetsBundleDrawerProps {
  readonly open: OpenEntity<WidgetsBundle>
  readonly parts: WidgetsBundleActions
}

function WidgetsBundleDrawer({ open: { id, row, onClose, onStep }, parts }: WidgetsBundleDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useWidgetsBundle(id, row)}
      nameOf={({ title }) => title}
      kind={t('entityTypes.WIDGETS_BUNDLE')}
      failed={t('widgetsBundles.bundleFailed')}
      onClose={onClose}
    >
      {(bundle) => (
        <WidgetsBundleDetails
          bundle={bundle}
          isChangeable={parts.isChangeable(bundle)}
          actions={parts.all}
          openPage={parts.openPage}
          onClose={onClose}
          onStep={onStep}
        />
      )}
    </EntityDrawer>
  )
}

export function WidgetsBundlePage() {
  const t = useText()
  const { entityId = '' } = useParams({ strict: false })
  const { all, isChangeable, dialogs } = useWidgetsBundleActions()
  return (
    <EntityOwnPage
      entity={useWidgetsBundle(entityId)}
      nameOf={({ title }) => title}
      kind={t('entityTypes.WIDGETS_BUNDLE')}
      failed={t('widgetsBundles.bundleFailed')}
    >
      {(bundle) => (
        <>
          <WidgetsBundleDetails
            bundle={bundle}
            isChangeable={isChangeable(bundle)}
            actions={all.filter(({ id }) => id !== 'open')}
          />
          {dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
