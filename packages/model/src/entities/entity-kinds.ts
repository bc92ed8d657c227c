/**
 * Catalog of entity types, one descriptor each. Pickers, links, tabs, the trash, edges, limits, the audit log and the
 * type of ids are derived from it. Choices in the UI use its order.
 */

import { alarm } from './alarm.ts'
import { apiUsageState } from './api-usage-state.ts'
import { asset } from './asset.ts'
import { customer } from './customer.ts'
import { dashboard } from './dashboard.ts'
import { device } from './device.ts'
import { deviceProfile } from './device-profile.ts'
import { edge } from './edge.ts'
import type { EntityKind } from './entity-kind.ts'
import { entityView } from './entity-view.ts'
import { otaPackage } from './ota-package.ts'
import { resource } from './resource.ts'
import { rpc } from './rpc.ts'
import { ruleChain } from './rule-chain.ts'
import { ruleNode } from './rule-node.ts'
import { tenant } from './tenant.ts'
import { tenantProfile } from './tenant-profile.ts'
import { user } from './user.ts'
import { widgetType } from './widget-type.ts'
import { widgetsBundle } from './widgets-bundle.ts'

const kinds = {
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
} as const

type Kinds = typeof kinds
export type EntityType = keyof Kinds

/** Entity types whose descriptors match: `TypesWith<{ isTrashed: true }>`. */
export type TypesWith<Said> = { [T in EntityType]: Kinds[T] extends Said ? T : never }[EntityType]

/** Path segment of an entity type in the API, such as `asset`. */
export type PathOf<T extends TypesWith<{ readonly path: string }>> = Kinds[T]['path']

/** Path of the type's list page in the UI. */
export type PageOf<T extends TypesWith<{ readonly page: string }>> = Kinds[T]['page']

/** Entity types that generic code stores, serves and draws. */
export type PlainType = TypesWith<{ readonly isPlain: true }>

/** Names of the text fields of a plain type, in addition to name and type. */
export type TextOf<T extends PlainType> = Kinds[T]['texts'][number]

/** Descriptor of an entity type with its literal type. */
export const kindOf = <T extends EntityType>(type: T): Kinds[T] => kinds[type]

export const entityKinds: Readonly<Record<EntityType, EntityKind>> = kinds

export const entityTypes = Object.keys(kinds) as readonly EntityType[]

/** Entity types whose descriptors match, in catalog order. */
export const typesWith = <const Said extends Partial<EntityKind>>(said: Said): readonly TypesWith<Said>[] =>
  entityTypes.filter((type): type is TypesWith<Said> =>
    Object.entries(said).every(([name, value]) => entityKinds[type][name as keyof EntityKind] === value),
  )

/** Plain types in catalog order. */
export const plainTypes: readonly PlainType[] = typesWith({ isPlain: true })

/** Entity types with their own telemetry and alarms: devices and plain types. */
export const sourceTypes: readonly ('DEVICE' | PlainType)[] = ['DEVICE', ...plainTypes]

/** Noun of an entity type without its article: `entity view`. */
export const wordOf = (type: EntityType): string => entityKinds[type].one.replace(/^an? /, '')
