/** Entity types in the UI: name and icon, the same everywhere. */

import './entity-link.css'
import type { EntityType } from '@sonde/model/ids'
import {
  Bell,
  Boxes,
  Building2,
  CircuitBoard,
  Cpu,
  Fingerprint,
  Folder,
  Gauge,
  Layers,
  LayoutDashboard,
  LayoutGrid,
  type LucideIcon,
  Package,
  Router,
  Shapes,
  SlidersHorizontal,
  Terminal,
  User,
  Users,
  Workflow,
} from 'lucide-react'
import { useText } from '../locale/use-text.tsx'

const icons: Readonly<Record<EntityType, LucideIcon>> = {
  ALARM: Bell,
  API_USAGE_STATE: Gauge,
  ASSET: Boxes,
  CUSTOMER: Building2,
  DASHBOARD: LayoutDashboard,
  DEVICE: Cpu,
  DEVICE_PROFILE: Fingerprint,
  EDGE: Router,
  ENTITY_VIEW: Layers,
  OTA_PACKAGE: Package,
  RPC: Terminal,
  RULE_CHAIN: Workflow,
  RULE_NODE: CircuitBoard,
  TB_RESOURCE: Folder,
  TENANT: Users,
  TENANT_PROFILE: SlidersHorizontal,
  USER: User,
  WIDGETS_BUNDLE: Shapes,
  WIDGET_TYPE: LayoutGrid,
}

export function EntityKindIcon({ entityType, size = 16 }: { entityType: EntityType; size?: number }) {
  const Icon = icons[entityType]
  return <Icon size={size} strokeWidth={size > 16 ? 1.75 : 2} aria-hidden />
}

/** Icon and name. */
export function EntityKind({ entityType }: { entityType: EntityType }) {
  const t = useText()
  return (
    <span className="sd-entity-kind">
      <EntityKindIcon entityType={entityType} />
      {t(`entityTypes.${entityType}`)}
    </span>
  )
}
