/**
 * Values of public entities that visitors may read: those that public dashboards show. Every reader of values checks
 * here first for its caller. The answer comes from the dashboards (visitors/visitor-reads.ts).
 */

import type { AskedAlarms } from '@sonde/model/dashboards/dashboard-questions'
import type { DynamicValue, EntityKeyType } from '@sonde/model/entity-query/entity-query'
import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import type { Scope } from './scope.ts'

/** Readable values of one entity. */
export interface ReadableValues {
  may(type: EntityKeyType, key: string): boolean
  mayAttribute(scope: AttributeScope, key: string): boolean
  readonly alarms: AskedAlarms
  /** Whether the description in `additionalInfo` is readable. */
  readonly description: boolean
}

/** Entity with the fields by which dashboards select entities. */
export interface ShownRow {
  readonly entityId: EntityId
  readonly fields: Readonly<Record<string, unknown>>
}

/** Values that visitors of one public customer may read. */
export interface VisitorView {
  /** The row must have the fields of `shownFields`. */
  ofRow(row: ShownRow): ReadableValues
  /** Readable values by entity ID. A missing entry means that nothing is readable. */
  ofEntities(entities: readonly EntityId[]): Promise<ReadonlyMap<string, ReadableValues>>
  /**
   * Whether queries list the entity: with a share link, only those that its dashboard shows. null: all that the caller
   * can read. The row must have the fields of `shownFields`.
   */
  readonly isShown: ((row: ShownRow) => boolean) | null
  /** Whether a filter of a public dashboard compares with this value. */
  mayCompare(value: DynamicValue): boolean
  /** Whether a public dashboard requests the key of any entity. */
  asks(key: string): boolean
}

/** Fields by which dashboard aliases select entities. */
export const shownFields: readonly string[] = ['name', 'type']

export interface VisitorReads {
  /** null: no restriction on the values of entities that the caller may read. */
  of(scope: Scope): Promise<VisitorView | null>
  /** Calls `onChange` when the view of this customer's visitors has changed. Returns a function that stops watching. */
  watch(scope: Scope, onChange: () => void): () => void
}

export const nothingReadable: ReadableValues = {
  may: () => false,
  mayAttribute: () => false,
  alarms: 'none',
  description: false,
}

/** Like the reference API: all values of a public entity are readable. */
export const wholeReads: VisitorReads = { of: async () => null, watch: () => () => {} }

/** Readable values of the entity; null: all. */
export async function readableOf(
  reads: Pick<VisitorReads, 'of'>,
  scope: Scope,
  entity: EntityId,
): Promise<ReadableValues | null> {
  const view = await reads.of(scope)
  if (!view) return null
  const id = entity.id.toLowerCase()
  return (await view.ofEntities([{ ...entity, id }])).get(id) ?? nothingReadable
}
