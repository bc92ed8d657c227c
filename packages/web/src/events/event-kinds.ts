/** Which kinds of events an entity has, and what they can be filtered by (pages.md §2.3). */

import type { EventFilter, EventType } from '@sonde/model/events/event'
import type { EntityType } from '@sonde/model/ids'
import type { TableFilters } from '../entities/tab-table/use-tab-table.ts'

const common = ['ERROR', 'LC_EVENT', 'STATS'] as const

/** Kinds of an entity type, the default first. */
export function eventKindsOf(entityType: EntityType): readonly EventType[] {
  if (entityType === 'RULE_CHAIN') return ['DEBUG_RULE_CHAIN', ...common]
  if (entityType === 'RULE_NODE') return ['DEBUG_RULE_NODE', ...common]
  return common
}

export const kindParam = 'kind'

/** What was asked for, if this type of entity has it; its default otherwise. */
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

/** In the order of the form. `entityName` is the entity's type: the wire's word for it. */
const fieldsOfKind: Readonly<Record<EventType, readonly EventField[]>> = {
  ERROR: ['server', 'method', 'errorStr'],
  LC_EVENT: ['server', 'event', 'status', 'errorStr'],
  STATS: ['server', 'messagesProcessed', 'errorsOccurred'],
  DEBUG_RULE_CHAIN: debugFields,
  DEBUG_RULE_NODE: debugFields,
}

export const eventFieldsOf = (kind: EventType): readonly EventField[] => fieldsOfKind[kind]

export const allEventFields: readonly EventField[] = [...new Set(Object.values(fieldsOfKind).flat())]

/** What is typed in the filter's form: texts by field. */
export type EventFilterDraft = Partial<Record<EventField, string>>

/** The fields of a kind that say something. The text of an error is looked for only among events with one. */
export function draftOfFilters(kind: EventType, filters: TableFilters): EventFilterDraft {
  const isDebug = kind.startsWith('DEBUG')
  const given = eventFieldsOf(kind).flatMap((field) => {
    const value = filters[field]?.trim()
    const isOff = field === 'errorStr' && isDebug && filters.isError !== 'true'
    return value && !isOff ? [[field, value] as const] : []
  })
  return Object.fromEntries(given)
}

/** Fields whose text is no number from 0. */
export const numberFaults = (draft: EventFilterDraft): readonly EventField[] =>
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

/** A text of the address that is no number says nothing. */
const countOf = (field: 'messagesProcessed' | 'errorsOccurred', text: string | undefined) =>
  text !== undefined && /^\d{1,15}$/.test(text) ? { [field]: Number(text) } : {}
