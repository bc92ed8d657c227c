/** Queries and calls shared by the rule chain pages. */

import { createRuleChainCalls, type RuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import type { RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'

export const ruleChainRoom = 'ruleChains'

/** URL paths of the lists: chains of this server, and templates for edges. */
export const ruleChainPaths = { CORE: '/ruleChains', EDGE: '/edgeManagement/ruleChains' } as const

export function useRuleChainCalls(): RuleChainCalls {
  const { rest } = useClient()
  return useMemo(() => createRuleChainCalls(rest), [rest])
}

const none: ReadonlySet<string> = new Set()

/** IDs of the rule chains that new edges get in addition to their root. */
export function useAutoAssigned(type: RuleChainType): ReadonlySet<string> {
  const ruleChains = useRuleChainCalls()
  const { data } = useQuery({
    queryKey: [ruleChainRoom, 'autoAssigned'],
    enabled: type === 'EDGE',
    queryFn: ({ signal }) => ruleChains.autoAssignedToEdges({ signal, ignoreErrors: true }),
  })
  return useMemo(() => (data ? new Set(data.map(({ id }) => id.id)) : none), [data])
}
