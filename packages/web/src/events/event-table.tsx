/** Table of events of one kind, with the columns of that kind. */

import type { EventCalls } from '@sonde/client/events/event-calls'
import type { Event, EventType } from '@sonde/model/events/event'
import { type EntityId, isEntityType } from '@sonde/model/ids'
import { ScrollText } from 'lucide-react'
import type { TabTableDescription } from '../entity-pages/tab-table/use-tab-table.ts'
import type { MessageKey } from '../locale/messages.ts'
import type { CellContext, EntityColumn } from '../ui/entity-table/entity-description.ts'
import { momentCell } from '../ui/entity-table/standard-columns.tsx'
import { eventSucceeded, eventText } from './event-body.ts'
import { allEventFields, eventFilterOf, kindParam } from './event-kinds.ts'
import { EventMark } from './event-mark.tsx'

/** Default time range, ms: the last day. */
const dayMs = 86_400_000

interface TextColumn {
  readonly field: string
  readonly title: MessageKey
  readonly priority: number
  readonly minWidth: number
  readonly isMono?: boolean
}

/** Column with a text of the event's body, truncated; the details show it completely. */
const textColumn = ({ field, title, priority, minWidth, isMono }: TextColumn): EntityColumn<Event> => ({
  id: field,
  title,
  priority,
  minWidth,
  underName: (event) => eventText(event, field) || null,
  cell: (event, { t }) => {
    const text = eventText(event, field)
    return (
      <span className={isMono ? 'sd-mono' : undefined} title={text}>
        {text || t('ui.none')}
      </span>
    )
  },
})

const numberColumn = (field: string, title: MessageKey): EntityColumn<Event> => ({
  id: field,
  title,
  priority: 2,
  minWidth: 120,
  isNumeric: true,
  cell: (event, { format }) => format.number(Number(eventText(event, field)), { decimals: 0 }),
})

const entityTypeText = (event: Event, { t }: CellContext): string => {
  const type = eventText(event, 'entityName')
  return isEntityType(type) ? t(`entityTypes.${type}`) : type || t('ui.none')
}

const errorColumn = textColumn({ field: 'error', title: 'events.error', priority: 3, minWidth: 160, isMono: true })

const debugColumns: readonly EntityColumn<Event>[] = [
  textColumn({ field: 'type', title: 'events.direction', priority: 2, minWidth: 70 }),
  {
    id: 'entityType',
    title: 'events.entityType',
    priority: 6,
    minWidth: 100,
    cell: entityTypeText,
  },
  textColumn({ field: 'msgId', title: 'events.messageId', priority: 8, minWidth: 120, isMono: true }),
  textColumn({ field: 'msgType', title: 'events.messageType', priority: 3, minWidth: 150 }),
  textColumn({ field: 'relationType', title: 'events.relationType', priority: 4, minWidth: 110 }),
  textColumn({ field: 'data', title: 'events.data', priority: 7, minWidth: 140, isMono: true }),
  textColumn({ field: 'metadata', title: 'events.metadata', priority: 9, minWidth: 140, isMono: true }),
  { ...errorColumn, priority: 5, minWidth: 110 },
]

const columnsOf: Readonly<Record<EventType, readonly EntityColumn<Event>[]>> = {
  ERROR: [textColumn({ field: 'method', title: 'events.method', priority: 2, minWidth: 120 }), errorColumn],
  LC_EVENT: [
    textColumn({ field: 'event', title: 'events.event', priority: 2, minWidth: 110 }),
    {
      id: 'status',
      title: 'events.status',
      priority: 3,
      minWidth: 80,
      cell: (event, { t }) => t(eventSucceeded(event) ? 'events.success' : 'events.failure'),
    },
    { ...errorColumn, priority: 4 },
  ],
  STATS: [
    numberColumn('messagesProcessed', 'events.messagesProcessed'),
    numberColumn('errorsOccurred', 'events.errorsOccurred'),
  ],
  DEBUG_RULE_CHAIN: debugColumns,
  DEBUG_RULE_NODE: debugColumns,
}

export interface EventTableDeps {
  readonly events: EventCalls
  readonly entity: EntityId
  /** Tenant ID for requests. */
  readonly tenantId: string
  readonly kind: EventType
}

export function eventTable({ events, entity, tenantId, kind }: EventTableDeps): TabTableDescription<Event> {
  const isDebug = kind.startsWith('DEBUG')
  return {
    name: `events.${kind}`,
    prefix: 'events.',
    queryKey: ['events', entity.id, kind],
    title: 'events.title',
    icon: <ScrollText size={24} strokeWidth={1.75} />,
    idOf: ({ id }) => id.id,
    nameOf: (event) =>
      eventText(event, 'method') || eventText(event, 'event') || eventText(event, 'msgType') || event.type,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    filterParams: [kindParam, ...allEventFields],
    windowMs: dayMs,
    hasNoSearch: true,
    load: (link, filters, signal) =>
      events.find(entity, tenantId, eventFilterOf(kind, filters), link, { signal, ignoreErrors: true }),
    columns: [
      {
        id: 'time',
        title: 'events.time',
        priority: 1,
        minWidth: 110,
        sortProperty: 'createdTime',
        cell: ({ createdTime }, context) => momentCell(createdTime, context),
      },
      ...columnsOf[kind],
      { ...textColumn({ field: 'server', title: 'events.server', priority: 10, minWidth: 120 }), underName: undefined },
    ],
    rowActions: [],
    bulkActions: [],
    phone: {
      mark: (event) => <EventMark event={event} kind={kind} />,
      line: (event, { t }) =>
        isDebug
          ? [eventText(event, 'type'), eventText(event, 'relationType'), eventText(event, 'error')]
              .filter(Boolean)
              .join(', ')
          : eventText(event, 'error') ||
            (kind === 'LC_EVENT' ? t(eventSucceeded(event) ? 'events.success' : 'events.failure') : ''),
      end: ({ createdTime }, { format, nowMs }) => format.when(createdTime, nowMs),
    },
    texts: {
      search: 'events.search',
      emptyTitle: 'events.emptyTitle',
      emptyText: isDebug ? 'events.emptyDebug' : 'events.emptyText',
      noMatch: 'events.noMatch',
      noFilterMatch: 'events.noFilterMatch',
      failed: 'events.failed',
    },
  }
}
