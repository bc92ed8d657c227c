/** What can be done with entities of a room's list: one, several, and those that are to come. */

import { useMemo } from 'react'
import { singleOwner } from '../assignment/assignable-kind.ts'
import { type ScopedList, scopedPath } from '../assignment/list-scope.ts'
import { type Assignment, useAssignment } from '../assignment/use-assignment.tsx'
import { type EntityActions, useEntityActions } from '../entities/use-entity-actions.tsx'
import type { Faults } from '../entities/use-shown-faults.ts'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import type { Room, RoomDraft, RoomRow } from './room.ts'
import { useRoomCalls } from './room-calls.ts'

const idOf = ({ id }: RoomRow) => id.id
const nameOf = ({ name }: RoomRow) => name
const customerIdOf = ({ customerId }: RoomRow) => customerId.id
const isPublic = ({ customerIsPublic }: RoomRow) => customerIsPublic

const useGivenActions = <Row>(_: ScopedList, given: readonly EntityAction<Row>[]) => given

export interface RoomActions<Row> extends EntityActions<Row> {
  readonly assignment: Assignment<Row>
}

export function useRoomActions<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>(
  room: Room<Row, Draft, F, Input>,
  list: ScopedList,
): RoomActions<Row> {
  const { name, useActions = useGivenActions } = room
  const { scope, isTenant } = list
  const calls = useRoomCalls(room)
  const path = scopedPath(scope, room.path.slice(1))
  const assignment = useAssignment<Row>({
    kind: room.kind,
    room: name,
    listPath: path ?? room.path,
    scope,
    idOf,
    nameOf,
    customerIdOf,
    isPublic,
    calls: useMemo(() => singleOwner(calls), [calls]),
  })
  const texts = useMemo(
    () =>
      ({
        action: `${name}.delete`,
        title: `${name}.deleteTitle`,
        text: `${name}.deleteText`,
        done: `${name}.deleted`,
      }) as const,
    [name],
  )
  const remove = useMemo(
    () => (isTenant ? { run: ({ id }: Row) => calls.delete(id.id), texts, isUndoable: true } : undefined),
    [calls, texts, isTenant],
  )
  const actions = useEntityActions<Row>({
    room: name,
    listPath: room.path,
    scopedPath: path,
    idOf,
    nameOf,
    actions: useActions(list, assignment.actions),
    remove,
  })
  return { ...actions, assignment }
}
