/** What all other routes hang on: the root, those who may not see a page without an account, and the shell. */

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
  /** The page's name: last crumb and part of the window's title. */
  readonly title?: MessageKey
  /** Steps above the page. */
  readonly crumbs?: readonly Crumb[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageFacts {}
}

/** Any parameter may be there; each page reads its own. */
const validateSearch = (search: SearchParams & SearchSchemaInput): SearchParams => search

/** A page's component, loaded when it is gone to. Its types stay out of the tree's: pages link to the tree. */
export const lazyPage = (load: () => Promise<unknown>, name = 'default'): RouteComponent =>
  lazyComponent(load as () => Promise<Record<string, RouteComponent>>, name)

export const tenantAndCustomer: readonly Authority[] = ['TENANT_ADMIN', 'CUSTOMER_USER']
export const tenantOnly: readonly Authority[] = ['TENANT_ADMIN']
export const systemOnly: readonly Authority[] = ['SYS_ADMIN']
export const administrators: readonly Authority[] = ['SYS_ADMIN', 'TENANT_ADMIN']

export const root = createRootRouteWithContext<Services>()({ component: Root, validateSearch })

export const guarded = createRoute({ getParentRoute: () => root, id: 'guarded', beforeLoad: requireAccount })

/** The frame of pages for who is signed in. */
export const shell = createRoute({
  getParentRoute: () => guarded,
  id: 'shell',
  component: lazyPage(() => import('../../shell/shell.tsx'), 'Shell'),
})

export const homeCrumb: Crumb = { label: 'shell.home', to: '/home' }
