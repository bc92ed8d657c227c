/** Table of the trash: type, name, user who deleted it, and end of the restore period. */

import type { TrashCalls } from '@sonde/client/trash/trash-calls'
import type { TrashItem } from '@sonde/model/trash/trash'
import { isTrashedType, type TrashedType } from '@sonde/model/trash/trashed-types'
import { RotateCcw, Trash2 } from 'lucide-react'
import { EntityKind, EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { TabTableDescription } from '../../entity-pages/tab-table/use-tab-table.ts'
import type { MessageKey } from '../../locale/messages.ts'
import { trashRoom } from '../../trash/use-undo.ts'
import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import type { CellContext, EntityAction } from '../../ui/entity-table/entity-description.ts'
import { momentCell } from '../../ui/entity-table/standard-columns.tsx'

/** URL parameter of the type filter. */
export const kindParam = 'kind'

const partTexts: Partial<Record<TrashedType, MessageKey>> = {
  CUSTOMER: 'trash.users',
  DEVICE_PROFILE: 'trash.packages',
  WIDGETS_BUNDLE: 'trash.widgets',
}

/** Number of parts that are restored with the item. */
function partsOf({ id, parts }: TrashItem, { t }: CellContext): string {
  const text = partTexts[id.entityType]
  return text && parts > 0 ? t(text, { count: parts }) : ''
}

/** Type in words; empty if it says no more than the kind. */
function typeOf({ id: { entityType }, type }: TrashItem, t: CellContext['t']): string {
  // All device profiles have the same technical type.
  if (entityType === 'DEVICE_PROFILE' || (entityType === 'RULE_CHAIN' && type === 'CORE')) return ''
  return entityType === 'RULE_CHAIN' || entityType === 'USER' ? t('trash.typeName', { type }) : type
}

export function trashTable(
  trash: TrashCalls,
  rowActions: readonly EntityAction<TrashItem>[],
): TabTableDescription<TrashItem> {
  const [quickAction] = rowActions
  return {
    name: trashRoom,
    prefix: '',
    queryKey: [trashRoom, 'list'],
    filterParams: [kindParam],
    title: 'trash.title',
    icon: <Trash2 size={24} strokeWidth={1.75} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ name }) => name,
    defaultSort: { property: 'deletedTime', direction: 'DESC' },
    load: (link, { [kindParam]: kind = '' }, signal) =>
      trash.list(link, isTrashedType(kind) ? { entityType: kind } : {}, { signal, ignoreErrors: true }),
    columns: [
      {
        id: 'name',
        title: 'trash.name',
        priority: 1,
        minWidth: 200,
        sortProperty: 'name',
        cell: (item, context) => {
          const parts = partsOf(item, context)
          return (
            <>
              {item.name}
              {parts && <span className="sd-text-3"> {parts}</span>}
            </>
          )
        },
        text: ({ name }) => name,
      },
      {
        id: 'kind',
        title: 'trash.kind',
        priority: 2,
        minWidth: 140,
        sortProperty: 'entityType',
        underName: ({ id }, { t }) => t(`entityTypes.${id.entityType}`),
        cell: ({ id }) => <EntityKind entityType={id.entityType} />,
        text: ({ id }, { t }) => t(`entityTypes.${id.entityType}`),
      },
      {
        id: 'type',
        title: 'trash.type',
        priority: 6,
        minWidth: 120,
        sortProperty: 'type',
        cell: (item, { t }) => typeOf(item, t) || t('ui.none'),
      },
      {
        id: 'deleted',
        title: 'trash.deletedTime',
        priority: 3,
        minWidth: 120,
        sortProperty: 'deletedTime',
        cell: ({ deletedTime }, context) => momentCell(deletedTime, context),
      },
      {
        id: 'by',
        title: 'trash.deletedBy',
        priority: 5,
        minWidth: 180,
        sortProperty: 'deletedBy',
        cell: ({ deletedBy }, { t }) => <span title={deletedBy}>{deletedBy || t('ui.none')}</span>,
        text: ({ deletedBy }) => deletedBy,
      },
      {
        id: 'expiry',
        title: 'trash.expiryTime',
        priority: 4,
        minWidth: 130,
        cell: ({ expiryTime }, { format, nowMs }) => (
          <span className="sd-num" title={format.dateTime(expiryTime)}>
            {format.date(expiryTime, nowMs)}
          </span>
        ),
        text: ({ expiryTime }, { format }) => format.dateTime(expiryTime),
      },
    ],
    quickAction,
    rowActions,
    bulkActions: [
      {
        id: 'restore',
        label: 'trash.restore',
        icon: <RotateCcw size={18} strokeWidth={1.75} aria-hidden />,
        done: 'trash.restoredMany',
        run: ({ id }, how) => trash.restore(id.id, {}, how),
      },
      {
        ...deleteMany<TrashItem>({ room: 'trash', run: ({ id }, how) => trash.delete(id.id, how) }),
        label: 'trash.delete',
      },
    ],
    phone: {
      mark: ({ id }) => (
        <span className="sd-text-3">
          <EntityKindIcon entityType={id.entityType} size={18} />
        </span>
      ),
      line: (item, context) =>
        [context.t(`entityTypes.${item.id.entityType}`), partsOf(item, context), item.deletedBy]
          .filter(Boolean)
          .join(', '),
      end: ({ deletedTime }, { format, nowMs }) => format.when(deletedTime, nowMs),
    },
    texts: {
      search: 'trash.search',
      emptyTitle: 'trash.emptyTitle',
      emptyText: 'trash.emptyText',
      noMatch: 'trash.noMatch',
      noFilterMatch: 'trash.noFilterMatch',
      failed: 'trash.listFailed',
    },
  }
}
