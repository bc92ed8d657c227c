/**
 * List pages of entity types, from which routes, side menu and command palette are built. Their paths and roles are in
 * the catalogue of entity types.
 */

import { entityTypes, kindOf, type PlainType, type TextOf, type TypesWith } from '@sonde/model/entities/entity-kinds'
import type { EntityType } from '@sonde/model/ids'
import {
  Boxes,
  Building2,
  Cpu,
  Fingerprint,
  Folder,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Router,
  SlidersHorizontal,
  Users,
  Workflow,
} from 'lucide-react'
import type { MessageKey, RoomsWith } from '../locale/messages.ts'

/** Users have lists only below their owners. */
export type ListedType = Exclude<TypesWith<{ readonly page: string }>, 'USER'>

interface EntityPage {
  readonly icon: LucideIcon
  readonly title: MessageKey
  /** Opens the page when pressed after `G`. */
  readonly key: string
  /** Group of the side menu that contains the page. Absent: the menu lists it explicitly elsewhere. */
  readonly group?: MessageKey
}

/** Plain entity type, whose pages are rendered from its descriptor. */
interface PlainPage<Text extends string> extends EntityPage {
  /** Namespace of its texts. */
  readonly words: RoomsWith<'oneFailed'> & RoomsWith<'manage'> & RoomsWith<'managePublic'> & RoomsWith<'manageOfEdge'>
  /** Labels of its text fields; the field `label` has the same label for all types. */
  readonly labels: Readonly<Record<Exclude<Text, 'label'>, MessageKey>>
}

type EntityPages = Readonly<Record<Exclude<ListedType, PlainType>, EntityPage>> & {
  readonly [T in PlainType]: PlainPage<TextOf<T>>
}

export const entityPages: EntityPages = {
  DEVICE: { icon: Cpu, title: 'shell.devices', key: 'd', group: 'shell.entities' },
  ASSET: { icon: Boxes, title: 'assets.title', key: 'a', group: 'shell.entities', words: 'assets', labels: {} },
  ENTITY_VIEW: { icon: Layers, title: 'entityViews.title', key: 'v', group: 'shell.entities' },
  EDGE: { icon: Router, title: 'edges.title', key: 'e' },
  CUSTOMER: { icon: Building2, title: 'customers.title', key: 'c', group: 'shell.entities' },
  DASHBOARD: { icon: LayoutDashboard, title: 'shell.dashboards', key: 'b' },
  TENANT: { icon: Users, title: 'tenants.title', key: 't', group: 'shell.tenancy' },
  RULE_CHAIN: { icon: Workflow, title: 'ruleChains.title', key: 'r' },
  DEVICE_PROFILE: { icon: Fingerprint, title: 'deviceProfiles.title', key: 'p', group: 'shell.profilesAndUpdates' },
  OTA_PACKAGE: { icon: Package, title: 'otaUpdates.title', key: 'o', group: 'shell.profilesAndUpdates' },
  TB_RESOURCE: { icon: Folder, title: 'resources.title', key: 'f' },
  TENANT_PROFILE: { icon: SlidersHorizontal, title: 'tenantProfiles.title', key: 'p', group: 'shell.tenancy' },
}

export const isListed = (type: EntityType): type is ListedType => type in entityPages

/** In the order of the catalogue. */
export const listedTypes: readonly ListedType[] = entityTypes.filter(isListed)

/** Label of each text of a plain type, in the order of its descriptor. */
export function textLabels(type: PlainType): Readonly<Record<string, MessageKey>> {
  const labels: Readonly<Record<string, MessageKey>> = { label: 'assignment.label', ...entityPages[type].labels }
  return Object.fromEntries(kindOf(type).texts.map((name) => [name, labels[name] ?? 'assignment.label']))
}
