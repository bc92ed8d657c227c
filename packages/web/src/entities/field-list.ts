/**
 * Declarative fields of a form: label, help text, validation and maximum length. The empty draft, its validation and
 * the form (`declared-fields.tsx`) are derived from the declaration.
 */

import type { MessageKey } from '../locale/messages.ts'
import type { Translate } from '../locale/texts.ts'
import { textLengthMax, tooLong } from '../ui/field/text-errors.ts'

interface Shown {
  readonly label: MessageKey
  /** Help text; takes the number of characters as `count` and the maximum as `max`. */
  readonly help?: MessageKey
}

export interface TextDeclaration extends Shown {
  readonly kind: 'line' | 'area' | 'image'
  readonly empty: string
  readonly isOptional: boolean
  readonly inputMode?: 'email' | 'numeric'
  /** Maximum number of characters; absent: unlimited. */
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
  /** Error if the field is empty; absent: the field is optional or `check` reports it. */
  readonly required?: MessageKey
  readonly isOptional?: boolean
  /** Additional validation, run before the length check. Its error suppresses further checks. */
  readonly check?: TextDeclaration['fieldErrorOf']
}

/** Single-line text, such as a name or a title. */
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

/** Multi-line text, such as a description. */
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

/** Image as a data URL; empty: no image. */
export const image = (shown: Shown): TextDeclaration => ({
  ...shown,
  kind: 'image',
  empty: '',
  isOptional: true,
  fieldErrorOf: () => undefined,
})

/** Check box, off by default. */
export const check = (shown: Shown): CheckDeclaration => ({ ...shown, kind: 'check', empty: false })

export type DraftOf<L extends FieldDeclarations> = { readonly [Name in keyof L]: L[Name]['empty'] }
export type FieldErrorsOf<L extends FieldDeclarations> = { readonly [Name in keyof L]?: string | undefined }

export interface FieldList<L extends FieldDeclarations> {
  readonly declarations: L
  /** Draft of a new entity. */
  readonly empty: DraftOf<L>
  /** Error texts by field. */
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
