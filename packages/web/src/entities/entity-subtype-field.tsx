/** The type of devices, assets, edges or entity views: one of those that exist, or a new one; one or several. */

import type { EntitySubtype } from '@sonde/model/devices/device'
import { entityKinds, type TypesWith } from '@sonde/model/entities/entity-kinds'
import { useCallback } from 'react'
import type { Translate } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { ComboField, type ComboFieldProps, type ComboOption } from '../ui/field/combo-field.tsx'
import { ComboListField } from '../ui/field/combo-list-field.tsx'
import { textLengthMax, tooLong } from '../ui/field/text-faults.ts'

export type TypedEntity = TypesWith<{ readonly isTyped: true }>

const option = (type: string): ComboOption => ({ value: type, label: type })

/** Types that begin like the text; none when they cannot be asked for. The list is kept as others of the room are. */
function useTypes(entityType: TypedEntity) {
  const { rest } = useClient()
  return useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly ComboOption[]> => {
      const quiet = { signal, ignoreErrors: true, ignoreLoading: true } as const
      const types = await rest
        .request<readonly EntitySubtype[]>('GET', `/api/${entityKinds[entityType].path}/types`, quiet)
        .catch((): readonly EntitySubtype[] => [])
      return types
        .filter(({ type }) => type.toLowerCase().startsWith(text.toLowerCase()))
        .map(({ type }) => option(type))
    },
    [rest, entityType],
  )
}

/** Undefined when the type will do. */
export function subtypeFault(
  entityType: TypedEntity,
  type: string,
  isRequired: boolean,
  t: Translate,
): string | undefined {
  if (type.trim() === '') return isRequired ? t(`inputs.typeRequired_${entityType}`) : undefined
  return tooLong(type, t, textLengthMax)
}

type Shared = Partial<Pick<ComboFieldProps, 'label' | 'help' | 'isOptional' | 'isDisabled' | 'onBlur'>>

interface EntitySubtypeFieldProps extends Shared {
  readonly entityType: TypedEntity
  /** Empty: all, or none. */
  readonly value: string
  readonly onChange: (type: string) => void
  readonly isTouched?: boolean
}

export function EntitySubtypeField({
  entityType,
  value,
  onChange,
  isTouched,
  label,
  isOptional,
  ...rest
}: EntitySubtypeFieldProps) {
  const t = useText()
  const fault = subtypeFault(entityType, value, !isOptional, t)
  return (
    <ComboField
      {...rest}
      label={label ?? t(`inputs.type_${entityType}`)}
      isOptional={isOptional}
      error={isTouched || value.length > textLengthMax ? fault : undefined}
      source={['subtypes', entityType]}
      load={useTypes(entityType)}
      ofText={option}
      value={value === '' ? null : option(value)}
      onChange={(chosen) => onChange(chosen?.value.trim() ?? '')}
    />
  )
}

interface EntitySubtypeListFieldProps extends Shared {
  readonly entityType: TypedEntity
  /** Null: none. */
  readonly value: readonly string[] | null
  readonly onChange: (types: readonly string[] | null) => void
  readonly isTouched?: boolean
}

export function EntitySubtypeListField({
  entityType,
  value,
  onChange,
  isTouched,
  label,
  isOptional,
  ...rest
}: EntitySubtypeListFieldProps) {
  const t = useText()
  return (
    <ComboListField
      {...rest}
      label={label ?? t(`inputs.types_${entityType}`)}
      isOptional={isOptional}
      error={isTouched && !isOptional && !value?.length ? t('inputs.typesRequired') : undefined}
      source={['subtypes', entityType]}
      load={useTypes(entityType)}
      ofText={option}
      values={(value ?? []).map(option)}
      onChange={(options) =>
        onChange(options.length === 0 ? null : [...new Set(options.map((one) => one.value.trim()).filter(Boolean))])
      }
    />
  )
}
