/**
 * The tabs that entities of every room share, as its type says in the catalogue: attributes, latest telemetry,
 * alarms, events, relations, audit logs. A room puts them beside its own:
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

// Loaded when they are opened: rooms that show details do not wait for them.
const AlarmsTab = lazy(() => import('../alarms/alarms-tab.tsx'))
const EventsTab = lazy(() => import('../events/events-tab.tsx'))
const RelationsTab = lazy(() => import('../relations/relations-tab.tsx'))
const AuditLogs = lazy(() => import('../audit-log/audit-logs.tsx'))

/** Tabs of any row: a room's description takes them as its own. */
export type StandardTab = DetailsTab<unknown>

export interface StandardTabsDeps {
  readonly entity: EntityId
  /** Of a device: the name of its profile. */
  readonly profile?: string
  /** Of the user: audit logs are for tenant administrators. */
  readonly authority: SignedIn['auth']['authority'] | undefined
  /** The source is silent: its telemetry is shown as old. */
  readonly isStale?: boolean
  /** Between events and relations, such as the downlinks of an edge. */
  readonly afterEvents?: readonly StandardTab[]
}

export function standardTabs(deps: StandardTabsDeps): readonly StandardTab[] {
  const { entity, profile, authority, isStale, afterEvents = [] } = deps
  const tab = (id: StandardTabName, label: StandardTab['label'], content: ReactNode): StandardTab => ({
    id,
    label,
    // Another entity begins again: nothing of the one before stays.
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
