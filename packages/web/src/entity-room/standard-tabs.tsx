/**
 * Tabs shared by all entity types, as listed in the entity catalogue: attributes, latest telemetry, alarms, events,
 * relations, audit logs. Modules combine them with their own tabs:
 *
 *   tabs: [{ id: 'details', … }, ...standardTabs({ entity: asset.id, authority })]
 */

import type { StandardTabName } from '@sonde/model/entities/entity-kind'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import type { EntityId } from '@sonde/model/ids'
import { lazy, type ReactNode, Suspense } from 'react'
import type { DetailsTab } from '../entity-pages/entity-details.tsx'
import type { SignedIn } from '../session/account.ts'
import { AttributesTab } from '../telemetry/attributes-tab.tsx'
import { LatestTelemetryTab } from '../telemetry/latest-telemetry-tab.tsx'

// Loaded on first use, so that the details don't wait for them.
const AlarmsTab = lazy(() => import('../alarms/alarms-tab.tsx'))
const EventsTab = lazy(() => import('../events/events-tab.tsx'))
const RelationsTab = lazy(() => import('../relations/relations-tab.tsx'))
const AuditLogs = lazy(() => import('../audit-log/audit-logs.tsx'))

/** Tab for any row type, usable in every module's description. */
export type StandardTab = DetailsTab<unknown>

export interface StandardTabsDeps {
  readonly entity: EntityId
  /** Name of a device's profile. */
  readonly profile?: string
  /** Authority of the user: audit logs are for tenant administrators. */
  readonly authority: SignedIn['auth']['authority'] | undefined
  /** The entity sends no data: its telemetry is shown as stale. */
  readonly isStale?: boolean
  /** Tabs between events and relations, such as the downlinks of an edge. */
  readonly afterEvents?: readonly StandardTab[]
}

export function standardTabs(deps: StandardTabsDeps): readonly StandardTab[] {
  const { entity, profile, authority, isStale, afterEvents = [] } = deps
  const tab = (id: StandardTabName, label: StandardTab['label'], content: ReactNode): StandardTab => ({
    id,
    label,
    // The key resets the tab's state for each entity.
    render: () => <Suspense key={entity.id}>{content}</Suspense>,
  })
  const tabs: Record<StandardTabName, readonly StandardTab[]> = {
    telemetry: [
      tab(
        'telemetry',
        'telemetry.tabTelemetry',
        <LatestTelemetryTab entity={entity} profile={profile} isStale={isStale} />,
      ),
    ],
    attributes: [tab('attributes', 'telemetry.tabAttributes', <AttributesTab entity={entity} profile={profile} />)],
    alarms: [tab('alarms', 'alarms.tab', <AlarmsTab entity={entity} />)],
    events: [tab('events', 'events.tab', <EventsTab entity={entity} />), ...afterEvents],
    relations: [tab('relations', 'relations.tab', <RelationsTab entity={entity} />)],
    auditLogs: authority === 'TENANT_ADMIN' ? [tab('auditLogs', 'auditLogs.tab', <AuditLogs of={entity} />)] : [],
  }
  return (entityKinds[entity.entityType].tabs ?? []).flatMap((name) => tabs[name])
}
