/** Name and icon of entity types, the same everywhere. */

import './entity-link.css'
import type { EntityType } from '@sonde/model/ids'
import { BellRing, CircuitBoard, Gauge, LayoutGrid, type LucideIcon, Shapes, Terminal, User } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { entityPages, isListed, type ListedType } from '../places/entity-pages.ts'

/** Icons of types without a list page. */
const otherIcons: Readonly<Record<Exclude<EntityType, ListedType>, LucideIcon>> = {
  ALARM: BellRing,
  API_USAGE_STATE: Gauge,
  RPC: Terminal,
  RULE_NODE: CircuitBoard,
  USER: User,
  WIDGETS_BUNDLE: Shapes,
  WIDGET_TYPE: LayoutGrid,
}

export const iconOf = (entityType: EntityType): LucideIcon =>
  isListed(entityType) ? entityPages[entityType].icon : otherIcons[entityType]

export function EntityKindIcon({ entityType, size = 16 }: { entityType: EntityType; size?: number }) {
  const Icon = iconOf(entityType)
  return <Icon size={size} strokeWidth={size > 16 ? 1.75 : 2} aria-hidden />
}

/** Icon and name of an entity type. */
export function EntityKind({ entityType }: { entityType: EntityType }) {
  const t = useText()
  return (
    <span className="sd-entity-kind">
      <EntityKindIcon entityType={entityType} />
      {t(`entityTypes.${entityType}`)}
    </span>
  )
}
