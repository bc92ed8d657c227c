/** Pickers for one or several entities, searched by name. */

import type { EntityId, EntityType } from '@sonde/model/ids'
import { useQuery } from '@tanstack/react-query'
import type { Client } from '../session/page-client.ts'
import { useClient } from '../session/use-session.tsx'
import { ComboField, type ComboFieldProps, type ComboOption } from '../ui/field/combo-field.tsx'
import { ComboListField } from '../ui/field/combo-list-field.tsx'

/** Maximum number of choices offered at once. */
const choicesMax = 50

export interface PickedEntity {
  readonly id: EntityId
  readonly name: string
}

export interface EntityPickerProps
  extends Pick<
    ComboFieldProps,
    'label' | 'isOptional' | 'help' | 'error' | 'placeholder' | 'isDisabled' | 'onBlur' | 'icon'
  > {
  readonly entityType: EntityType
  /** Limits the choices to a type or profile name, for devices, assets, entity views and edges. */
  readonly subtype?: string
}

/** Loads choices with an entity query: it covers every type that the caller can read and matches parts of the name. */
async function choices(
  client: Client,
  entityType: EntityType,
  subtype: string | undefined,
  text: string,
  signal: AbortSignal,
): Promise<readonly ComboOption[]> {
  const name = { type: 'ENTITY_FIELD', key: 'name' } as const
  const type = { type: 'ENTITY_FIELD', key: 'type' } as const
  const { data } = await client.entityQuery.find(
    {
      entityFilter: { type: 'entityType', entityType },
      entityFields: [name, { type: 'ENTITY_FIELD', key: 'label' }],
      keyFilters:
        subtype === undefined
          ? []
          : [
              {
                key: type,
                valueType: 'STRING',
                predicate: { type: 'STRING', operation: 'EQUAL', ignoreCase: false, value: { defaultValue: subtype } },
              },
            ],
      pageLink: { page: 0, pageSize: choicesMax, textSearch: text, sortOrder: { key: name, direction: 'ASC' } },
      latestValues: [],
    },
    { signal, ignoreErrors: true, ignoreLoading: true },
  )
  return data.map(({ entityId, latest: { ENTITY_FIELD: fields } }) => {
    const label = fields?.name?.value ?? entityId.id
    // Hides the label if it equals the name.
    return {
      value: entityId.id,
      label,
      note: fields?.label?.value === label ? undefined : fields?.label?.value || undefined,
    }
  })
}

/** Name of an entity known by id only; undefined while loading. */
export function useEntityName(id: EntityId | null): string | undefined {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['entities', 'name', id?.entityType, id?.id],
    enabled: id !== null,
    staleTime: 60_000,
    async queryFn({ signal }) {
      const page = await client.entityQuery.find(
        {
          entityFilter: { type: 'singleEntity', singleEntity: id ?? { entityType: 'DEVICE', id: '' } },
          entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
          latestValues: [],
          keyFilters: [],
          pageLink: { page: 0, pageSize: 1 },
        },
        { signal, ignoreErrors: true, ignoreLoading: true },
      )
      return page.data[0]?.latest.ENTITY_FIELD?.name?.value ?? id?.id ?? ''
    },
  })
  return data
}

export interface OneEntityPickerProps extends EntityPickerProps {
  /** The name may be empty if it isn't known. */
  readonly value: PickedEntity | null
  readonly onChange: (entity: PickedEntity | null) => void
}

export function EntityPicker({ entityType, subtype, value, onChange, ...rest }: OneEntityPickerProps) {
  const client = useClient()
  const name = useEntityName(value && !value.name ? value.id : null)
  return (
    <ComboField
      {...rest}
      source={['entities', entityType, subtype]}
      load={(text, signal) => choices(client, entityType, subtype, text, signal)}
      value={value && { value: value.id.id, label: value.name || (name ?? '…') }}
      onChange={(option) => onChange(option && { id: { entityType, id: option.value }, name: option.label })}
    />
  )
}

export interface EntityListPickerProps extends EntityPickerProps {
  readonly values: readonly PickedEntity[]
  readonly onChange: (entities: readonly PickedEntity[]) => void
}

export function EntityListPicker({ entityType, subtype, values, onChange, ...rest }: EntityListPickerProps) {
  const client = useClient()
  return (
    <ComboListField
      {...rest}
      source={['entities', entityType, subtype]}
      load={(text, signal) => choices(client, entityType, subtype, text, signal)}
      values={values.map(({ id, name }) => ({ value: id.id, label: name }))}
      onChange={(options) =>
        onChange(options.map(({ value, label }) => ({ id: { entityType, id: value }, name: label })))
      }
    />
  )
}
