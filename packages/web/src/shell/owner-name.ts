/** Name of the tenant, customer or edge whose entities a page shows. Shares its request with the page. */

import { useQuery } from '@tanstack/react-query'
import type { OwnerParam } from '../places/crumb.ts'
import type { PageOwner } from '../places/page-facts.ts'
import type { Client } from '../session/page-client.ts'
import { useClient } from '../session/use-session.tsx'

interface OwnerQuery {
  /** Same query key as the lists below the owner use. */
  readonly key: readonly string[]
  readonly load: (client: Client, id: string, signal: AbortSignal) => Promise<object>
}

const quiet = { ignoreErrors: true, ignoreLoading: true }

const queries: Readonly<Record<OwnerParam, OwnerQuery>> = {
  tenantId: {
    key: ['tenants', 'one'],
    async load({ rest }, id, signal) {
      const { createTenantCalls } = await import('@sonde/client/tenants/tenant-calls')
      return createTenantCalls(rest).info(id, { ...quiet, signal })
    },
  },
  customerId: {
    key: ['customers', 'shortInfo'],
    load: ({ customers }, id, signal) => customers.shortInfo(id, { ...quiet, signal }),
  },
  edgeId: {
    key: ['edges', 'name'],
    async load({ rest }, id, signal) {
      const { createEdgeCalls } = await import('@sonde/client/edges/edge-calls')
      return createEdgeCalls(rest).get(id, { ...quiet, signal })
    },
  },
}

/** Undefined while loading, and for pages without an owner. */
export function useOwnerName(owner: PageOwner | undefined): string | undefined {
  const client = useClient()
  const { data } = useQuery<{ readonly title?: string; readonly name?: string }>({
    queryKey: owner ? [...queries[owner.param].key, owner.id] : ['nobody'],
    enabled: owner !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (owner ? queries[owner.param].load(client, owner.id, signal) : {}),
  })
  return data?.title ?? data?.name
}
