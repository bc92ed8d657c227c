/** What can be done with entities of a plain room, in the list and in the details. */

import { useMemo } from 'react'
import { type EntityActions, useEntityActions } from '../entities/use-entity-actions.tsx'
import { useAccount } from '../session/use-session.tsx'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import type { PlainRoom, PlainRoomActions, PlainRow } from './plain-room.ts'
import { useRoomCalls } from './room-calls.ts'

export interface PlainRoomParts<Row> extends EntityActions<Row> {
  readonly links: readonly EntityAction<Row>[]
  readonly mayDelete: (row: Row) => boolean
}

const idOf = ({ id }: PlainRow) => id.id
const all = () => true
const none: readonly never[] = []
const useNoActions = (): PlainRoomActions<unknown> => ({ actions: none })

export function usePlainRoomActions<Row extends PlainRow>(room: PlainRoom<Row>): PlainRoomParts<Row> {
  const { name, words, path, nameOf, mayDelete: may = all, useActions = useNoActions } = room
  const calls = useRoomCalls(room)
  const authority = useAccount()?.auth.authority
  const { actions, links = none, dialogs } = useActions()
  const mayDelete = useMemo(() => (row: Row) => may(row, authority), [may, authority])
  const remove = useMemo(
    () => ({
      run: ({ id }: Row) => calls.delete(id.id),
      texts: {
        action: `${words}.delete`,
        title: `${words}.deleteTitle`,
        text: `${words}.deleteText`,
        done: `${words}.deleted`,
      } as const,
      isUndoable: true,
      isAllowed: mayDelete,
    }),
    [calls, words, mayDelete],
  )
  const whole = useEntityActions<Row>({ room: name, listPath: path, idOf, nameOf, actions, remove })
  return {
    ...whole,
    links,
    mayDelete,
    dialogs: (
      <>
        {whole.dialogs}
        {dialogs}
      </>
    ),
  }
}
