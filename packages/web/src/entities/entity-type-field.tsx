/** Fields for one or several entity types. */

import type { EntityType } from '@sonde/model/ids'
import { isEntityType } from '@sonde/model/ids'
import type { Translate } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import type { ComboFieldProps, ComboOption } from '../ui/field/combo-field.tsx'
import { ComboListField } from '../ui/field/combo-list-field.tsx'
import { Select } from '../ui/field/text-field.tsx'

type Shared = Partial<Pick<ComboFieldProps, 'label' | 'help' | 'isOptional' | 'isDisabled'>>

/** Name of an entity type; unknown types are shown as unknown. */
export const entityTypeName = (type: string, t: Translate): string =>
  isEntityType(type) ? t(`entityTypes.${type}`) : t('inputs.unknownType')

interface EntityTypeFieldProps extends Shared {
  readonly types: readonly EntityType[]
  /** Null: no type. */
  readonly value: EntityType | null
  readonly onChange: (type: EntityType | null) => void
  readonly isTouched?: boolean
}

export function EntityTypeField({ types, value, onChange, isTouched, ...field }: EntityTypeFieldProps) {
  const t = useText()
  const options = types.map((type) => ({ value: type as EntityType | '', label: entityTypeName(type, t) }))
  return (
    <Select<EntityType | ''>
      {...field}
      label={field.label ?? t('inputs.entityType')}
      error={isTouched && !field.isOptional && value === null ? t('inputs.entityTypeRequired') : undefined}
      value={value ?? ''}
      options={value === null || field.isOptional ? [{ value: '', label: t('ui.none') }, ...options] : options}
      onChange={(type) => onChange(type === '' ? null : type)}
    />
  )
}

interface EntityTypeListFieldProps extends Shared {
  readonly types: readonly EntityType[]
  /** Null: no types. Unknown type codes are preserved. */
  readonly value: readonly string[] | null
  readonly onChange: (types: readonly string[] | null) => void
  readonly isTouched?: boolean
}

export function EntityTypeListField({ types, value, onChange, isTouched, ...field }: EntityTypeListFieldProps) {
  const t = useText()
  const option = (type: string): ComboOption => ({ value: type, label: entityTypeName(type, t) })
  return (
    <ComboListField
      {...field}
      label={field.label ?? t('inputs.entityTypes')}
      error={isTouched && !field.isOptional && !value?.length ? t('inputs.entityTypesRequired') : undefined}
      source={['entityTypes', types]}
      load={async (text) =>
        types
          .map(option)
          .filter((one) => one.label.toLowerCase().includes(text.toLowerCase()) && !value?.includes(one.value))
      }
      values={(value ?? []).map(option)}
      onChange={(options) => onChange(options.length === 0 ? null : options.map((one) => one.value))}
    />
  )
}
