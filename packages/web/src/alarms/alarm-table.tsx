/** Table description of alarms, shared by tabs and pages. */

import type { AlarmSearch, AlarmStatusFilter } from '@sonde/client/alarms/alarm-calls'
import type { TimePageLink } from '@sonde/client/rest/page-query'
import type { CallOptions } from '@sonde/client/rest/rest'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import {
  type AlarmSearchStatus,
  type AlarmSeverity,
  alarmSearchStatuses,
  alarmSeverities,
  alarmStatuses,
} from '@sonde/model/alarms/alarm-kinds'
import { type EntityId, isUuid } from '@sonde/model/ids'
import type { KeyLookup } from '@sonde/model/key-descriptions/key-lookup'
import type { PageData } from '@sonde/model/paging'
import { AlarmClock, AlarmClockOff, BellRing, Check, CircleCheck } from 'lucide-react'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import { EntityLink } from '../entities/entity-link.tsx'
import type { TableFilters, TabTableDescription } from '../entity-pages/tab-table/use-tab-table.ts'
import type { BulkAction, CellContext, EntityAction, EntityColumn } from '../ui/entity-table/entity-description.ts'
import { momentCell } from '../ui/entity-table/standard-columns.tsx'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { alarmWindowMs } from './alarm-changes.ts'
import { customerParam, originatorOf, originatorParam, typeParam } from './alarm-filters.ts'
import { AlarmState, isActiveAlarm, isSeenAlarm } from './alarm-state.tsx'
import { causeSentence } from './cause-sentence.ts'
import { originatorNameOf } from './originator-name.ts'
import { SeverityChip } from './severity.tsx'

/** Alarms in lists of an entity contain neither cause nor assignee nor shelf. */
export type ListedAlarm = AlarmInfo &
  Partial<Pick<ExplainedAlarm, 'cause' | 'assignee' | 'shelf' | 'deviceProfileName'>>

export const statusParam = 'status'
export const viewParam = 'view'

export const alarmViews = ['all', 'mine', 'shelved'] as const
export type AlarmView = (typeof alarmViews)[number]

export const viewOf = (text: string | undefined): AlarmView => alarmViews.find((view) => view === text) ?? 'all'

export const severityParam = 'severity'

export const searchStatusOf = (text: string | undefined): AlarmSearchStatus =>
  alarmSearchStatuses.find((status) => status === text) ?? 'ANY'

/** Search for the status in the URL: a group of statuses such as `ACTIVE`, or one such as `ACTIVE_UNACK`. */
export function statusOf(text: string | undefined): AlarmStatusFilter {
  const status = alarmStatuses.find((one) => one === text)
  return status ? { status } : { searchStatus: searchStatusOf(text) }
}

export const alarmStates = ['ANY', 'ACTIVE', 'CLEARED'] as const
export type AlarmStateFilter = (typeof alarmStates)[number]
export type SeenFilter = 'ACK' | 'UNACK'

/** Both parts of the status in the URL; `seen` is undefined for acknowledged and unacknowledged alarms. */
export function statusParts(text: string | undefined): { state: AlarmStateFilter; seen: SeenFilter | undefined } {
  const { status, searchStatus = status } = statusOf(text)
  return {
    state: alarmStates.find((state) => searchStatus?.startsWith(state)) ?? 'ANY',
    seen: searchStatus?.endsWith('UNACK') ? 'UNACK' : searchStatus?.endsWith('ACK') ? 'ACK' : undefined,
  }
}

/** Status for the URL; undefined: any. */
export const statusText = (state: AlarmStateFilter, seen: SeenFilter | undefined): string | undefined =>
  state === 'ANY' ? seen : seen ? `${state}_${seen}` : state

/** Search request for the filters in the URL of the alarms page. */
export function searchOf(filters: TableFilters, userId: string): AlarmSearch {
  const severity = severityOf(filters[severityParam])
  const view = viewOf(filters[viewParam])
  const type = filters[typeParam]
  const originator = originatorOf(filters[originatorParam])
  const customerId = filters[customerParam]
  return {
    shelved: view === 'shelved',
    ...(view === 'mine' && { assigneeId: userId }),
    ...(severity && { severities: [severity] }),
    ...(type !== undefined && { types: [type] }),
    ...(originator && { originatorId: originator.id }),
    // Alarms of an asset include those of what it contains.
    ...(originator?.entityType === 'ASSET' && { withContained: true }),
    ...(customerId !== undefined && isUuid(customerId) && { customerId }),
  }
}

