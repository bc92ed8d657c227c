/** Tables of assets, entity views and edges: their common columns, type filter and phone list. */

import type { EntitySubtype } from '@sonde/model/devices/device'
import type { EntityType } from '@sonde/model/ids'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import type { RoomTable } from '../entity-room/room.ts'
import type { MessageKey } from '../locale/messages.ts'
import type { CellContext, EntityColumn, EntityFilterChip } from '../ui/entity-table/entity-description.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../ui/entity-table/standard-columns.tsx'
import type { OwnedRow } from './assignable-fields.tsx'
import { type ListScope, ownerOfList } from './list-scope.ts'

export interface AssignableRow extends OwnedRow {
  readonly name: string
  readonly type: string
  readonly additionalInfo?: unknown
}

export interface AssignableTableDeps {
  readonly entityType: EntityType
  readonly scope: ListScope
  readonly types: () => Promise<readonly EntitySubtype[]>
  /** Labels of text fields, by field name. */
  readonly texts?: Readonly<Record<string, MessageKey>> | undefined
  /** Type reserved by the server, shown as such. */
  readonly reservedType?: string | undefined
}

/** Filter chip that limits a list to one of the types in use. */
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

/** Customer of the entity; not useful in lists of one customer or edge. */
export const customerColumn = <T extends OwnedRow>(priority: number): EntityColumn<T> => ({
  id: 'customer',
  title: 'assignment.customer',
  priority,
  minWidth: 130,
  sortProperty: 'customerTitle',
  cell: ({ customerTitle, customerIsPublic }, { t }) =>
    customerIsPublic ? t('assignment.public') : customerTitle || t('ui.none'),
})

/** Text property of a row; null if it's missing or not a string. */
function textOf(row: object, name: string): string | null {
  const text = (row as Readonly<Record<string, unknown>>)[name]
  return typeof text === 'string' ? text : null
}

function descriptionOf({ additionalInfo }: AssignableRow): string {
  const { description } = (additionalInfo ?? {}) as { readonly description?: unknown }
  return typeof description === 'string' ? description : ''
}

export function assignableTable<T extends AssignableRow>(deps: AssignableTableDeps): RoomTable<T> {
  const { scope, reservedType } = deps
  const typeText = ({ type }: T, { t }: Pick<CellContext, 't'>) =>
    type === reservedType ? t('assignment.ofQueues') : type
  return {
    owner: ownerOfList(scope),
    filterChips: [typeFilter('assignment.type', deps.types)],
    columns: [
      nameColumn('assignment.name'),
      {
        id: 'type',
        title: 'assignment.type',
        priority: 2,
        minWidth: 130,
        sortProperty: 'type',
        underName: typeText,
        cell: typeText,
      },
      ...Object.entries(deps.texts ?? {}).map(
        ([name, title]): EntityColumn<T> => ({
          id: name,
          title,
          priority: 5,
          minWidth: 130,
          sortProperty: name,
          cell: (row, { t }) => textOf(row, name) || t('ui.none'),
        }),
      ),
      ...(scope.kind === 'tenant' ? [customerColumn<T>(4)] : []),
      createdColumn<T>(6),
      descriptionColumn<T>(7, descriptionOf),
    ],
    phone: {
      mark: () => (
        <span className="sd-text-3">
          <EntityKindIcon entityType={deps.entityType} size={18} />
        </span>
      ),
      line: (row, context) => {
        const { customerTitle, customerIsPublic } = row
        const { t } = context
        return [
          typeText(row, context),
          scope.kind !== 'tenant' ? null : customerIsPublic ? t('assignment.public') : customerTitle,
        ]
          .filter(Boolean)
          .join(', ')
      },
      end: (row) => textOf(row, 'label'),
    },
  }
}
