/** Chooses an alias of the dashboard, or an entity that gets an alias. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { canBeDevice } from '@sonde/model/dashboards/device-aliases'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { own } from '@sonde/model/own'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PickedEntity } from '../../../../entities/entity-picker.tsx'
import { useText } from '../../../../locale/use-text.tsx'
import { useClient } from '../../../../session/use-session.tsx'
import { ComboField, type ComboOption } from '../../../../ui/field/combo-field.tsx'
import { useAlias } from '../../../dashboard-context.tsx'
import { ChooseEntityDialog } from './choose-entity-dialog.tsx'

interface AliasFieldProps {
  readonly label: string
  readonly aliases: JsonObject
  /** Null: none. */
  readonly value: string | null
  /** Name of an entity that the widget has instead of an alias. */
  readonly entityName?: string | null
  readonly onAlias: (aliasId: string) => void
  readonly onEntity: (entity: PickedEntity) => void
  /** Offers only aliases that can be devices. */
  readonly isDevice?: boolean
  readonly isOptional?: boolean
  readonly onClear?: () => void
}

/** Value of the option that opens the dialog; no alias has it, since ids of aliases are UUIDs. */
const chooses = 'choose'

export const aliasName = (aliases: JsonObject, id: string): string | null => textOf(objectOf(own(aliases, id)).alias)

export function AliasField({
  label,
  aliases,
  value,
  entityName = null,
  onAlias,
  onEntity,
  isDevice = false,
  isOptional,
  onClear,
}: AliasFieldProps) {
  const t = useText()
  const [isChoosing, setChoosing] = useState(false)
  const name = value === null ? null : aliasName(aliases, value)
  const isGone = value !== null && name === null
  const note = useAliasNote(value)
  const options = Object.keys(aliases)
    .filter((id) => !isDevice || canBeDevice(objectOf(objectOf(own(aliases, id)).filter)))
    .map((id): ComboOption => ({ value: id, label: aliasName(aliases, id) ?? id }))
  const last: ComboOption = {
    value: chooses,
    label: t(isDevice ? 'widgetData.chooseDevice' : 'widgetData.chooseEntity'),
  }

  return (
    <>
      <ComboField
        label={label}
        source={['widgetAliases', options, last]}
        load={async (text) => [...options.filter((one) => one.label.toLowerCase().includes(text.toLowerCase())), last]}
        value={
          value !== null
            ? { value, label: name ?? t('widgetData.aliasGone') }
            : entityName !== null
              ? { value: '', label: entityName }
              : null
        }
        isOptional={isOptional}
        help={note}
        error={
          isGone
            ? t('widgetData.aliasUnknown')
            : value === null && entityName === null && !isOptional
              ? t('widgetData.aliasMissing')
              : undefined
        }
        onChange={(option) => {
          if (option?.value === chooses) setChoosing(true)
          else if (option) onAlias(option.value)
          else onClear?.()
        }}
      />
      {isChoosing && (
        <ChooseEntityDialog
          isDevice={isDevice}
          onChoose={(entity) => {
            setChoosing(false)
            onEntity(entity)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** What the alias stands for now: its entity, or how many there are. Undefined while loading. */
function useAliasNote(aliasId: string | null): string | undefined {
  const t = useText()
  const client = useClient()
  const alias = useAlias(aliasId)
  const counted = alias.kind === 'resolved' && alias.filter.type !== 'singleEntity' ? alias.filter : null
  const { data: count } = useQuery({
    queryKey: ['aliasCount', counted],
    enabled: counted !== null,
    queryFn: ({ signal }) =>
      counted &&
      client.entityQuery.count({ entityFilter: counted }, { signal, ignoreErrors: true, ignoreLoading: true }),
  })
  if (aliasId === null) return undefined
  if (alias.kind === 'unresolved') return t('widgetData.aliasEntities', { count: 0 })
  if (alias.kind === 'resolved' && alias.entity) return alias.entity.name
  return typeof count === 'number' && counted ? t('widgetData.aliasEntities', { count }) : undefined
}
