/** The table of a room, in the scope that its list has. */

import { assignableTable } from '../assignment/assignable-table.tsx'
import type { ScopedList } from '../assignment/list-scope.ts'
import type { Faults } from '../entities/use-shown-faults.ts'
import type { BulkAction, EntityAction, EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import type { Room, RoomCalls, RoomDraft, RoomRow } from './room.ts'
import { quiet } from './room-calls.ts'

export interface RoomTableParts<Row, Input> {
  readonly calls: RoomCalls<Row, Input>
  readonly list: ScopedList
  readonly quickAction: EntityAction<Row>
  readonly actions: readonly EntityAction<Row>[]
  readonly bulkActions: readonly BulkAction<Row>[]
}

export function roomTable<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>(
  { kind, name, hasLabel }: Room<Row, Draft, F, Input>,
  { calls, list, ...parts }: RoomTableParts<Row, Input>,
): EntityTableDescription<Row> {
  const { customerId, edgeId, isTenant, canEdit } = list
  return assignableTable<Row>({
    ...parts,
    name,
    entityType: kind,
    scope: list.scope,
    hasLabel,
    title: `${name}.title`,
    types: () => calls.types({ ...quiet, ignoreLoading: true }),
    load: (link, { type }, signal) =>
      edgeId !== undefined && calls.listOfEdge
        ? calls.listOfEdge(edgeId, link, { type }, { ...quiet, signal })
        : calls.list(link, { customerId, type }, { ...quiet, signal }),
    remove: isTenant ? { room: name, isUndoable: true, run: ({ id }) => calls.delete(id.id, quiet) } : undefined,
    texts: {
      search: `${name}.search`,
      emptyTitle: `${name}.emptyTitle`,
      emptyText: isTenant ? `${name}.emptyText` : canEdit ? `${name}.emptyTextScoped` : `${name}.emptyTextCustomer`,
      noMatch: `${name}.noMatch`,
      noFilterMatch: `${name}.noFilterMatch`,
      failed: `${name}.listFailed`,
    },
  })
}
