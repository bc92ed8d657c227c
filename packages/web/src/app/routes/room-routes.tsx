/** Routes of an entity module: a list and a detail page per entity. */

import { kindOf, type PageOf } from '@sonde/model/entities/entity-kinds'
import { createRoute } from '@tanstack/react-router'
import type { MessageKey } from '../../locale/messages.ts'
import type { Crumb, ListBelow } from '../../places/crumb.ts'
import { entityPages, type ListedType } from '../../places/entity-pages.ts'
import type { ListPath } from '../../places/list-paths.ts'
import { type Authority, requireAuthority } from '../route-guard.ts'
import { homeCrumb, lazyPage, shell, tenantOnly } from './base-routes.tsx'

interface EntityRoom<P extends ListPath> extends RoomPages {
  readonly path: P
}

interface RoomPages {
  readonly title: MessageKey
  readonly authorities: readonly Authority[]
  /** Import of the module, and the name of its list component. */
  readonly list: readonly [load: () => Promise<unknown>, name: string]
  /** Import of the module, and the name of its detail component. */
  readonly page: readonly [load: () => Promise<unknown>, name: string]
}

/** A list, and its detail pages at `<path>/$entityId`. `above`: breadcrumbs before the list's own. */
const roomRoutes = <const P extends ListPath | ListBelow>(
  path: P,
  above: readonly Crumb[],
  { title, authorities, list, page }: RoomPages,
) =>
  [
    createRoute({
      getParentRoute: () => shell,
      path,
      staticData: { title, crumbs: above },
      beforeLoad: ({ context }) => requireAuthority(context, authorities),
      component: lazyPage(...list),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: `${path}/$entityId`,
      staticData: { crumbs: [...above, { label: title, to: path }] },
      beforeLoad: ({ context }) => requireAuthority(context, authorities),
      component: lazyPage(...page),
    }),
  ] as const

/** A module with a navigation entry. `above`: breadcrumbs before the list's own. */
export const entityRoutes = <const P extends ListPath>(
  { path, ...room }: EntityRoom<P>,
  above: readonly Crumb[] = [homeCrumb],
) => roomRoutes(path, above, room)

/** The pages of an entity type, for `entityRoutes` and `routesBelow`. */
export const roomOf = <const T extends ListedType>(type: T, pages: Pick<RoomPages, 'list' | 'page'>) => ({
  path: kindOf(type).page as PageOf<T>,
  title: entityPages[type].title,
  authorities: kindOf(type).openedBy,
  ...pages,
})

/** A list of entities below a tenant, a customer or an edge. */
export const routesBelow = <const P extends ListBelow>(path: P, owner: Crumb, room: RoomPages) =>
  roomRoutes(path, [homeCrumb, owner], {
    ...room,
    // Lists below a customer are for administrators only; customer users have their own lists.
    authorities: owner.to === '/customers' ? tenantOnly : room.authorities,
  })

export const edgesCrumb: Crumb = { label: 'edges.title', to: '/edgeInstances' }
export const customersCrumb: Crumb = { label: 'customers.title', to: '/customers' }
