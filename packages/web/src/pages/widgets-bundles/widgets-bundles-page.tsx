/** Description of the widget library: list of bundles and page of a bundle. */

import { createWidgetsBundleCalls } from '@sonde/client/widgets/widgets-bundle-calls'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { lazy } from 'react'
import { defineRoom } from '../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { useText } from '../../locale/use-text.tsx'
import { WidgetTypesTab } from './widget-types-tab.tsx'
import { useWidgetsBundleActions } from './widgets-bundle-actions.tsx'
import { isOfSystem, mayChange, widgetsBundleRoom } from './widgets-bundle-calls.ts'
import { widgetsBundleForm } from './widgets-bundle-form.tsx'
import { widgetsBundleTable } from './widgets-bundle-table.tsx'

const ImportDialog = lazy(() => import('./import-widgets-bundle-dialog.tsx'))

function Status({ row }: { readonly row: WidgetsBundle }) {
  const t = useText()
  return isOfSystem(row) && <span>{t('widgetsBundles.ofSystem')}</span>
}

const room = defineRoom<WidgetsBundle>({
  kind: 'WIDGETS_BUNDLE',
  name: widgetsBundleRoom,
  words: 'widgetsBundles',
  path: '/widgets-bundles',
  deleteManyText: 'widgetsBundles.deleteManyText',
  oneFailed: 'widgetsBundles.bundleFailed',
  nameOf: ({ title }) => title,
  createCalls(rest) {
    const calls = createWidgetsBundleCalls(rest)
    return { ...calls, info: calls.get }
  },
  mayDelete: mayChange,
  useActions: useWidgetsBundleActions,
  useTable: () => widgetsBundleTable,
  Status,
  form: widgetsBundleForm,
  useTabs: () => ({
    tabs: [
      {
        id: 'widgets',
        label: 'widgetsBundles.types',
        render: (bundle) => <WidgetTypesTab key={bundle.id.id} bundle={bundle} />,
      },
    ],
  }),
  onlyImports: true,
  renderImport: (dialog) => <ImportDialog {...dialog} />,
})

export const WidgetsBundlesPage = () => <RoomListPage room={room} />
export const WidgetsBundlePage = () => <RoomOwnPage room={room} />
