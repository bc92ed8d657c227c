/** Queries and calls shared by the edge pages. */

import { createEdgeCalls } from '@sonde/client/edges/edge-calls'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'

export function useEdgeCalls() {
  const { rest } = useClient()
  return useMemo(() => createEdgeCalls(rest), [rest])
}
