/** Table of widgets bundles: columns and phone layout. */

import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { RoomTable } from '../../entity-room/room.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'
import { isOfSystem } from './widgets-bundle-calls.ts'

export const widgetsBundleTable: RoomTable<WidgetsBundle> = {
  defaultSort: { property: 'title', direction: 'ASC' },
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
  phone: {
    mark: () => (
      <span className="sd-text-3">
        <EntityKindIcon entityType="WIDGETS_BUNDLE" size={18} />
      </span>
    ),
    line: ({ description }) => description,
    end: (bundle, { t }) => isOfSystem(bundle) && t('widgetsBundles.ofSystem'),
  },
}
