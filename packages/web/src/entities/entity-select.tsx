/**
 * Selects an entity of one of several types. Current tenant, current customer, current user and owner of the current
 * user are types too: they are resolved when the choice is used, so they need no entity.
 */

import { type EntityType, NIL_UUID } from '@sonde/model/ids'
import { useText } from '../locale/use-text.tsx'
import { Select } from '../ui/field/text-field.tsx'
import { EntityPicker } from './entity-picker.tsx'
import { entityTypeName } from './entity-type-field.tsx'

export const currentTypes = ['CURRENT_CUSTOMER', 'CURRENT_TENANT', 'CURRENT_USER', 'CURRENT_USER_OWNER'] as const
export type CurrentType = (typeof currentTypes)[number]
export type SelectableType = EntityType | CurrentType

export interface SelectedEntity {
  readonly entityType: SelectableType
  readonly id: string
}

export const isCurrent = (type: SelectableType): type is CurrentType =>
  (currentTypes as readonly string[]).includes(type)

/** Selection implied by the type alone; null: an entity must still be chosen. */
export const ofTypeAlone = (entityType: SelectableType): SelectedEntity | null =>
  isCurrent(entityType) ? { entityType, id: NIL_UUID } : null

interface EntitySelectProps {
  readonly types: readonly SelectableType[]
  /** Selected type, also while no entity is chosen. */
  readonly type: SelectableType
  readonly onType: (type: SelectableType) => void
  readonly value: SelectedEntity | null
  /** Called with null until both type and entity are chosen. */
  readonly onChange: (entity: SelectedEntity | null) => void
  readonly error?: string
  readonly isDisabled?: boolean
}

export function EntitySelect({ types, type, onType, value, onChange, error, isDisabled }: EntitySelectProps) {
  const t = useText()
  const nameOf = (one: SelectableType) => (isCurrent(one) ? t(`inputs.${one}`) : entityTypeName(one, t))
  return (
    <div className="sd-form-pair">
      {types.length > 1 && (
        <Select<SelectableType>
          label={t('inputs.entityType')}
          value={type}
          isDisabled={isDisabled}
          options={types.map((one) => ({ value: one, label: nameOf(one) }))}
          onChange={(next) => {
            onType(next)
            onChange(ofTypeAlone(next))
          }}
        />
      )}
      {!isCurrent(type) && (
        <EntityPicker
          label={nameOf(type)}
          entityType={type}
          isDisabled={isDisabled}
          error={error}
          value={value?.entityType === type ? { id: { entityType: type, id: value.id }, name: '' } : null}
          onChange={(entity) => onChange(entity && { entityType: type, id: entity.id.id })}
        />
      )}
    </div>
  )
}
