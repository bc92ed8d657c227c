/** Fields for one or several types of devices, assets, edges or entity views: existing or new types. */

import type { Rest } from '@sonde/client/rest/rest'
import type { EntitySubtype } from '@sonde/model/devices/device'
import { entityKinds, type TypesWith } from '@sonde/model/entities/entity-kinds'
import { useCallback } from 'react'
import type { Translate } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { ComboField, type ComboFieldProps, type ComboOption } from '../ui/field/combo-field.tsx'
import { ComboListField } from '../ui/field/combo-list-field.tsx'
import { textLengthMax, tooLong } from '../ui/field/text-errors.ts'

export type TypedEntity = TypesWith<{ readonly isTyped: true }>

const option = (type: string): ComboOption => ({ value: type, label: type })

/** Loads the types in use. */
export const loadSubtypes = (rest: Rest, entityType: TypedEntity, signal?: AbortSignal) =>
  rest.request<readonly EntitySubtype[]>('GET', `/api/${entityKinds[entityType].path}/types`, {
    signal,
    ignoreErrors: true,
    ignoreLoading: true,
  })

/** Types that start with the text; none if the request fails. The result is cached like other queries of the module. */
function useTypes(entityType: TypedEntity) {
  const { rest } = useClient()
  return useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly ComboOption[]> => {
      const types = await loadSubtypes(rest, entityType, signal).catch((): readonly EntitySubtype[] => [])
      return types
        .filter(({ type }) => type.toLowerCase().startsWith(text.toLowerCase()))
        .map(({ type }) => option(type))
    },
    [rest, entityType],
  )
}

/** Undefined if the type is valid. */
export function subtypeError(
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
  /** Empty: all types or no type, depending on the field. */
  readonly value: string
  readonly onChange: (type: string) => void
  readonly isTouched?: boolean
}

export function EntitySubtypeField(props: EntitySubtypeFieldProps) {
  const { entityType, value, onChange, isTouched, ...field } = props
  const t = useText()
  const fieldError = subtypeError(entityType, value, !field.isOptional, t)
  return (
    <ComboField
      {...field}
      label={field.label ?? t(`inputs.type_${entityType}`)}
      error={isTouched || value.length > textLengthMax ? fieldError : undefined}
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
  /** Null: no types. */
  readonly value: readonly string[] | null
  readonly onChange: (types: readonly string[] | null) => void
  readonly isTouched?: boolean
}

export function EntitySubtypeListField(props: EntitySubtypeListFieldProps) {
  const { entityType, value, onChange, isTouched, ...field } = props
  const t = useText()
  return (
    <ComboListField
      {...field}
      label={field.label ?? t(`inputs.types_${entityType}`)}
      error={isTouched && !field.isOptional && !value?.length ? t('inputs.typesRequired') : undefined}
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
