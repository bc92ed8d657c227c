/** The table of a plain room. */

import { useMemo } from 'react'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import { deleteMany } from '../ui/entity-table/delete-many.tsx'
import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import type { PlainRoom, PlainRow } from './plain-room.ts'
import type { PlainRoomParts } from './plain-room-actions.tsx'
import { quiet, useRoomCalls } from './room-calls.ts'

const defaultSort = { property: 'createdTime', direction: 'DESC' } as const

export function usePlainRoomTable<Row extends PlainRow>(
  room: PlainRoom<Row>,
  { all, links, openPage, mayDelete }: PlainRoomParts<Row>,
): EntityTableDescription<Row> {
  const calls = useRoomCalls(room)
  const table = room.useTable()
  return useMemo(() => {
    const { kind, name, words, nameOf, deleteManyText, texts } = room
    return {
      name,
      entityType: kind,
      title: texts?.title ?? `${words}.title`,
      icon: <EntityKindIcon entityType={kind} size={24} />,
      idOf: ({ id }) => id.id,
      nameOf,
      defaultSort,
      load: (link, _, signal) => calls.list(link, { ...quiet, signal }),
      quickAction: links[0] ?? openPage,
      rowActions: all,
      isSelectable: mayDelete,
      bulkActions: [
        deleteMany<Row>({
          room: words,
          text: deleteManyText,
          isUndoable: true,
          isAllowed: mayDelete,
          run: ({ id }) => calls.delete(id.id, quiet),
        }),
      ],
      texts: {
        search: `${words}.search`,
        emptyTitle: `${words}.emptyTitle`,
        emptyText: texts?.emptyText ?? `${words}.emptyText`,
        noMatch: `${words}.noMatch`,
        noFilterMatch: `${words}.noMatch`,
        failed: `${words}.listFailed`,
      },
      ...table,
      phone: { mark: () => <EntityKindIcon entityType={kind} size={18} />, ...table.phone },
    }
  }, [room, table, calls, links, openPage, all, mayDelete])
}