/** Undefined: any severity. */
export const severityOf = (text: string | undefined): AlarmSeverity | undefined =>
  alarmSeverities.find((severity) => severity === text)

/** Height in px of the bars on the page of all alarms. */
const barsPx = 136

/** Time in ms since the alarm was raised, until it was cleared. */
const durationOf = ({ startTs, clearTs, status }: AlarmInfo, nowMs: number): number =>
  Math.max(0, (isActiveAlarm(status) ? nowMs : clearTs) - startTs)

/** Time columns, hidden by default; 0 means that the event has not occurred. */
const moments = (
  [
    ['started', 'startTs'],
    ['lastUpdate', 'endTs'],
    ['acknowledgedAt', 'ackTs'],
    ['clearedAt', 'clearTs'],
  ] as const
).map(
  ([title, time]): EntityColumn<ListedAlarm> => ({
    id: time,
    title: `alarms.${title}`,
    priority: 6,
    minWidth: 110,
    isExtra: true,
    sortProperty: time,
    cell: ({ [time]: ms }, context) => (ms > 0 ? momentCell(ms, context) : context.t('ui.none')),
    text: ({ [time]: ms }, { format }) => (ms > 0 ? format.dateTime(ms) : ''),
  }),
)

export interface AlarmTableDeps {
  /** Entity with the alarms; null: all alarms visible to the user, shown as a page. */
  readonly entity: EntityId | null
  readonly load: (link: TimePageLink, filter: AlarmSearch, options: CallOptions) => Promise<PageData<ListedAlarm>>
  readonly acknowledge: (alarm: ListedAlarm) => void
  readonly clear: (alarm: ListedAlarm) => void
  readonly shelve: (alarm: ListedAlarm) => void
  readonly unshelve: (alarm: ListedAlarm) => void
  /** User whose assigned alarms are "mine". */
  readonly userId: string
  /** Locale of the cause texts, and descriptions of the keys in them. */
  readonly language: string
  readonly lookup: KeyLookup
  readonly bulkActions: readonly BulkAction<ListedAlarm>[]
}

