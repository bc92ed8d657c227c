/** What can be done with entities of a plain room, in the list and in the details. */

import { useMemo } from 'react'
import { type EntityActions, useEntityActions } from '../entities/use-entity-actions.tsx'
import { useAccount } from '../session/use-session.tsx'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import type { PlainRoom, PlainRoomActions, PlainRow } from './plain-room.ts'
import { useRoomCalls } from './room-calls.ts'

export interface PlainRoomParts<Row>
  extends EntityActions<Row>,
    Pick<PlainRoomActions<Row>, 'bulkActions' | 'primary' | 'renderAdd'> {
  readonly links: readonly EntityAction<Row>[]
  readonly mayDelete: (row: Row) => boolean
}

const idOf = ({ id }: PlainRow) => id.id
const all = () => true
const none: readonly never[] = []
const useNoActions = (): PlainRoomActions<unknown> => ({ actions: none })

export function usePlainRoomActions<Row extends PlainRow>(room: PlainRoom<Row>): PlainRoomParts<Row> {
  const { name, words, path, scopedPath, openLabel, nameOf, isFixed = false, deletesForGood = false } = room
  const { mayDelete: may = all, useActions = useNoActions } = room
  const calls = useRoomCalls(room)
  const { authority, userId } = useAccount()?.auth ?? {}
  const { actions, links = none, dialogs, ...others } = useActions()
  const mayDelete = useMemo(() => (row: Row) => may(row, authority, userId), [may, authority, userId])
  const remove = useMemo(
    () =>
      isFixed
        ? undefined
        : {
            run: ({ id }: Row) => calls.delete(id.id),
            texts: {
              action: `${words}.delete`,
              title: `${words}.deleteTitle`,
              text: `${words}.deleteText`,
              done: `${words}.deleted`,
            } as const,
            isTyped: deletesForGood,
            isUndoable: !deletesForGood,
            isAllowed: mayDelete,
          },
    [isFixed, calls, words, deletesForGood, mayDelete],
  )
  const whole = useEntityActions<Row>({
    room: name,
    listPath: path,
    openLabel,
    scopedPath,
    idOf,
    nameOf,
    actions,
    remove,
  })
  return {
    ...whole,
    ...others,
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
