/** Entity name as a link to its page; plain text if it has no page. */

import './entity-link.css'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { type EntityId, type EntityType, NIL_UUID } from '@sonde/model/ids'
import { Link, useRouter } from '@tanstack/react-router'
import type { SignedIn } from '../session/account.ts'
import { useAccount } from '../session/use-session.tsx'

/** Whether the role can open pages of the entity type. */
const mayOpen = (entityType: EntityType, authority: SignedIn['auth']['authority'] = 'TENANT_ADMIN'): boolean =>
  entityKinds[entityType].openedBy?.some((role) => role === authority) ?? false

/** Path of the entity's page; null: it has none, or the user can't open it. */
export function useEntityPath({ entityType, id }: EntityId): string | null {
  const router = useRouter()
  const authority = useAccount()?.auth.authority
  const list = entityKinds[entityType].page
  // Looks up the router's routes: modules that aren't part of the build have no pages.
  const hasPage = Object.keys(router.routesByPath).some(
    (path) => list !== undefined && path.startsWith(`${list}/$`) && path.indexOf('/', list.length + 1) < 0,
  )
  return hasPage && id !== NIL_UUID && mayOpen(entityType, authority) ? `${list}/${id}` : null
}

export function EntityLink({ id, name }: { readonly id: EntityId; readonly name: string }) {
  const path = useEntityPath(id)
  if (path === null) return <span title={name}>{name}</span>
  return (
    <Link
      // The route tree has this path: it was looked up above.
      to={path as '/home'}
      className="sd-entity-link"
      title={name}
      search={{}}
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </Link>
  )
}
