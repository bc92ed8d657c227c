/** The name of an entity as a link to its own page; the bare name where there is none. */

import './entity-link.css'
import { type EntityId, type EntityType, NIL_UUID } from '@sonde/model/ids'
import { Link, useRouter } from '@tanstack/react-router'
import type { SignedIn } from '../session/account.ts'
import { useAccount } from '../session/use-session.tsx'

/** Lists below which entities have pages of their own (seed 1, section 2). */
const lists: Partial<Record<EntityType, string>> = {
  ASSET: '/assets',
  CUSTOMER: '/customers',
  DASHBOARD: '/dashboards',
  DEVICE: '/devices',
  DEVICE_PROFILE: '/deviceProfiles',
  EDGE: '/edgeInstances',
  ENTITY_VIEW: '/entityViews',
  OTA_PACKAGE: '/otaUpdates',
  RULE_CHAIN: '/ruleChains',
  TB_RESOURCE: '/settings/resources-library',
  TENANT: '/tenants',
  TENANT_PROFILE: '/tenantProfiles',
  USER: '/users',
}

const forEverybody: readonly EntityType[] = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'DASHBOARD']
const forSystem: readonly EntityType[] = ['TENANT', 'TENANT_PROFILE', 'USER', 'TB_RESOURCE']

/** Whether this role has a page for entities of the type. */
function mayOpen(authority: SignedIn['auth']['authority'] | undefined, entityType: EntityType): boolean {
  if (authority === 'SYS_ADMIN') return forSystem.includes(entityType)
  if (authority === 'CUSTOMER_USER') return forEverybody.includes(entityType)
  return entityType !== 'TENANT' && entityType !== 'TENANT_PROFILE'
}

export function EntityLink({ id, name }: { readonly id: EntityId; readonly name: string }) {
  const router = useRouter()
  const authority = useAccount()?.auth.authority
  const list = lists[id.entityType]
  // Asked of the router: a room that is not there has no pages to go to.
  const hasPage = Object.keys(router.routesByPath).some(
    (path) => list !== undefined && path.startsWith(`${list}/$`) && path.indexOf('/', list.length + 1) < 0,
  )
  if (!hasPage || id.id === NIL_UUID || !mayOpen(authority, id.entityType)) return <span title={name}>{name}</span>
  return (
    <Link
      // Which routes there are is known to the tree alone; the path was just found in it.
      to={`${list}/${id.id}` as '/home'}
      className="sd-entity-link"
      title={name}
      search={{}}
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </Link>
  )
}
