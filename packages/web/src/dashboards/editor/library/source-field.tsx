/** Field that chooses what new widgets are for: an alias of the dashboard, or an entity of any type. */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { type EntityType, isEntityType } from '@sonde/model/ids'
import { entityTypeName } from '../../../entities/entity-type-field.tsx'
import { pickableTypes } from '../../../entities/pickable-types.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useAccount, useClient } from '../../../session/use-session.tsx'
import { ComboField, type ComboOption } from '../../../ui/field/combo-field.tsx'
import type { SourceChoice } from './source-choice.ts'

/** Most entities that are offered of each type; others are found by typing. */
const offeredMax = 10

/** Types with telemetry or attributes that widgets usually show, in the order of the list. */
const offeredTypes: readonly EntityType[] = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'CUSTOMER', 'EDGE']

interface SourceOption extends ComboOption {
  readonly choice: SourceChoice
}

interface SourceFieldProps {
  readonly configuration: DashboardConfiguration
  readonly value: SourceChoice | null
  readonly onChange: (choice: SourceChoice | null) => void
}

const valueOfChoice = (choice: SourceChoice): string =>
  choice.kind === 'alias' ? choice.aliasId : `${choice.entity.entityType} ${choice.entity.id}`

export function SourceField({ configuration, value, onChange }: SourceFieldProps) {
  const t = useText()
  const client = useClient()
  const account = useAccount()
  const types = pickableTypes(account).filter((type) => offeredTypes.includes(type))
  const option = (choice: SourceChoice, note: string): SourceOption => ({
    value: valueOfChoice(choice),
    label: choice.name,
    note,
    choice,
  })

  async function entitiesOf(type: EntityType, text: string, signal: AbortSignal): Promise<readonly SourceOption[]> {
    const name = { type: 'ENTITY_FIELD', key: 'name' } as const
    const { data } = await client.entityQuery.find(
      {
        entityFilter: { type: 'entityType', entityType: type },
        entityFields: [name],
        latestValues: [],
        keyFilters: [],
        pageLink: { page: 0, pageSize: offeredMax, textSearch: text, sortOrder: { key: name, direction: 'ASC' } },
      },
      { signal, ignoreErrors: true, ignoreLoading: true },
    )
    return data.flatMap(({ entityId, latest }) => {
      const { entityType, id } = entityId
      if (!isEntityType(entityType)) return []
      const label = latest.ENTITY_FIELD?.name?.value ?? id
      return [option({ kind: 'entity', entity: { entityType, id }, name: label }, entityTypeName(type, t))]
    })
  }

  async function load(text: string, signal: AbortSignal): Promise<readonly SourceOption[]> {
    const aliases = Object.values(configuration.entityAliases)
      .filter(({ alias }) => alias.toLowerCase().includes(text.toLowerCase()))
      .map(({ id, alias }) => option({ kind: 'alias', aliasId: id, name: alias }, t('widgetLibrary.alias')))
    const found = await Promise.all(types.map((type) => entitiesOf(type, text, signal)))
    return [...aliases, ...found.flat()]
  }

  return (
    <ComboField<string, SourceOption>
      label={t('widgetLibrary.entity')}
      isOptional
      help={t('widgetLibrary.entityHelp')}
      source={['widgetSources', Object.keys(configuration.entityAliases)]}
      load={load}
      value={value && { value: valueOfChoice(value), label: value.name }}
      onChange={(chosen) => onChange(chosen?.choice ?? null)}
    />
  )
}
