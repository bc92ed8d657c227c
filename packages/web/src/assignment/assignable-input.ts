/** What assets, entity views and edges have in common in a form: limits, faults, further facts. */

import { additionalInfoOf, infoText } from '../entities/additional-info.ts'
import type { MessageKey } from '../locale/messages.ts'
import type { Translate } from '../locale/texts.ts'

export interface AssignableDraft {
  readonly name: string
  readonly type: string
  readonly description: string
}

export const textLengthMax = 255

type FaultKey = Extract<MessageKey, `assignment.${string}`>

export interface AssignableFaults {
  readonly name?: FaultKey | undefined
  readonly type?: FaultKey | undefined
}

const textFault = (text: string, missing: FaultKey, tooLong: FaultKey): FaultKey | undefined => {
  const { length } = text.trim()
  return length === 0 ? missing : length > textLengthMax ? tooLong : undefined
}

/** `reservedType`: one that the platform keeps to itself. */
export function assignableFaults({ name, type }: AssignableDraft, reservedType?: string): AssignableFaults {
  return {
    name: textFault(name, 'assignment.nameRequired', 'assignment.nameTooLong'),
    type:
      reservedType !== undefined && type.trim() === reservedType
        ? 'assignment.typeReserved'
        : textFault(type, 'assignment.typeRequired', 'assignment.typeTooLong'),
  }
}

/** Labels may be empty. */
export const labelFault = (label: string): FaultKey | undefined =>
  label.trim().length > textLengthMax ? 'assignment.labelTooLong' : undefined

/** A fault in words; the text tells how long it is. */
export const faultWords = (t: Translate, fault: FaultKey | undefined, text: string): string | undefined =>
  fault && t(fault, { length: text.trim().length })

export const descriptionOf = (thing: { readonly additionalInfo?: unknown }): string =>
  infoText(additionalInfoOf(thing), 'description')

/** The further facts to send: those that no form shows stay. */
export const infoWithDescription = (thing: { readonly additionalInfo?: unknown } | null, description: string) => ({
  ...(thing ? additionalInfoOf(thing) : {}),
  description: description.trim(),
})
