/** What all parts of a room ask of the platform. */

import type { CallOptions, Rest } from '@sonde/client/rest/rest'
import { useMemo } from 'react'
import { useEntity } from '../entities/entity-queries.ts'
import { useClient } from '../session/use-session.tsx'

export const quiet = { ignoreErrors: true } as const

export function useRoomCalls<Calls>({ createCalls }: { readonly createCalls: (rest: Rest) => Calls }): Calls {
  const { rest } = useClient()
  return useMemo(() => createCalls(rest), [createCalls, rest])
}

interface RoomOfOne<Row> {
  /** First part of its keys in the query cache. */
  readonly name: string
  readonly createCalls: (rest: Rest) => { readonly info: (id: string, options?: CallOptions) => Promise<Row> }
}

/** One entity; what the list knows of it is shown until the answer comes. */
export function useRoomEntity<Row extends object>(room: RoomOfOne<Row>, id: string, known: Row | undefined) {
  const calls = useRoomCalls(room)
  return useEntity<Row>({ room: room.name, id, load: (one, signal) => calls.info(one, { ...quiet, signal }), known })
}
