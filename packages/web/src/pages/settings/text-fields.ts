/** Properties of the text fields of a settings form. */

import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import type { FieldErrors } from '../../entities/use-field-errors.ts'

/** Names of fields with free text, without fields that have a fixed set of values. */
export type TextKey<Draft> = {
  [Field in keyof Draft]: Draft[Field] extends string ? (string extends Draft[Field] ? Field : never) : never
}[keyof Draft]

export interface TextFieldDeps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly autoComplete: string
  readonly onBlur: () => void
  readonly onChange: (value: string) => void
}

export const textFields =
  <Draft extends object, F extends FieldErrors<Draft>>(
    { draft, fieldErrors, touch, change }: EntityFields<Draft, F>,
    labelOf: (field: TextKey<Draft>) => string,
  ) =>
  (field: TextKey<Draft>): TextFieldDeps => ({
    label: labelOf(field),
    value: draft[field] as string,
    error: fieldErrors[field],
    autoComplete: 'off',
    onBlur: () => touch(field),
    onChange: (value) => change({ [field]: value } as Partial<Draft>),
  })
