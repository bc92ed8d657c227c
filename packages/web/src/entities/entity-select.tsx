/**
 * An entity of one of several types. The current tenant, customer, user and the owner of the current user are types too:
 * who they are is decided when the choice is used, so they need no entity.
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

/** What the choice of a type gives before an entity is chosen; null: one is still to be chosen. */
export const ofTypeAlone = (entityType: SelectableType): SelectedEntity | null =>
  isCurrent(entityType) ? { entityType, id: NIL_UUID } : null

interface EntitySelectProps {
  readonly types: readonly SelectableType[]
  /** The type, also while no entity of it is chosen. */
  readonly type: SelectableType
  readonly onType: (type: SelectableType) => void
  readonly value: SelectedEntity | null
  /** Null until type and entity are there. */
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
