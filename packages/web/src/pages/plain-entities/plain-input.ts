/** Form of a plain entity: draft, validation and request body. */

import type { PlainInfo, PlainInput } from '@sonde/model/assignables/plain-entity'
import { kindOf, type PlainType } from '@sonde/model/entities/entity-kinds'
import type { AssignableDraft, AssignableErrors } from '../../assignment/assignable-input.ts'
import { assignableDraftOf, assignableErrors, assignableInput } from '../../assignment/assignable-input.ts'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-errors.ts'

/** Draft with the common properties and the text properties of the type. */
export type PlainDraft = AssignableDraft & Readonly<Record<string, string>>

/** Errors by field: message keys for name and type, messages for other fields. */
export type PlainErrors = AssignableErrors & Readonly<Record<string, string | undefined>>

/** Object with a value for each text property of the type. */
const textsOf = <Value>(type: PlainType, of: (name: string) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(kindOf(type).texts.map((name) => [name, of(name)]))

export const newPlainDraft = (type: PlainType): PlainDraft => ({
  name: '',
  type: '',
  description: '',
  ...textsOf(type, () => ''),
})

export function plainDraftOf(type: PlainType, row: PlainInfo): PlainDraft {
  const stored: Readonly<Record<string, unknown>> = { ...row }
  return {
    ...assignableDraftOf(row),
    ...textsOf(type, (name) => String(stored[name] ?? '')),
  }
}

export const plainErrors = (
  type: PlainType,
  draft: PlainDraft,
  reservedType: string | undefined,
  t: Translate,
): PlainErrors => ({
  ...textsOf(type, (name) => tooLong(draft[name] ?? '', t)),
  ...assignableErrors(draft, reservedType),
})

/** Request body: the stored entity with the changes of the draft. */
export const plainInput = (type: PlainType, draft: PlainDraft, stored: PlainInfo | null): PlainInput => ({
  ...assignableInput(draft, stored),
  ...textsOf(type, (name) => (draft[name] ?? '').trim() || null),
})
