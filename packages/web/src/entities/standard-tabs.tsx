/**
 * The tabs that entities of every room share, by the type of the entity (pages.md §2): attributes, latest telemetry,
 * alarms, events, relations, audit logs. A room puts them beside its own:
 *
 *   tabs: [{ id: 'details', … }, ...standardTabs({ entity: asset.id, authority })]
 */

import type { EntityId, EntityType } from '@sonde/model/ids'
import type { SignedIn } from '../session/account.ts'
import { AttributesTab } from '../telemetry/attributes-tab.tsx'
import { LatestTelemetryTab } from '../telemetry/latest-telemetry-tab.tsx'
import type { DetailsTab } from '../ui/entity-details/entity-details.tsx'

/** Tabs of any row: a room's description takes them as its own. */
export type StandardTab = DetailsTab<unknown>

export interface StandardTabsParts {
  readonly entity: EntityId
  /** Of the user: audit logs are for tenant administrators. */
  readonly authority: SignedIn['auth']['authority'] | undefined
  /** The source is silent: its telemetry is shown as old. */
  readonly isStale?: boolean
  /** Between events and relations, such as the downlinks of an edge. */
  readonly afterEvents?: readonly StandardTab[]
}

type TabName = 'attributes' | 'telemetry' | 'alarms' | 'events' | 'relations' | 'auditLogs'

const allTabs: readonly TabName[] = ['telemetry', 'attributes', 'alarms', 'events', 'relations', 'auditLogs']

/** Types that are not here have none of the tabs. */
const tabsOfType: Partial<Record<EntityType, readonly TabName[]>> = {
  TENANT: ['telemetry', 'attributes', 'alarms', 'events', 'relations'],
  TENANT_PROFILE: ['telemetry', 'attributes', 'alarms', 'events'],
  CUSTOMER: allTabs,
  USER: ['telemetry', 'attributes', 'auditLogs'],
  ASSET: allTabs,
  DEVICE: allTabs,
  DEVICE_PROFILE: allTabs,
  ENTITY_VIEW: allTabs,
  EDGE: allTabs,
  RULE_CHAIN: allTabs,
  DASHBOARD: ['auditLogs'],
}

export function standardTabs({ entity, isStale, afterEvents = [] }: StandardTabsParts): readonly StandardTab[] {
  const tabs: Record<TabName, readonly StandardTab[]> = {
    telemetry: [
      {
        id: 'telemetry',
        label: 'telemetry.tabTelemetry',
        render: () => <LatestTelemetryTab key={entity.id} entity={entity} isStale={isStale} />,
      },
    ],
    attributes: [
      {
        id: 'attributes',
        label: 'telemetry.tabAttributes',
        render: () => <AttributesTab key={entity.id} entity={entity} />,
      },
    ],
    alarms: [],
    events: [...afterEvents],
    relations: [],
    auditLogs: [],
  }
  return (tabsOfType[entity.entityType] ?? []).flatMap((name) => tabs[name])
}
