/** What undo of an import does: created entities are deleted, updated ones get their former values back. */

import type { AssignableCalls, AssignableShapes } from '@sonde/client/assignables/assignable-calls'
import type { Client } from '@sonde/client/client'
import type { UpdatedEntity } from '@sonde/model/bulk-import/bulk-import'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import type { RowCall } from '../ui/entity-table/row-call.ts'
import type { CreatedEntity, ImportProgress } from './import-run.ts'

export type ImportUndoRow =
  | { readonly kind: 'delete'; readonly entity: CreatedEntity }
  | { readonly kind: 'restore'; readonly before: UpdatedEntity }

/** One row per entity. Of an entity that several lines updated, the state before the first one is restored. */
export function undoRows({
  createdEntities,
  updatedEntities,
}: Pick<ImportProgress, 'createdEntities' | 'updatedEntities'>): ImportUndoRow[] {
  const created = new Set(createdEntities.map(({ id }) => id.id))
  const first = new Map<string, UpdatedEntity>()
  for (const later of updatedEntities) {
    const { id } = later.entity
    if (created.has(id.id)) continue
    const known = first.get(id.id)
    const added = later.attributes.filter(
      ({ scope, key }) => !known?.attributes.some((one) => one.scope === scope && one.key === key),
    )
    first.set(id.id, known ? { ...known, attributes: [...known.attributes, ...added] } : later)
  }
  return [
    ...createdEntities.map((entity) => ({ kind: 'delete' as const, entity })),
    ...[...first.values()].map((before) => ({ kind: 'restore' as const, before })),
  ]
}

export interface UndoCalls {
  readonly entities: Pick<AssignableCalls<AssignableShapes>, 'delete' | 'save'>
  readonly telemetry: Pick<Client['telemetry'], 'saveAttributes' | 'deleteAttributes'>
}

/** Undoes one row. Throws the error of the first call that fails; the row can be undone again. */
export async function undoImportRow(row: ImportUndoRow, how: RowCall, { entities, telemetry }: UndoCalls) {
  if (row.kind === 'delete') return entities.delete(row.entity.id.id, how)
  const { entity, attributes } = row.before
  await entities.save(entity, how)
  for (const scope of ['SHARED_SCOPE', 'SERVER_SCOPE'] as const satisfies readonly AttributeScope[]) {
    const ofScope = attributes.filter((attribute) => attribute.scope === scope)
    const former = ofScope.filter(({ value }) => value !== null)
    const added = ofScope.filter(({ value }) => value === null)
    if (former.length > 0) {
      const values = Object.fromEntries(former.map(({ key, value }) => [key, value]))
      await telemetry.saveAttributes(entity.id, scope, values, how)
    }
    if (added.length > 0) {
      const keys = added.map(({ key }) => key)
      await telemetry.deleteAttributes(entity.id, scope, keys, how)
    }
  }
}
