/** Table of a module's entities. */

import { useMemo } from 'react'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import { deleteMany } from '../ui/entity-table/delete-many.tsx'
import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import { pagePathOf, type Room, type RoomRow } from './room.ts'
import type { RoomParts } from './room-actions.tsx'
import { quiet, useRoomCalls } from './room-calls.ts'

const none: readonly never[] = []
const defaultSort = { property: 'createdTime', direction: 'DESC' } as const

export function useRoomTable<Row extends RoomRow>(
  room: Room<Row>,
  { all, links, openPage, openDetails, mayDelete, bulkActions = none }: RoomParts<Row>,
): EntityTableDescription<Row> {
  const calls = useRoomCalls(room)
  const table = room.useTable()
  return useMemo(() => {
    const { kind, name, words, nameOf, deleteManyText, texts } = room
    const { deletesForGood = false, opensQuickly = false, isFixed = false, opensPage = false } = room
    const deletion = deleteMany<Row>({
      room: words,
      text: deleteManyText,
      isTyped: deletesForGood,
      isUndoable: !deletesForGood,
      isAllowed: mayDelete,
      run: ({ id }, how) => calls.delete(id.id, how),
    })
    return {
      title: texts?.title ?? `${words}.title`,
      defaultSort,
      ...table,
      name,
      entityType: kind,
      icon: <EntityKindIcon entityType={kind} size={24} />,
      idOf: ({ id }) => id.id,
      nameOf,
      pageOf: opensPage ? ({ id }) => pagePathOf(room, id.id) : undefined,
      load: (link, filters, signal) => calls.list(link, { ...quiet, signal }, filters),
      quickAction: openDetails ?? (opensQuickly ? undefined : links[0]) ?? openPage,
      rowActions: all,
      isSelectable: isFixed ? undefined : mayDelete,
      bulkActions: [...bulkActions, ...(isFixed ? [] : [deletion])],
      texts: {
        search: `${words}.search`,
        emptyTitle: `${words}.emptyTitle`,
        emptyText: `${words}.emptyText`,
        noMatch: `${words}.noMatch`,
        noFilterMatch: `${words}.noMatch`,
        failed: `${words}.listFailed`,
        ...texts,
      },
      phone: { mark: () => <EntityKindIcon entityType={kind} size={18} />, ...table.phone },
    }
  }, [room, table, calls, links, openPage, openDetails, all, mayDelete, bulkActions])
}
