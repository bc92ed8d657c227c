/** Table of widgets bundles: columns and filters for the entity page. */

import type { WidgetsBundleCalls } from '@sonde/client/widgets/widgets-bundle-calls'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import type { EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'
import { isOfSystem, widgetsBundleRoom } from './widgets-bundle-calls.ts'

interface WidgetsBundleTableParts {
  readonly bundles: WidgetsBundleCalls
  readonly quickAction: EntityAction<WidgetsBundle>
  readonly actions: readonly EntityAction<WidgetsBundle>[]
  readonly isChangeable: (bundle: WidgetsBundle) => boolean
}

export function widgetsBundleTable(parts: WidgetsBundleTableParts): EntityTableDescription<WidgetsBundle> {
  const { bundles, quickAction, actions, isChangeable } = parts
  return {
    name: widgetsBundleRoom,
    entityType: 'WIDGETS_BUNDLE',
    title: 'widgetsBundles.title',
    icon: <EntityKindIcon entityType="WIDGETS_BUNDLE" size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ title }) => title,
    defaultSort: { property: 'title', direction: 'ASC' },
    load: (link, _, signal) => bundles.list(link, { signal, ignoreErrors: true }),
    columns: [
      {
        id: 'title',
        title: 'widgetsBundles.name',
        priority: 1,
        minWidth: 220,
        sortProperty: 'title',
        cell: ({ title }) => title,
      },
      {
        id: 'description',
        title: 'widgetsBundles.description',
        priority: 3,
        minWidth: 200,
        underName: ({ description }) => description || null,
        cell: ({ description }, { t }) => <span title={description ?? undefined}>{description || t('ui.none')}</span>,
      },
      {
        id: 'owner',
        title: 'widgetsBundles.owner',
        priority: 2,
        minWidth: 110,
        underName: (bundle, { t }) => (isOfSystem(bundle) ? t('widgetsBundles.ofSystem') : null),
        cell: (bundle, { t }) => t(isOfSystem(bundle) ? 'widgetsBundles.ofSystem' : 'widgetsBundles.ofTenant'),
      },
      createdColumn<WidgetsBundle>(4),
    ],
    quickAction,
    rowActions: actions,
    isSelectable: isChangeable,
    bulkActions: [
      deleteMany<WidgetsBundle>({
        room: 'widgetsBundles',
        isUndoable: true,
        isAllowed: isChangeable,
        run: ({ id }) => bundles.delete(id.id, { ignoreErrors: true }),
      }),
    ],
    phone: {
      mark: () => (
        <span className="sd-text-3">
          <EntityKindIcon entityType="WIDGETS_BUNDLE" size={18} />
        </span>
      ),
      line: ({ description }) => description,
      end: (bundle, { t }) => isOfSystem(bundle) && t('widgetsBundles.ofSystem'),
    },
    texts: {
      search: 'widgetsBundles.search',
      emptyTitle: 'widgetsBundles.emptyTitle',
      emptyText: 'widgetsBundles.emptyText',
      noMatch: 'widgetsBundles.noMatch',
      noFilterMatch: 'widgetsBundles.noMatch',
      failed: 'widgetsBundles.listFailed',
    },
  }
}
