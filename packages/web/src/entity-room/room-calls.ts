/** What all parts of a room ask of the platform. */

import { useMemo } from 'react'
import { useEntity } from '../entities/entity-queries.ts'
import type { Faults } from '../entities/use-shown-faults.ts'
import { useClient } from '../session/use-session.tsx'
import type { Room, RoomDraft, RoomRow } from './room.ts'

export const quiet = { ignoreErrors: true } as const

export function useRoomCalls<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>({
  createCalls,
}: Room<Row, Draft, F, Input>) {
  const { rest } = useClient()
  return useMemo(() => createCalls(rest), [createCalls, rest])
}

/** One entity; what the list knows of it is shown until the answer comes. */
export function useRoomEntity<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>(
  room: Room<Row, Draft, F, Input>,
  id: string,
  known: Row | undefined,
) {
  const calls = useRoomCalls(room)
  return useEntity<Row>({ room: room.name, id, load: (one, signal) => calls.info(one, { ...quiet, signal }), known })
}
