/** A step of the breadcrumb trail, and where it may lead. */

import type { PageOf, PlainType } from '@sonde/model/entities/entity-kinds'
import type { MessageKey } from '../locale/messages.ts'
import type { ListPath } from './list-paths.ts'

/** Lists below another entity; its id is taken from the address. */
export type ListBelow =
  | '/tenants/$tenantId/users'
  | '/customers/$customerId/users'
  | `/customers/$customerId${PageOf<PlainType> | '/devices' | '/edgeInstances' | '/dashboards'}`
  | `/edgeInstances/$edgeId${PageOf<PlainType> | '/devices' | '/entityViews' | '/ruleChains' | '/dashboards'}`
type CrumbPath = '/home' | '/dashboards' | '/settings' | ListPath | ListBelow

/**
 * Whose entities a page shows, by the parameter of its address: the owner is a step of its own, after the list that it is
 * in and with its name.
 */
export const ownerLists = {
  tenantId: '/tenants',
  customerId: '/customers',
  edgeId: '/edgeInstances',
} as const satisfies Record<string, ListPath>
export type OwnerParam = keyof typeof ownerLists

/** The page's own label comes after, by `usePageLabel`. */
export interface Crumb {
  readonly label: MessageKey
  readonly to: CrumbPath
}
