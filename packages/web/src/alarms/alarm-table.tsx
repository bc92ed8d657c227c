/** Table description of alarms, shared by tabs and pages. */

import type { AlarmCalls } from '@sonde/client/alarms/alarm-calls'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { type AlarmSearchStatus, alarmSearchStatuses } from '@sonde/model/alarms/alarm-kinds'
import type { EntityId } from '@sonde/model/ids'
import { BellRing, Check, CircleCheck } from 'lucide-react'
import { EntityLink } from '../entities/entity-link.tsx'
import type { TabTableDescription } from '../entity-pages/tab-table/use-tab-table.ts'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import { momentCell } from '../ui/entity-table/standard-columns.tsx'
import { AlarmState, isActiveAlarm, isSeenAlarm } from './alarm-state.tsx'
import { SeverityChip, SeverityGlyph } from './severity.tsx'

/** Ms; default time range, the last 30 days. */
export const alarmWindowMs = 30 * 86_400_000

export const statusParam = 'status'

export const searchStatusOf = (text: string | undefined): AlarmSearchStatus =>
  alarmSearchStatuses.find((status) => status === text) ?? 'ANY'

export const originatorNameOf = ({ originator, originatorName }: AlarmInfo): string => originatorName || originator.id

export interface AlarmTableParts {
  readonly alarms: AlarmCalls
  readonly entity: EntityId
  readonly acknowledge: (alarm: AlarmInfo) => void
  readonly clear: (alarm: AlarmInfo) => void
}

export function alarmTable({ alarms, entity, acknowledge, clear }: AlarmTableParts): TabTableDescription<AlarmInfo> {
  const acknowledging: EntityAction<AlarmInfo> = {
    id: 'acknowledge',
    label: 'alarms.acknowledge',
    icon: <Check size={16} strokeWidth={2} aria-hidden />,
    isAllowed: ({ status }) => !isSeenAlarm(status),
    run: acknowledge,
  }
  const clearing: EntityAction<AlarmInfo> = {
    id: 'clear',
    label: 'alarms.clear',
    icon: <CircleCheck size={16} strokeWidth={2} aria-hidden />,
    isAllowed: ({ status }) => isActiveAlarm(status),
    run: clear,
  }
  return {
    name: 'alarms',
    prefix: 'alarms.',
    queryKey: ['alarms', 'of', entity.id],
    title: 'alarms.title',
    icon: <BellRing size={24} strokeWidth={1.75} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ type }) => type,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    filterParams: [statusParam],
    windowMs: alarmWindowMs,
    load: (link, { [statusParam]: status }, signal) =>
      alarms.listOf(
        entity,
        link,
        { searchStatus: searchStatusOf(status), fetchOriginator: true },
        { signal, ignoreErrors: true },
      ),
    columns: [
      {
        id: 'severity',
        title: 'alarms.severity',
        priority: 2,
        minWidth: 150,
        sortProperty: 'severity',
        underName: ({ severity }, { t }) => t(`alarms.${severity}`),
        cell: ({ severity }) => <SeverityChip severity={severity} />,
        text: ({ severity }, { t }) => t(`alarms.${severity}`),
      },
      { id: 'type', title: 'alarms.type', priority: 1, minWidth: 150, sortProperty: 'type', cell: ({ type }) => type },
      {
        id: 'status',
        title: 'alarms.status',
        priority: 4,
        minWidth: 160,
        sortProperty: 'status',
        underName: ({ status }, { t }) => t(`alarms.${status}`),
        cell: ({ status }) => <AlarmState status={status} />,
        text: ({ status }, { t }) => t(`alarms.${status}`),
      },
      {
        id: 'created',
        title: 'alarms.created',
        priority: 3,
        minWidth: 110,
        sortProperty: 'createdTime',
        underName: ({ createdTime }, { format, nowMs }) => format.when(createdTime, nowMs),
        cell: ({ createdTime }, context) => momentCell(createdTime, context),
      },
      {
        id: 'originator',
        title: 'alarms.originator',
        priority: 5,
        minWidth: 130,
        // Another originator: the alarm was propagated to this entity.
        underName: (alarm) => (alarm.originator.id === entity.id ? null : originatorNameOf(alarm)),
        cell: (alarm) => <EntityLink id={alarm.originator} name={originatorNameOf(alarm)} />,
        text: originatorNameOf,
      },
    ],
    quickAction: acknowledging,
    rowActions: [acknowledging, clearing],
    bulkActions: [],
    phone: {
      mark: ({ severity }, { t }) => (
        <span title={t(`alarms.${severity}`)}>
          <SeverityGlyph of={severity} size={16} />
          <span className="sd-hidden-text">{t(`alarms.${severity}`)}</span>
        </span>
      ),
      line: ({ status }, { t }) => t(`alarms.${status}`),
      end: ({ createdTime }, { format, nowMs }) => format.when(createdTime, nowMs),
    },
    texts: {
      search: 'alarms.search',
      emptyTitle: 'alarms.emptyTitle',
      emptyText: 'alarms.emptyText',
      noMatch: 'alarms.noMatch',
      noFilterMatch: 'alarms.noFilterMatch',
      failed: 'alarms.failed',
    },
  }
}
