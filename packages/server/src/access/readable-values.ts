/**
 * What visitors read of public entities: what public dashboards show of them. Whoever reads values for a caller asks here
 * first; what that says comes from the dashboards (visitors/visitor-reads.ts).
 */

import type { AskedAlarms } from '@sonde/model/dashboards/dashboard-questions'
import type { DynamicValue, EntityKeyType } from '@sonde/model/entity-query/entity-query'
import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import type { Scope } from './scope.ts'

/** Of one entity. */
export interface ReadableValues {
  may(type: EntityKeyType, key: string): boolean
  mayAttribute(scope: AttributeScope, key: string): boolean
  readonly alarms: AskedAlarms
  /** Of `additionalInfo` the description. */
  readonly description: boolean
}

/** An entity as dashboards choose it. */
export interface ShownRow {
  readonly entityId: EntityId
  readonly fields: Readonly<Record<string, unknown>>
}

/** What one public customer's visitors see. */
export interface VisitorView {
  /** The row has the fields of `shownFields`. */
  ofRow(row: ShownRow): ReadableValues
  /** By id; an entity that is not there has nothing to read. */
  ofEntities(entities: readonly EntityId[]): Promise<ReadonlyMap<string, ReadableValues>>
  /** Whether a filter of a public dashboard compares with it. */
  mayCompare(value: DynamicValue): boolean
  /** Whether a public dashboard asks for the key of any entity. */
  asks(key: string): boolean
}

/** Fields by which aliases choose entities. */
export const shownFields: readonly string[] = ['name', 'type']

export interface VisitorReads {
  /** Null: what the caller may read at all it reads whole. */
  of(scope: Scope): Promise<VisitorView | null>
  /** Calls back once what visitors of this customer see is something else. Returns the way to stop. */
  watch(scope: Scope, onChange: () => void): () => void
}

export const nothingReadable: ReadableValues = {
  may: () => false,
  mayAttribute: () => false,
  alarms: 'none',
  description: false,
}

/** As the reference: a public entity is readable whole. */
export const wholeReads: VisitorReads = { of: async () => null, watch: () => () => {} }

/** Of the entity; null: everything. */
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
