/** Calls for share links: not part of the page's own client, so that they load with what needs them. */

import { createShareLinkCalls, type ShareLinkCalls } from '@sonde/client/dashboards/share-link-calls'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'

export function useShareLinkCalls(): ShareLinkCalls {
  const { rest } = useClient()
  return useMemo(() => createShareLinkCalls(rest), [rest])
}
