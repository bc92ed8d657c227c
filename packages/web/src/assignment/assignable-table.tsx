/** Tables of assets, entity views and edges: the columns, the filter by type and the phone list that they share. */

import type { EntitySubtype } from '@sonde/model/devices/device'
import type { EntityType } from '@sonde/model/ids'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import type { MessageKey } from '../locale/messages.ts'
import { type DeleteManyParts, deleteMany } from '../ui/entity-table/delete-many.tsx'
import type {
  BulkAction,
  CellContext,
  EntityAction,
  EntityColumn,
  EntityFilterChip,
  EntityTableDescription,
} from '../ui/entity-table/entity-description.ts'
import { createdColumn } from '../ui/entity-table/standard-columns.tsx'
import type { OwnedRow } from './assignable-fields.tsx'
import { type ListScope, ownerOfList } from './list-scope.ts'

export interface AssignableRow extends OwnedRow {
  readonly name: string
  readonly type: string
  readonly label?: string | null
}

export interface AssignableTableParts<T> {
  readonly name: string
  readonly entityType: EntityType
  readonly scope: ListScope
  readonly load: EntityTableDescription<T>['load']
  readonly types: () => Promise<readonly EntitySubtype[]>
  readonly hasLabel?: boolean
  /** Further columns, after the type. */
  readonly columns?: readonly EntityColumn<T>[]
  readonly quickAction: EntityAction<T>
  readonly actions: readonly EntityAction<T>[]
  readonly bulkActions: readonly BulkAction<T>[]
  /** Deletes one; absent where nobody deletes. */
  readonly remove?: DeleteManyParts<T>
  /** Title and texts of the room. */
  readonly title: MessageKey
  readonly texts: EntityTableDescription<T>['texts']
}

/** A chip that narrows a list to one type of those in use. */
export function typeFilter(label: MessageKey, types: () => Promise<readonly EntitySubtype[]>): EntityFilterChip {
  return {
    param: 'type',
    label,
    async load(text) {
      const wanted = text.toLowerCase()
      return (await types())
        .filter(({ type }) => type.toLowerCase().includes(wanted))
        .map(({ type }) => ({ value: type, label: type }))
    },
    loadOne: async (value) => ({ value, label: value }),
  }
}

/** Whose a thing is; in lists of one customer or edge it says nothing. */
export const customerColumn = <T extends OwnedRow>(priority: number): EntityColumn<T> => ({
  id: 'customer',
  title: 'assignment.customer',
  priority,
  minWidth: 130,
  sortProperty: 'customerTitle',
  cell: ({ customerTitle, customerIsPublic }, { t }) =>
    customerIsPublic ? t('assignment.public') : customerTitle || t('ui.none'),
})

export function assignableTable<T extends AssignableRow>(parts: AssignableTableParts<T>): EntityTableDescription<T> {
  const { scope, remove } = parts
  return {
    name: parts.name,
    entityType: parts.entityType,
    owner: ownerOfList(scope),
    title: parts.title,
    icon: <EntityKindIcon entityType={parts.entityType} size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ name }) => name,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load: parts.load,
    filterChips: [typeFilter('assignment.type', parts.types)],
    columns: [
      {
        id: 'name',
        title: 'assignment.name',
        priority: 1,
        minWidth: 200,
        sortProperty: 'name',
        cell: ({ name }) => name,
      },
      {
        id: 'type',
        title: 'assignment.type',
        priority: 2,
        minWidth: 130,
        sortProperty: 'type',
        underName: ({ type }) => type,
        cell: ({ type }) => type,
      },
      ...(parts.columns ?? []),
      ...(parts.hasLabel
        ? [
            {
              id: 'label',
              title: 'assignment.label',
              priority: 5,
              minWidth: 130,
              sortProperty: 'label',
              cell: ({ label }: T, { t }: CellContext) => label || t('ui.none'),
            } as const,
          ]
        : []),
      ...(scope.kind === 'tenant' ? [customerColumn<T>(4)] : []),
      createdColumn<T>(6),
    ],
    quickAction: parts.quickAction,
    rowActions: parts.actions,
    bulkActions: [...parts.bulkActions, ...(remove ? [deleteMany(remove)] : [])],
    phone: {
      mark: () => (
        <span className="sd-text-3">
          <EntityKindIcon entityType={parts.entityType} size={18} />
        </span>
      ),
      line: ({ type, customerTitle, customerIsPublic }, { t }) =>
        [type, scope.kind !== 'tenant' ? null : customerIsPublic ? t('assignment.public') : customerTitle]
          .filter(Boolean)
          .join(', '),
      end: ({ label }) => label,
    },
    texts: parts.texts,
  }
}
