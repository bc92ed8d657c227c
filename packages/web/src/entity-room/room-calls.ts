/** REST calls shared by all parts of a module. */

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
  /** First part of the module's query keys. */
  readonly name: string
  readonly createCalls: (rest: Rest) => { readonly info: (id: string, options?: CallOptions) => Promise<Row> }
}

/** Loads one entity; the version from the list is shown until the request completes. */
export function useRoomEntity<Row extends object>(room: RoomOfOne<Row>, id: string, known: Row | undefined) {
  const calls = useRoomCalls(room)
  return useEntity<Row>({ room: room.name, id, load: (one, signal) => calls.info(one, { ...quiet, signal }), known })
}