export function alarmTable(deps: AlarmTableDeps): TabTableDescription<ListedAlarm> {
  const { entity, load, acknowledge, clear, shelve, unshelve, userId, language, lookup, bulkActions } = deps
  const acknowledging: EntityAction<ListedAlarm> = {
    id: 'acknowledge',
    label: 'alarms.acknowledge',
    icon: <Check size={16} strokeWidth={2} aria-hidden />,
    letter: 'a',
    isAllowed: ({ status }) => !isSeenAlarm(status),
    run: acknowledge,
  }
  const clearing: EntityAction<ListedAlarm> = {
    id: 'clear',
    label: 'alarms.clear',
    icon: <CircleCheck size={16} strokeWidth={2} aria-hidden />,
    letter: 'c',
    isAllowed: ({ status }) => isActiveAlarm(status),
    run: clear,
  }
  const shelving: readonly EntityAction<ListedAlarm>[] = [
    {
      id: 'shelve',
      label: 'alarms.shelveMore',
      icon: <AlarmClock size={16} strokeWidth={2} aria-hidden />,
      isAllowed: ({ shelf }) => shelf === null,
      run: shelve,
    },
    {
      id: 'unshelve',
      label: 'alarms.unshelve',
      icon: <AlarmClockOff size={16} strokeWidth={2} aria-hidden />,
      isAllowed: ({ shelf }) => !!shelf,
      run: unshelve,
    },
  ]
  const handling: readonly EntityColumn<ListedAlarm>[] = [
    {
      id: 'cause',
      title: 'alarms.cause',
      priority: 5,
      minWidth: 170,
      cell(alarm, context) {
        const words = causeWords(alarm, context)
        return words ? (
          <span className="sd-alarm-cause-cell" title={words}>
            {words}
          </span>
        ) : (
          context.t('ui.none')
        )
      },
      text: causeWords,
    },
    {
      id: 'duration',
      title: 'alarms.duration',
      priority: 6,
      minWidth: 90,
      isNumeric: true,
      cell: (alarm, { format, nowMs }) => format.span(durationOf(alarm, nowMs)),
    },
    {
      id: 'assignee',
      title: 'alarms.assignee',
      priority: 7,
      minWidth: 120,
      cell: ({ assignee }, { t }) => assignee?.name ?? t('ui.none'),
      text: ({ assignee }) => assignee?.name ?? '',
    },
    {
      id: 'shelf',
      title: 'alarms.shelfColumn',
      priority: 6,
      minWidth: 140,
      isExtra: true,
      cell: ({ shelf }, { t, format }) => (shelf ? format.dateTime(shelf.until) : t('ui.none')),
      text: ({ shelf }, { format }) => (shelf ? format.dateTime(shelf.until) : ''),
    },
  ]
  function causeWords({ cause, deviceProfileName }: ListedAlarm, { t, format }: CellContext): string {
    const describe = (key: string) => lookup(key, deviceProfileName)
    return (cause && causeSentence(cause, { t, format, language, describe })) ?? ''
  }
  return {
    name: 'alarms',
    prefix: entity ? 'alarms.' : '',
    queryKey: ['alarms', 'of', entity?.id ?? 'all'],
    title: 'alarms.title',
    icon: <BellRing size={24} strokeWidth={1.75} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ type }) => type,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    filterParams: entity
      ? [statusParam]
      : [statusParam, severityParam, viewParam, typeParam, originatorParam, customerParam],
    windowMs: alarmWindowMs,
    ...(entity ? {} : { abovePx: barsPx }),
    load(link, { [statusParam]: status, ...filters }, signal) {
      const filter = { ...statusOf(status), ...(entity ? {} : searchOf(filters, userId)) }
      return load(link, filter, { signal, ignoreErrors: true })
    },
    columns: [
      {
        id: 'severity',
        title: 'alarms.severity',
        priority: 2,
        minWidth: 124,
        sortProperty: 'severityRank',
        underName: ({ severity }, { t }) => t(`alarms.${severity}`),
        cell: ({ severity }) => <SeverityChip severity={severity} />,
        text: ({ severity }, { t }) => t(`alarms.${severity}`),
      },
      { id: 'type', title: 'alarms.type', priority: 1, minWidth: 130, sortProperty: 'type', cell: ({ type }) => type },
      {
        id: 'status',
        title: 'alarms.status',
        priority: 4,
        minWidth: 200,
        sortProperty: 'statusRank',
        underName: ({ status }, { t }) => t(`alarms.${status}`),
        cell: ({ status }) => <AlarmState status={status} />,
        text: ({ status }, { t }) => t(`alarms.${status}`),
      },
      {
        id: 'created',
        title: 'alarms.created',
        priority: 3,
        minWidth: 96,
        sortProperty: 'createdTime',
        underName: ({ createdTime }, { format, nowMs }) => format.when(createdTime, nowMs),
        cell: ({ createdTime }, context) => momentCell(createdTime, context),
      },
      {
        id: 'originator',
        title: 'alarms.originator',
        priority: 4,
        minWidth: 142,
        // A different originator means that the alarm was propagated to this entity.
        underName: (alarm) => (alarm.originator.id === entity?.id ? null : originatorNameOf(alarm)),
        cell: (alarm) => (
          <span className="sd-cell-mark sd-alarm-from">
            <EntityKindIcon entityType={alarm.originator.entityType} />
            <EntityLink id={alarm.originator} name={originatorNameOf(alarm)} />
          </span>
        ),
        text: originatorNameOf,
      },
      ...(entity ? [] : handling),
      {
        id: 'originatorType',
        title: 'alarms.originatorType',
        priority: 7,
        minWidth: 120,
        isExtra: true,
        sortProperty: 'originatorType',
        cell: ({ originator }, { t }) => t(`entityTypes.${originator.entityType}`),
      },
      ...moments,
    ],
    quickAction: acknowledging,
    labelsQuickAction: true,
    rowActions: [acknowledging, clearing, ...shelving],
    bulkActions,
    phone: {
      mark: ({ severity }, { t }) => (
        <span title={t(`alarms.${severity}`)}>
          <SeverityGlyph of={severity} size={16} />
          <span className="sd-hidden-text">{t(`alarms.${severity}`)}</span>
        </span>
      ),
      line: (alarm, { t }) =>
        alarm.originator.id === entity?.id
          ? t(`alarms.${alarm.status}`)
          : t(`alarms.line_${alarm.status}`, { originator: originatorNameOf(alarm) }),
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
