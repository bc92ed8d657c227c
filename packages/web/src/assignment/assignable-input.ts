/** Form logic shared by assets, entity views and edges: limits, validation errors, additional info. */

import { additionalInfoOf, infoText } from '../entities/additional-info.ts'
import type { MessageKey } from '../locale/messages.ts'
import type { Translate } from '../locale/texts.ts'

export interface AssignableDraft {
  readonly name: string
  readonly type: string
  readonly description: string
}

export const textLengthMax = 255

type ErrorKey = Extract<MessageKey, `assignment.${string}`>

export interface AssignableErrors {
  readonly name?: ErrorKey | undefined
  readonly type?: ErrorKey | undefined
}

const textError = (text: string, missing: ErrorKey, tooLong: ErrorKey): ErrorKey | undefined => {
  const { length } = text.trim()
  return length === 0 ? missing : length > textLengthMax ? tooLong : undefined
}

/** `reservedType`: type reserved by the server. */
export function assignableErrors({ name, type }: AssignableDraft, reservedType?: string): AssignableErrors {
  return {
    name: textError(name, 'assignment.nameRequired', 'assignment.nameTooLong'),
    type:
      reservedType !== undefined && type.trim() === reservedType
        ? 'assignment.typeReserved'
        : textError(type, 'assignment.typeRequired', 'assignment.typeTooLong'),
  }
}

/** Labels are optional. */
export const labelError = (label: string): ErrorKey | undefined =>
  label.trim().length > textLengthMax ? 'assignment.labelTooLong' : undefined

/** Text of a validation error; it includes the length of the input. */
export const errorWords = (t: Translate, fieldError: ErrorKey | undefined, text: string): string | undefined =>
  fieldError && t(fieldError, { length: text.trim().length })

export const descriptionOf = (entity: { readonly additionalInfo?: unknown }): string =>
  infoText(additionalInfoOf(entity), 'description')

/** Additional info to send; properties that no form shows are preserved. */
export const infoWithDescription = (entity: { readonly additionalInfo?: unknown } | null, description: string) => ({
  ...(entity ? additionalInfoOf(entity) : {}),
  description: description.trim(),
})

export interface LabeledDraft extends AssignableDraft {
  readonly label: string
}

export const labeledErrors = (draft: LabeledDraft) => ({
  ...assignableErrors(draft),
  label: labelError(draft.label),
})

interface Stored {
  readonly name: string
  readonly type: string
  readonly additionalInfo?: unknown
}

type Labeled = Stored & { readonly label: string | null }

export const assignableDraftOf = (stored: Stored): AssignableDraft => ({
  name: stored.name,
  type: stored.type,
  description: descriptionOf(stored),
})

/** Request body: the stored entity with the changes of the draft. */
export const assignableInput = <Id>(draft: AssignableDraft, stored: (Stored & { readonly id: Id }) | null) => ({
  ...(stored && { id: stored.id }),
  name: draft.name.trim(),
  type: draft.type.trim(),
  additionalInfo: infoWithDescription(stored, draft.description),
})

export const labeledDraftOf = (stored: Labeled): LabeledDraft => ({
  ...assignableDraftOf(stored),
  label: stored.label ?? '',
})

export const labeledInput = <Id>(draft: LabeledDraft, stored: (Labeled & { readonly id: Id }) | null) => ({
  ...assignableInput(draft, stored),
  label: draft.label.trim() || null,
})
