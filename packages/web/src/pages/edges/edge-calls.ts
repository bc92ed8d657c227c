/** What several parts of the edges room ask of the platform. */

import { createEdgeCalls } from '@sonde/client/edges/edge-calls'
import type { EdgeInfo } from '@sonde/model/edges/edge'
import { useMemo } from 'react'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'

export function useEdgeCalls() {
  const { rest } = useClient()
  return useMemo(() => createEdgeCalls(rest), [rest])
}

/** An edge; what the list knows of it is shown until the answer comes. */
export function useEdge(edgeId: string, known: EdgeInfo | undefined) {
  const edges = useEdgeCalls()
  return useEntity({
    room: 'edges',
    id: edgeId,
    load: (id, signal) => edges.info(id, { signal, ignoreErrors: true }),
    known,
  })
}
