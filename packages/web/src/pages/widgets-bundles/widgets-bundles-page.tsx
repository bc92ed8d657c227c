/** The widgets library: bundles, details beside the list, what adds one; and one as a page of its own (pages.md §14.3). */

import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileUp, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { useText } from '../../locale/use-text.tsx'
import { EntityPage, type OpenEntity } from '../../ui/entity-table/entity-page.tsx'
import { useWidgetsBundleActions, type WidgetsBundleActions } from './widgets-bundle-actions.tsx'
import { useWidgetsBundle, useWidgetsBundleCalls, widgetsBundleRoom } from './widgets-bundle-calls.ts'
import { WidgetsBundleDetails } from './widgets-bundle-details.tsx'
import { widgetsBundleTable } from './widgets-bundle-table.tsx'

const AddWidgetsBundleDialog = lazy(() => import('./add-widgets-bundle-dialog.tsx'))
const ImportWidgetsBundleDialog = lazy(() => import('./import-widgets-bundle-dialog.tsx'))

export function WidgetsBundlesPage() {
  const t = useText()
  const bundles = useWidgetsBundleCalls()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { add, import: isImporting, ...rest } = useSearch({ strict: false })
  const actions = useWidgetsBundleActions()
  const { openPage, all, isChangeable } = actions
  const description = useMemo(
    () => widgetsBundleTable({ bundles, quickAction: openPage, actions: all, isChangeable }),
    [bundles, openPage, all, isChangeable],
  )
  const openDialog = (name: 'add' | 'import') => void navigate({ to: '.', search: { ...rest, [name]: 'true' } })
  const dialog = {
    onClose: () => void navigate({ to: '.', search: rest, replace: true }),
    async onAdded(id: string) {
      await refreshRoom(queries, widgetsBundleRoom)
      await navigate({ to: '.', search: { ...rest, open: id }, replace: true })
    },
  }
  return (
    <EntityPage<WidgetsBundle>
      description={description}
      primary={{
        label: t('widgetsBundles.add'),
        icon: <Plus size={18} strokeWidth={2} aria-hidden />,
        onSelect: () => openDialog('add'),
      }}
      secondary={{
        label: t('assignment.import'),
        icon: <FileUp size={18} strokeWidth={1.75} aria-hidden />,
        onSelect: () => openDialog('import'),
      }}
      renderOpen={(open) => <WidgetsBundleDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>
        {add && <AddWidgetsBundleDialog {...dialog} />}
        {isImporting && <ImportWidgetsBundleDialog {...dialog} />}
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
