/**
 * Owner of the entities in a list: a tenant, a customer or an edge; for customer users, their own customer. Derived
 * from the URL and the signed-in user.
 */

import { createEdgeCalls } from '@sonde/client/edges/edge-calls'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { WordsWith } from '../entity-room/room.ts'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import type { AssignableKind } from './assignable-kind.ts'

export type ListScope =
  | { readonly kind: 'tenant' }
  /** A customer of the administrator's tenant. `name`: undefined until loaded. */
  | {
      readonly kind: 'customer'
      readonly customerId: string
      readonly name: string | undefined
      readonly isPublic: boolean
    }
  /** An edge, opened by an administrator. */
  | { readonly kind: 'edge'; readonly edgeId: string; readonly name: string | undefined }
  /** A customer user's own list, of their customer. */
  | { readonly kind: 'customerUser'; readonly customerId: string }
  /** An edge, opened by a customer user. */
  | { readonly kind: 'edgeCustomerUser'; readonly edgeId: string; readonly name: string | undefined }

/** Scope of a list that can appear below a customer or an edge. */
export interface ScopedList {
  readonly scope: ListScope
  /** Only the tenant's own list adds, imports and deletes. */
  readonly isTenant: boolean
  /** Administrators can edit. */
  readonly canEdit: boolean
  /** Customer ID for list requests. */
  readonly customerId: string | undefined
  readonly edgeId: string | undefined
}

/** Loads `name` of the customer or edge; until then the title shows only the entity type. */
export function useListScope(): ScopedList {
  const client = useClient()
  const auth = useAccount()?.auth
  const params: { customerId?: string; edgeId?: string } = useParams({ strict: false })
  const isUser = auth?.authority === 'CUSTOMER_USER'
  const ofUser = isUser ? (auth.customerId ?? '') : undefined
  const { customerId: ofAddress, edgeId } = params
  const quiet = { ignoreErrors: true, ignoreLoading: true }

  const customer = useQuery({
    queryKey: ['customers', 'shortInfo', ofAddress],
    enabled: ofAddress !== undefined && !isUser,
    staleTime: 60_000,
    queryFn: ({ signal }) => client.customers.shortInfo(ofAddress ?? '', { ...quiet, signal }),
  })
  const edge = useQuery({
    queryKey: ['edges', 'name', edgeId],
    enabled: edgeId !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }) => createEdgeCalls(client.rest).get(edgeId ?? '', { ...quiet, signal }),
  })
  const { title, isPublic = false } = customer.data ?? {}
  const edgeName = edge.data?.name

  return useMemo(() => {
    const scope: ListScope =
      edgeId !== undefined
        ? { kind: isUser ? 'edgeCustomerUser' : 'edge', edgeId, name: edgeName }
        : ofUser !== undefined
          ? { kind: 'customerUser', customerId: ofUser }
          : ofAddress !== undefined
            ? { kind: 'customer', customerId: ofAddress, name: title, isPublic }
            : { kind: 'tenant' }
    return {
      scope,
      isTenant: scope.kind === 'tenant',
      canEdit: !isUser,
      customerId: 'customerId' in scope ? scope.customerId : undefined,
      edgeId,
    }
  }, [edgeId, edgeName, isUser, ofUser, ofAddress, title, isPublic])
}

/** Identifies the owner in query cache keys, which separates the lists of a module. */
export function ownerOfList(scope: ListScope): string | undefined {
  if ('edgeId' in scope) return scope.edgeId
  return 'customerId' in scope ? scope.customerId : undefined
}

/** Path of the list below its customer or edge; undefined: the top-level list. `room`: last part, such as `devices`. */
export function scopedPath(scope: ListScope, room: string): string | undefined {
  if ('edgeId' in scope) return `/edgeInstances/${scope.edgeId}/${room}`
  return scope.kind === 'customer' ? `/customers/${scope.customerId}/${room}` : undefined
}

/** "Acme: Devices", "Public devices"; undefined if the default title applies. */
export function useScopedHeading(scope: ListScope, kind: AssignableKind, entities: MessageKey): string | undefined {
  const t = useText()
  if (scope.kind === 'customer' && scope.isPublic) return t('assignment.publicOnes', { kind })
  if ('name' in scope && scope.name) return t('assignment.ofOwner', { name: scope.name, things: t(entities) })
  return undefined
}

/** Parts of the texts with those of lists that differ by scope. */
export type ScopedWords = WordsWith<'emptyText'> &
  WordsWith<'emptyTextScoped'> &
  WordsWith<'emptyTextCustomer'> &
  WordsWith<'noFilterMatch'>

/** Texts of a list that differ by scope. */
export const scopedTexts = <Words extends ScopedWords>(words: Words, { isTenant, canEdit }: ScopedList) =>
  ({
    emptyText: isTenant
      ? (`${words}.emptyText` as const)
      : canEdit
        ? (`${words}.emptyTextScoped` as const)
        : (`${words}.emptyTextCustomer` as const),
    noFilterMatch: `${words}.noFilterMatch`,
  }) as const

/** Module of this page's list. `roomOf` must keep its identity. */
export function useScopedRoom<ScopedRoom>(roomOf: (list: ScopedList) => ScopedRoom): ScopedRoom {
  const list = useListScope()
  return useMemo(() => roomOf(list), [roomOf, list])
}
