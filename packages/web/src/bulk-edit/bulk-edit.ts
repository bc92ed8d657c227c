/**
 * Changes the same fields of many entities. Each is read again first: what somebody else changed since the list came is
 * not written over unasked, and everything that is not to change is sent back as it is stored.
 */

import type { EntitySubtype } from '@sonde/model/devices/device'
import type { TypesWith } from '@sonde/model/entities/entity-kinds'
import type { ReactNode } from 'react'

export const editableFields = ['label', 'type', 'profile', 'description'] as const
export type EditableField = (typeof editableFields)[number]

/** Texts by field; of a profile its id. A field that is absent stays as it is. */
export type FieldValues = Readonly<Partial<Record<EditableField, string>>>

/** `T`: rows of the list; `S`: what is stored, where lists do not hold all of it. */
export interface EditableRoom<T, S = T> {
  readonly kind: TypesWith<{ readonly customers: string }>
  readonly fields: readonly EditableField[]
  readonly idOf: (row: T) => string
  /** As the list shows them; a field that lists do not hold is absent. */
  readonly valuesOf: (row: T | S) => FieldValues
  /** As it is stored now. */
  readonly load: (row: T) => Promise<S>
  /** `now`: what `load` gave. */
  readonly save: (now: S, values: FieldValues) => Promise<unknown>
  /** Types in use, where there are types. */
  readonly types?: (signal: AbortSignal) => Promise<readonly EntitySubtype[]>
  /** A type that the platform keeps to itself. */
  readonly reservedType?: string
}

/** Chooses a device profile by its id. */
export type RenderProfile = (value: string, onChange: (profileId: string) => void) => ReactNode

export const textLengthMax = 255

export type EditError = 'labelTooLong' | 'typeRequired' | 'typeTooLong' | 'typeReserved' | 'profileRequired'

/** What is wrong with the values, by field. */
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

/** Somebody else changed these fields since the list came. */
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
 * Changes one row, and answers what takes the change back. Throws `EditConflict`; the second attempt on a row knows what
 * others stored, and overwrites it.
 */
export function editOf<T, S>(
  room: EditableRoom<T, S>,
  values: FieldValues,
): (row: T) => Promise<(() => Promise<unknown>) | undefined> {
  const seen = new Map<string, FieldValues>()
  const chosen = editableFields.filter((field) => values[field] !== undefined)
  return async (row) => {
    const id = room.idOf(row)
    const existing = seen.get(id) ?? room.valuesOf(row)
    const now = await room.load(row)
    const stored = room.valuesOf(now)
    const contested = chosen.filter((field) => existing[field] !== undefined && !isSame(existing[field], stored[field]))
    // What somebody else set to just this is no conflict.
    const others = contested.filter((field) => !isSame(stored[field], values[field]))
    if (others.length > 0) {
      seen.set(id, stored)
      throw new EditConflict(others)
    }
    if (chosen.every((field) => stored[field] !== undefined && isSame(stored[field], values[field]))) return undefined
    await room.save(now, values)
    const before = Object.fromEntries(chosen.map((field) => [field, stored[field] ?? '']))
    return () => revert(room, row, values, before)
  }
}

/** Throws `EditConflict` where others have changed the row since. */
async function revert<T, S>(room: EditableRoom<T, S>, row: T, values: FieldValues, before: FieldValues) {
  const now = await room.load(row)
  const stored = room.valuesOf(now)
  const others = editableFields.filter((field) => values[field] !== undefined && !isSame(stored[field], values[field]))
  if (others.length > 0) throw new EditConflict(others)
  await room.save(now, before)
}
