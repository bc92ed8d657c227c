/**
 * The server's catalog of entity types, one descriptor each. Access rules, owners, entity queries, the in-memory index,
 * the trash, the deletion of tenants and customers, audit names and row types are derived from it.
 */

import { type PlainType, plainTypes } from '@sonde/model/entities/entity-kinds'
import { type EntityType, entityTypes } from '@sonde/model/ids'
import { alarm } from './alarm.ts'
import { apiUsageState } from './api-usage-state.ts'
import { asset } from './asset.ts'
import { customer } from './customer.ts'
import { dashboard } from './dashboard.ts'
import { device } from './device.ts'
import { deviceProfile } from './device-profile.ts'
import { edge } from './edge.ts'
import type { EntityDescriptor } from './entity-descriptor.ts'
import { entityView } from './entity-view.ts'
import { otaPackage } from './ota-package.ts'
import { type PlainDescriptor, plainDescriptor } from './plain-descriptor.ts'
import { resource } from './resource.ts'
import { rpc } from './rpc.ts'
import { ruleChain } from './rule-chain.ts'
import { ruleNode } from './rule-node.ts'
import { tenant } from './tenant.ts'
import { tenantProfile } from './tenant-profile.ts'
import { user } from './user.ts'
import { widgetType } from './widget-type.ts'
import { widgetsBundle } from './widgets-bundle.ts'

/** Individual descriptors. A plain type has one only if it differs from the others. */
const own = {
  DEVICE: device,
  ASSET: asset,
  ENTITY_VIEW: entityView,
  EDGE: edge,
  CUSTOMER: customer,
  USER: user,
  DASHBOARD: dashboard,
  TENANT: tenant,
  RULE_CHAIN: ruleChain,
  RULE_NODE: ruleNode,
  DEVICE_PROFILE: deviceProfile,
  OTA_PACKAGE: otaPackage,
  TB_RESOURCE: resource,
  WIDGETS_BUNDLE: widgetsBundle,
  WIDGET_TYPE: widgetType,
  TENANT_PROFILE: tenantProfile,
  ALARM: alarm,
  API_USAGE_STATE: apiUsageState,
  RPC: rpc,
} as const satisfies Record<Exclude<EntityType, PlainType>, EntityDescriptor> &
  Partial<Record<PlainType, EntityDescriptor>>

type Own = typeof own
export type Descriptors = Own & { readonly [T in Exclude<PlainType, keyof Own>]: PlainDescriptor<T> }

const plain = Object.fromEntries(plainTypes.map((type): [PlainType, EntityDescriptor] => [type, plainDescriptor(type)]))

export const entityDescriptors: Readonly<Record<EntityType, EntityDescriptor>> = {
  ...(plain as Readonly<Record<PlainType, EntityDescriptor>>),
  ...own,
}

/** Types whose entities belong to one tenant and are deleted with it. */
export const typesOfTenants: readonly EntityType[] = entityTypes.filter(
  (type) => entityDescriptors[type].owner.tenant === 'tenant_id',
)
