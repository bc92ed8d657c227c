/**
 * Changes the same fields of many entities. Each entity is reloaded first, so that changes of other users since the
 * list was loaded aren't overwritten without asking, and all other fields are sent back as stored.
 */

import type { CallOptions } from '@sonde/client/rest/rest'
import type { EntitySubtype } from '@sonde/model/devices/device'
import type { TypesWith } from '@sonde/model/entities/entity-kinds'
import type { ReactNode } from 'react'
import type { UndoRow } from '../bulk/run-bulk.ts'

export const editableFields = ['label', 'type', 'profile', 'description'] as const
export type EditableField = (typeof editableFields)[number]

/** New values by field; for a profile, its id. Absent fields stay unchanged. */
export type FieldValues = Readonly<Partial<Record<EditableField, string>>>

/** `T`: rows of the list; `S`: the stored entity, if lists contain only part of it. */
export interface EditableRoom<T, S = T> {
  readonly kind: TypesWith<{ readonly customers: string }>
  readonly fields: readonly EditableField[]
  readonly idOf: (row: T) => string
  /** Current values; fields that lists don't contain are absent. */
  readonly valuesOf: (row: T | S) => FieldValues
  /** Loads the stored entity. */
  readonly load: (row: T, how: CallOptions) => Promise<S>
  /** `now`: result of `load`. */
  readonly save: (now: S, values: FieldValues, how: CallOptions) => Promise<unknown>
  /** Loads the types in use, for kinds with types. */
  readonly types?: (signal: AbortSignal) => Promise<readonly EntitySubtype[]>
  /** Type reserved by the server. */
  readonly reservedType?: string
}

/** Renders a picker for a device profile; the value is its id. */
export type RenderProfile = (value: string, onChange: (profileId: string) => void) => ReactNode

export const textLengthMax = 255

export type EditError = 'labelTooLong' | 'typeRequired' | 'typeTooLong' | 'typeReserved' | 'profileRequired'

/** Validation errors by field. */
export function editErrors(
  { label, type, profile }: FieldValues,
  reservedType?: string,
): Readonly<Partial<Record<EditableField, EditError>>> {
  const typed = type?.trim()
  return {
    ...(label !== undefined && label.trim().length > textLengthMax ? { label: 'labelTooLong' } : {}),
    ...(typed === '' ? { type: 'typeRequired' } : {}),
    ...(typed !== undefined && typed.length > textLengthMax ? { type: 'typeTooLong' } : {}),
    ...(typed !== undefined && typed === reservedType ? { type: 'typeReserved' } : {}),
    ...(profile === '' ? { profile: 'profileRequired' } : {}),
  }
}

/** Another user changed these fields since the list was loaded. */
export class EditConflict extends Error {
  readonly fields: readonly EditableField[]
  constructor(fields: readonly EditableField[]) {
    super(`Changed meanwhile: ${fields.join(', ')}`)
    this.name = 'EditConflict'
    this.fields = fields
  }
}

const isSame = (a: string | undefined, b: string | undefined) => (a ?? '').trim() === (b ?? '').trim()

/**
 * Returns a function that changes one row and returns its undo function. Throws `EditConflict` on concurrent changes; a
 * second attempt on the same row overwrites them.
 */
export function editOf<T, S>(
  room: EditableRoom<T, S>,
  values: FieldValues,
): (row: T, how: CallOptions) => Promise<UndoRow | undefined> {
  const seen = new Map<string, FieldValues>()
  const chosen = editableFields.filter((field) => values[field] !== undefined)
  return async (row, how) => {
    const id = room.idOf(row)
    const existing = seen.get(id) ?? room.valuesOf(row)
    const now = await room.load(row, how)
    const stored = room.valuesOf(now)
    const contested = chosen.filter((field) => existing[field] !== undefined && !isSame(existing[field], stored[field]))
    // No conflict if the other user stored the same value.
    const others = contested.filter((field) => !isSame(stored[field], values[field]))
    if (others.length > 0) {
      seen.set(id, stored)
      throw new EditConflict(others)
    }
    if (chosen.every((field) => stored[field] !== undefined && isSame(stored[field], values[field]))) return undefined
    await room.save(now, values, how)
    const before = Object.fromEntries(chosen.map((field) => [field, stored[field] ?? '']))
    return (undoing) => revert(room, row, { values, before }, undoing)
  }
}

/** Undoes a change; throws `EditConflict` if the row was changed again since. */
async function revert<T, S>(
  room: EditableRoom<T, S>,
  row: T,
  { values, before }: { readonly values: FieldValues; readonly before: FieldValues },
  how: CallOptions,
) {
  const now = await room.load(row, how)
  const stored = room.valuesOf(now)
  const others = editableFields.filter((field) => values[field] !== undefined && !isSame(stored[field], values[field]))
  if (others.length > 0) throw new EditConflict(others)
  await room.save(now, before, how)
}
