/**
 * The fields of a form, declared once: label, help, what must be entered and how long it may be. The empty draft, its
 * check and the form (`declared-fields.tsx`) come from the declaration.
 */

import type { MessageKey } from '../locale/messages.ts'
import type { Translate } from '../locale/texts.ts'
import { textLengthMax, tooLong } from '../ui/field/text-errors.ts'

interface Shown {
  readonly label: MessageKey
  /** Takes the number of characters as `count`, and how many it may have as `max`. */
  readonly help?: MessageKey
}

export interface TextDeclaration extends Shown {
  readonly kind: 'line' | 'area' | 'image'
  readonly empty: string
  readonly isOptional: boolean
  readonly inputMode?: 'email' | 'numeric'
  /** Characters; absent: without limit. */
  readonly lengthMax?: number
  readonly fieldErrorOf: (text: string, t: Translate) => string | undefined
}

export interface CheckDeclaration extends Shown {
  readonly kind: 'check'
  readonly empty: boolean
}

export type FieldDeclaration = TextDeclaration | CheckDeclaration
export type FieldDeclarations = Readonly<Record<string, FieldDeclaration>>

interface LineOptions extends Shown, Pick<TextDeclaration, 'inputMode'> {
  /** Said when nothing was entered; absent: the field is optional, or `check` says it. */
  readonly required?: MessageKey
  readonly isOptional?: boolean
  /** What else is wrong with it; what it refuses is not checked further. */
  readonly check?: TextDeclaration['fieldErrorOf']
}

/** A name, a title or the like. */
export function line({ required, check, isOptional = false, ...shown }: LineOptions): TextDeclaration {
  return {
    ...shown,
    kind: 'line',
    empty: '',
    isOptional,
    lengthMax: textLengthMax,
    fieldErrorOf: (text, t) =>
      required !== undefined && text.trim() === '' ? t(required) : (check?.(text, t) ?? tooLong(text, t)),
  }
}

/** A description. */
interface AreaOptions extends Shown, Pick<TextDeclaration, 'lengthMax'> {
  readonly check?: TextDeclaration['fieldErrorOf']
}

export const area = ({ check: checkText, ...parts }: AreaOptions): TextDeclaration => ({
  ...parts,
  kind: 'area',
  empty: '',
  isOptional: true,
  fieldErrorOf: (text, t) =>
    (parts.lengthMax === undefined ? undefined : tooLong(text, t, parts.lengthMax)) ?? checkText?.(text, t),
})

/** A picture as a data URL; empty: none. */
export const image = (shown: Shown): TextDeclaration => ({
  ...shown,
  kind: 'image',
  empty: '',
  isOptional: true,
  fieldErrorOf: () => undefined,
})

/** Yes or no; no at first. */
export const check = (shown: Shown): CheckDeclaration => ({ ...shown, kind: 'check', empty: false })

export type DraftOf<L extends FieldDeclarations> = { readonly [Name in keyof L]: L[Name]['empty'] }
export type FieldErrorsOf<L extends FieldDeclarations> = { readonly [Name in keyof L]?: string | undefined }

export interface FieldList<L extends FieldDeclarations> {
  readonly declarations: L
  /** Of a new entity. */
  readonly empty: DraftOf<L>
  /** In words, by field. */
  readonly fieldErrorsOf: (draft: DraftOf<L>, t: Translate) => FieldErrorsOf<L>
}

export function fieldList<const L extends FieldDeclarations>(declarations: L): FieldList<L> {
  const all: readonly (readonly [keyof L, FieldDeclaration])[] = Object.entries(declarations)
  return {
    declarations,
    empty: Object.fromEntries(all.map(([name, { empty }]) => [name, empty])) as DraftOf<L>,
    fieldErrorsOf: (draft, t) =>
      Object.fromEntries(
        all.map(([name, field]) => [
          name,
          field.kind === 'check' ? undefined : field.fieldErrorOf(String(draft[name]), t),
        ]),
      ) as FieldErrorsOf<L>,
  }
}
