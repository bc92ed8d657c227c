/** Breadcrumb and its possible targets. */

import type { PageOf, PlainType } from '@sonde/model/entities/entity-kinds'
import type { MessageKey } from '../locale/messages.ts'
import type { ListPath } from './list-paths.ts'

/** Paths of lists below another entity; its id is taken from the current URL. */
export type ListBelow =
  | '/tenants/$tenantId/users'
  | '/customers/$customerId/users'
  | `/customers/$customerId${PageOf<PlainType> | '/devices' | '/edgeInstances' | '/dashboards'}`
  | `/edgeInstances/$edgeId${PageOf<PlainType> | '/devices' | '/entityViews' | '/ruleChains' | '/dashboards'}`
type CrumbPath = '/home' | '/dashboards' | '/settings' | '/help' | ListPath | ListBelow

/**
 * Lists of the owners that a page's URL can name, by parameter. The owner is a separate breadcrumb with its name, after
 * its list.
 */
export const ownerLists = {
  tenantId: '/tenants',
  customerId: '/customers',
  edgeId: '/edgeInstances',
} as const satisfies Record<string, ListPath>
export type OwnerParam = keyof typeof ownerLists

/** The page's own label follows, from `usePageLabel`. */
export interface Crumb {
  readonly label: MessageKey
  readonly to: CrumbPath
}
