/** Event kinds per entity type, and the filter fields of each kind. */

import type { EventFilter, EventType } from '@sonde/model/events/event'
import type { EntityType } from '@sonde/model/ids'
import type { TableFilters } from '../entity-pages/tab-table/use-tab-table.ts'

const common = ['ERROR', 'LC_EVENT', 'STATS'] as const

/** Event kinds of an entity type; the first is the default. */
export function eventKindsOf(entityType: EntityType): readonly EventType[] {
  if (entityType === 'RULE_CHAIN') return ['DEBUG_RULE_CHAIN', ...common]
  if (entityType === 'RULE_NODE') return ['DEBUG_RULE_NODE', ...common]
  return common
}

export const kindParam = 'kind'

/** The requested kind if this entity type has it, else the default. */
export function eventKindOf(entityType: EntityType, text: string | undefined): EventType {
  const kinds = eventKindsOf(entityType)
  return kinds.find((kind) => kind === text) ?? kinds[0] ?? 'ERROR'
}

export type EventField = Exclude<keyof EventFilter, 'eventType' | 'error'>

const debugFields: readonly EventField[] = [
  'server',
  'msgDirectionType',
  'entityId',
  'entityName',
  'msgType',
  'relationType',
  'dataSearch',
  'metadataSearch',
  'isError',
  'errorStr',
]

/** Fields in the form's order. `entityName` holds the entity type; the API calls it that. */
const fieldsOfKind: Readonly<Record<EventType, readonly EventField[]>> = {
  ERROR: ['server', 'method', 'errorStr'],
  LC_EVENT: ['server', 'event', 'status', 'errorStr'],
  STATS: ['server', 'messagesProcessed', 'errorsOccurred'],
  DEBUG_RULE_CHAIN: debugFields,
  DEBUG_RULE_NODE: debugFields,
}

export const eventFieldsOf = (kind: EventType): readonly EventField[] => fieldsOfKind[kind]

export const allEventFields: readonly EventField[] = [...new Set(Object.values(fieldsOfKind).flat())]

/** Content of the filter form: text by field. */
export type EventFilterDraft = Partial<Record<EventField, string>>

/** Non-empty fields of a kind. The error text applies only with the filter for events with errors. */
export function draftOfFilters(kind: EventType, filters: TableFilters): EventFilterDraft {
  const isDebug = kind.startsWith('DEBUG')
  const given = eventFieldsOf(kind).flatMap((field) => {
    const value = filters[field]?.trim()
    const isOff = field === 'errorStr' && isDebug && filters.isError !== 'true'
    return value && !isOff ? [[field, value] as const] : []
  })
  return Object.fromEntries(given)
}

/** Fields that need an integer from 0 but hold another text. */
export const numberErrors = (draft: EventFilterDraft): readonly EventField[] =>
  (['messagesProcessed', 'errorsOccurred'] as const).filter((field) => !/^\d{0,15}$/.test(draft[field]?.trim() ?? ''))

export function eventFilterOf(kind: EventType, filters: TableFilters): EventFilter {
  const { isError, messagesProcessed, errorsOccurred, ...texts } = draftOfFilters(kind, filters)
  return {
    eventType: kind,
    ...texts,
    ...(isError === 'true' ? { isError: true } : {}),
    ...countOf('messagesProcessed', messagesProcessed),
    ...countOf('errorsOccurred', errorsOccurred),
  }
}

/** Undefined if the URL's text isn't a number. */
const countOf = (field: 'messagesProcessed' | 'errorsOccurred', text: string | undefined) =>
  text !== undefined && /^\d{1,15}$/.test(text) ? { [field]: Number(text) } : {}
