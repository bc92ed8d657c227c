/** Base routes: the root, the guard that requires an account, and the shell. */

import {
  createRootRouteWithContext,
  createRoute,
  type RouteComponent,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import type { MessageKey } from '../../locale/messages.ts'
import type { Crumb } from '../../places/crumb.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Root } from '../root.tsx'
import { type Authority, requireAccount } from '../route-guard.ts'
import type { SearchParams } from '../search-params.ts'
import type { Services } from '../services.ts'

export interface PageFacts {
  /** Name of the page: last breadcrumb and part of the window title. */
  readonly title?: MessageKey
  /** Breadcrumbs above the page. */
  readonly crumbs?: readonly Crumb[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageFacts {}
}

/** Accepts any search parameter; each page reads its own. */
const validateSearch = (search: SearchParams & SearchSchemaInput): SearchParams => search

/** Component of a page, loaded on navigation. Typed loosely to break a type cycle: pages link to routes of the tree. */
export const lazyPage = (load: () => Promise<unknown>, name = 'default'): RouteComponent =>
  lazyComponent(load as () => Promise<Record<string, RouteComponent>>, name)

export const tenantAndCustomer: readonly Authority[] = ['TENANT_ADMIN', 'CUSTOMER_USER']
export const tenantOnly: readonly Authority[] = ['TENANT_ADMIN']
export const systemOnly: readonly Authority[] = ['SYS_ADMIN']
export const administrators: readonly Authority[] = ['SYS_ADMIN', 'TENANT_ADMIN']

export const root = createRootRouteWithContext<Services>()({ component: Root, validateSearch })

export const guarded = createRoute({ getParentRoute: () => root, id: 'guarded', beforeLoad: requireAccount })

/** Frame of all pages for signed-in users. */
export const shell = createRoute({
  getParentRoute: () => guarded,
  id: 'shell',
  component: lazyPage(() => import('../../shell/shell.tsx'), 'Shell'),
})

export const homeCrumb: Crumb = { label: 'shell.home', to: '/home' }
