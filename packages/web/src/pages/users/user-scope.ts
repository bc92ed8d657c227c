/** Scope of a users page: administrators of a tenant, or users of a customer. */

import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import { useQuery } from '@tanstack/react-query'
import type { MessageKey } from '../../locale/messages.ts'
import { useClient } from '../../session/use-session.tsx'

export type UserScope =
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | { readonly kind: 'customer'; readonly customerId: string }

/** URL path of the list. */
export const scopePath = (scope: UserScope): string =>
  scope.kind === 'tenant' ? `/tenants/${scope.tenantId}/users` : `/customers/${scope.customerId}/users`

export const scopeId = (scope: UserScope): string => (scope.kind === 'tenant' ? scope.tenantId : scope.customerId)

/** Title of the button and the dialog that add a user. */
export const addTitle = (kind: UserScope['kind']): MessageKey =>
  kind === 'tenant' ? 'users.addAdministrator' : 'users.add'

/** Title of the tenant or customer; undefined while loading. */
export function useScopeTitle(scope: UserScope): string | undefined {
  const client = useClient()
  const id = scopeId(scope)
  const { data } = useQuery({
    queryKey: [scope.kind === 'tenant' ? 'tenants' : 'customers', 'one', id],
    queryFn: ({ signal }): Promise<{ readonly title: string }> => {
      const options = { signal, ignoreErrors: true }
      return scope.kind === 'tenant'
        ? createTenantCalls(client.rest).info(id, options)
        : client.customers.get(id, options)
    },
  })
  return data?.title
}
