/** Fields of an entity alias: its type and what the type needs. Edits the stored filter; other members are kept. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import {
  aliasTypes,
  isAliasType,
  isSingleType,
  subtypeMembers,
  withAliasType,
} from '@sonde/model/dashboards/editing/alias-filters'
import { withMember } from '@sonde/model/dashboards/editing/json-path'
import { isJsonObject, listOf, textOf } from '@sonde/model/dashboards/json-parts'
import { filterOf } from '@sonde/model/dashboards/normalize-dashboard'
import { type EntityType, isEntityType } from '@sonde/model/ids'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { EntityListPicker, type PickedEntity } from '../../../entities/entity-picker.tsx'
import {
  currentTypes,
  EntitySelect,
  isCurrent,
  type SelectableType,
  type SelectedEntity,
} from '../../../entities/entity-select.tsx'
import { EntitySubtypeField, EntitySubtypeListField } from '../../../entities/entity-subtype-field.tsx'
import { EntityTypeField, EntityTypeListField } from '../../../entities/entity-type-field.tsx'
import { pickableTypes } from '../../../entities/pickable-types.ts'
import { useText } from '../../../locale/use-text.tsx'
import { RelationTypeField } from '../../../relations/relation-type-field.tsx'
import { useAccount, useClient } from '../../../session/use-session.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { FieldGroup, LabeledGroup } from '../../../ui/field/field-group.tsx'
import { PlacedText, useFieldPath } from '../../../ui/field/field-places.tsx'
import { CheckField, Select, TextField } from '../../../ui/field/text-field.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { keyOf, withItemChanged } from '../named-entries/entry-drafts.ts'
import { NumberField } from '../named-entries/number-field.tsx'
import { aliasTypeName } from './alias-preview.tsx'

interface AliasFormProps {
  /** Path of the field errors. */
  readonly at: string
  readonly alias: JsonObject
  readonly onChange: (alias: JsonObject) => void
}

/** Fields of a filter, without the alias around it. */
interface FilterProps {
  readonly at: string
  readonly filter: JsonObject
  readonly onChange: (filter: JsonObject) => void
}

/** Filter of an alias as the form edits it: the stored one, or a form of older dashboards. */
export const editedFilter = (alias: JsonObject): JsonObject =>
  isJsonObject(alias.filter) ? alias.filter : (filterOf(alias) ?? {})

export function AliasForm({ at, alias, onChange }: AliasFormProps) {
  const t = useText()
  const account = useAccount()
  const filter = editedFilter(alias)
  const type = textOf(filter.type) ?? ''
  const change = (next: JsonObject) => onChange(withMember(alias, 'filter', next))
  const place = useFieldPath(`${at}.type`)
  const offered: readonly string[] = aliasTypes.filter(
    (one) => account?.hasEdges || one === type || !one.startsWith('edge'),
  )
  return (
    <>
      <Select
        label={t('dashboardEntries.type')}
        error={place.error}
        value={type}
        options={(offered.includes(type) ? offered : [type, ...offered]).map((value) => ({
          value,
          label: value === '' ? t('ui.none') : aliasTypeName(value, t),
        }))}
        onChange={(next) => isAliasType(next) && change(withAliasType(filter, next))}
      />
      {/* Another type starts with fields of its own. */}
      <FilterFields key={type} at={at} filter={filter} onChange={change} />
      {isAliasType(type) && !isSingleType(type) && (
        <CheckField
          label={t('dashboardEntries.resolveMultiple')}
          help={t('dashboardEntries.resolveMultipleHelp')}
          isChecked={filter.resolveMultiple !== false}
          onChange={(resolveMultiple) => change(withMember(filter, 'resolveMultiple', resolveMultiple))}
        />
      )}
    </>
  )
}

function FilterFields(props: FilterProps) {
  const t = useText()
  const { at, filter, onChange } = props
  const set = (member: string, value: unknown) => onChange(withMember(filter, member, value))
  switch (filter.type) {
    case 'singleEntity':
      return (
        <EntityField
          at={`${at}.singleEntity`}
          value={filter.singleEntity}
          onChange={(one) => set('singleEntity', one)}
        />
      )
    case 'entityList':
      return (
        <>
          <TypeField {...props} onType={(entityType) => onChange({ ...filter, entityType, entityList: [] })} />
          {isEntityType(String(filter.entityType)) && (
            <EntityListField key={String(filter.entityType)} {...props} entityType={filter.entityType as EntityType} />
          )}
        </>
      )
    case 'entityName':
      return (
        <>
          <TypeField {...props} onType={(entityType) => set('entityType', entityType)} />
          <PlacedText
            at={`${at}.entityNameFilter`}
            label={t('dashboardEntries.entityNameFilter')}
            value={textOf(filter.entityNameFilter) ?? ''}
            onChange={(text) => set('entityNameFilter', text)}
          />
        </>
      )
    case 'entityType':
      return <TypeField {...props} onType={(entityType) => set('entityType', entityType)} />
    case 'stateEntity':
      return <StateFields {...props} />
    case 'deviceType':
    case 'assetType':
    case 'entityViewType':
    case 'edgeType':
      return <SubtypeFields {...props} />
    case 'apiUsageState':
      return <p className="sd-text-2">{t('dashboardEntries.apiUsageText')}</p>
    case 'relationsQuery':
      return (
        <>
          <WalkFields {...props} />
          <RelationFilters {...props} />
        </>
      )
    case 'deviceSearchQuery':
    case 'assetSearchQuery':
    case 'entityViewSearchQuery':
    case 'edgeSearchQuery':
      return (
        <>
          <WalkFields {...props} />
          <SearchFields {...props} />
        </>
      )
    default:
      return null
  }
}

/** Types whose entities the user can choose from, and the one that is stored. */
function useOfferedTypes(stored: unknown): readonly EntityType[] {
  const types = pickableTypes(useAccount())
  const type = String(stored)
  return isEntityType(type) && !types.includes(type) ? [...types, type] : types
}

function TypeField({ at, filter, onType }: FilterProps & { readonly onType: (type: EntityType | null) => void }) {
  const place = useFieldPath(`${at}.entityType`)
  const type = String(filter.entityType)
  return (
    <EntityTypeField
      types={useOfferedTypes(filter.entityType)}
      value={isEntityType(type) ? type : null}
      isTouched={place.error !== undefined}
      onChange={onType}
    />
  )
}

interface EntityFieldProps {
  readonly at: string
  readonly value: unknown
  readonly onChange: (entity: SelectedEntity | null) => void
}

/** One entity of any type, or one that depends on the user. */
function EntityField({ at, value, onChange }: EntityFieldProps) {
  const place = useFieldPath(at)
  const entity = selectedOf(value)
  const [type, setType] = useState<SelectableType>(entity?.entityType ?? 'DEVICE')
  const types = useOfferedTypes(entity?.entityType)
  return (
    <EntitySelect
      types={[...types, ...currentTypes]}
      type={type}
      value={entity}
      error={place.error}
      onType={setType}
      onChange={onChange}
    />
  )
}

function selectedOf(json: unknown): SelectedEntity | null {
  if (!isJsonObject(json)) return null
  const type = String(json.entityType)
  const id = textOf(json.id)
  if (id === null) return null
  if (isEntityType(type)) return { entityType: type, id }
  const current = currentTypes.find((one) => one === type)
  return current && isCurrent(current) ? { entityType: current, id } : null
}

/** Names that one request asks for; further entities show their ID. */
const namesMax = 1000

function EntityListField({ at, filter, entityType, onChange }: FilterProps & { readonly entityType: EntityType }) {
  const t = useText()
  const client = useClient()
  const place = useFieldPath(`${at}.entityList`)
  const ids = listOf(filter.entityList).filter((id) => typeof id === 'string')
  const [stored] = useState(ids)
  const [picked, setPicked] = useState<readonly PickedEntity[]>([])
  const { data } = useQuery({
    queryKey: ['entities', 'names', entityType, stored],
    enabled: stored.length > 0,
    queryFn: ({ signal }) =>
      client.entityQuery.find(
        {
          entityFilter: { type: 'entityList', entityType, entityList: stored.slice(0, namesMax) },
          entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
          latestValues: [],
          keyFilters: [],
          pageLink: { page: 0, pageSize: namesMax },
        },
        { signal, ignoreErrors: true, ignoreLoading: true },
      ),
  })
  const names = new Map([
    ...(data?.data ?? []).map(({ entityId, latest }) => [entityId.id, latest.ENTITY_FIELD?.name?.value] as const),
    ...picked.map(({ id, name }) => [id.id, name] as const),
  ])
  return (
    <EntityListPicker
      label={t('dashboardEntries.entities')}
      entityType={entityType}
      error={place.error}
      onBlur={place.onBlur}
      values={ids.map((id) => ({ id: { entityType, id }, name: names.get(id) || id }))}
      onChange={(entities) => {
        setPicked([...picked, ...entities])
        onChange(
          withMember(
            filter,
            'entityList',
            entities.map(({ id }) => id.id),
          ),
        )
      }}
    />
  )
}

/** Parameter of the dashboard state that holds the entity, and what is used without it. */
function StateFields({ filter, onChange, at }: FilterProps) {
  const t = useText()
  const set = (member: string, value: unknown) => onChange(withMember(filter, member, value))
  const [hasDefault, setDefault] = useState(isJsonObject(filter.defaultStateEntity))
  return (
    <>
      <TextField
        label={t('dashboardEntries.stateParam')}
        isOptional
        help={t('dashboardEntries.stateParamHelp')}
        autoComplete="off"
        value={textOf(filter.stateEntityParamName) ?? ''}
        onChange={(text) => set('stateEntityParamName', text === '' ? null : text)}
      />
      <CheckField
        label={t('dashboardEntries.hasDefault')}
        help={t('dashboardEntries.hasDefaultHelp')}
        isChecked={hasDefault}
        onChange={(isOn) => {
          setDefault(isOn)
          if (!isOn) set('defaultStateEntity', null)
        }}
      />
      {hasDefault && (
        <FieldGroup title={t('dashboardEntries.defaultEntity')}>
          <EntityField
            at={`${at}.defaultStateEntity`}
            value={filter.defaultStateEntity}
            onChange={(one) => set('defaultStateEntity', one)}
          />
        </FieldGroup>
      )}
    </>
  )
}

function SubtypeFields({ at, filter, onChange }: FilterProps) {
  const t = useText()
  const place = useFieldPath(`${at}.subtype`)
  const members = subtypeMembers(String(filter.type))
  if (!members) return null
  return (
    <>
      <EntitySubtypeField
        entityType={members.entityType}
        value={textOf(filter[members.type]) ?? ''}
        isTouched={place.error !== undefined}
        onBlur={place.onBlur}
        onChange={(type) => onChange(withMember(filter, members.type, type))}
      />
      <TextField
        label={t('dashboardEntries.entityNameFilter')}
        isOptional
        autoComplete="off"
        value={textOf(filter[members.nameFilter]) ?? ''}
        onChange={(text) => onChange(withMember(filter, members.nameFilter, text))}
      />
    </>
  )
}

const roots = ['rootEntity', 'rootState'] as const
const directions = ['FROM', 'TO'] as const

/** Where a search along relations starts, and how far it goes. */
function WalkFields(props: FilterProps) {
  const t = useText()
  const { at, filter, onChange } = props
  const set = (member: string, value: unknown) => onChange(withMember(filter, member, value))
  const isOfState = filter.rootStateEntity === true
  return (
    <>
      <FieldGroup title={t('dashboardEntries.root')}>
        <Segmented
          label={t('dashboardEntries.root')}
          options={roots.map((value) => ({ value, label: t(`dashboardEntries.${value}`) }))}
          value={isOfState ? 'rootState' : 'rootEntity'}
          onChange={(root) => set('rootStateEntity', root === 'rootState')}
        />
        {isOfState ? (
          <StateFields {...props} />
        ) : (
          <EntityField at={`${at}.rootEntity`} value={filter.rootEntity} onChange={(one) => set('rootEntity', one)} />
        )}
      </FieldGroup>
      <div className="sd-form-row">
        <Select
          label={t('dashboardEntries.direction')}
          value={filter.direction === 'TO' ? 'TO' : 'FROM'}
          options={directions.map((value) => ({ value, label: t(`dashboardEntries.direction_${value}`) }))}
          onChange={(direction) => set('direction', direction)}
        />
        <NumberField
          at={`${at}.maxLevel`}
          label={t('dashboardEntries.maxLevel')}
          isOptional
          help={t('dashboardEntries.maxLevelHelp')}
          value={filter.maxLevel}
          onChange={(level) => set('maxLevel', level)}
        />
      </div>
      <CheckField
        label={t('dashboardEntries.fetchLastLevelOnly')}
        isChecked={filter.fetchLastLevelOnly === true}
        onChange={(isOn) => set('fetchLastLevelOnly', isOn)}
      />
    </>
  )
}

/** Relations that a query follows to what it finds. */
function RelationFilters({ filter, onChange }: FilterProps) {
  const t = useText()
  const types = useOfferedTypes(undefined)
  const stored = listOf(filter.filters)
  const shown = stored.filter(isJsonObject)
  const setList = (list: readonly unknown[]) => onChange(withMember(filter, 'filters', list))
  return (
    <FieldGroup
      title={t('dashboardEntries.relationFilters')}
      text={shown.length === 0 ? t('dashboardEntries.relationFiltersText') : undefined}
    >
      {shown.map((one, index) => (
        <LabeledGroup
          key={keyOf(one)}
          className="db-relation-filter"
          label={t('dashboardEntries.relationFilter', { number: index + 1 })}
        >
          <RelationTypeField
            isOptional
            value={textOf(one.relationType) ?? ''}
            onChange={(type) => setList(withItemChanged(stored, one, withMember(one, 'relationType', type)))}
          />
          <EntityTypeListField
            isOptional
            types={types}
            value={listOf(one.entityTypes).filter((type) => typeof type === 'string')}
            onChange={(next) => setList(withItemChanged(stored, one, withMember(one, 'entityTypes', next ?? [])))}
          />
          <IconButton
            size="sm"
            label={t('dashboardEntries.removeRelationFilter', { number: index + 1 })}
            icon={<Trash2 size={16} strokeWidth={2} />}
            onClick={() => setList(stored.filter((other) => other !== one))}
          />
        </LabeledGroup>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus size={16} strokeWidth={2} aria-hidden />}
          onClick={() => setList([...stored, { relationType: '', entityTypes: [] }])}
        >
          {t('dashboardEntries.addRelationFilter')}
        </Button>
      </div>
    </FieldGroup>
  )
}

/** Relation and types of what a search finds. */
function SearchFields({ at, filter, onChange }: FilterProps) {
  const place = useFieldPath(`${at}.subtypes`)
  const members = subtypeMembers(String(filter.type))
  if (!members) return null
  return (
    <>
      <RelationTypeField
        isOptional
        value={textOf(filter.relationType) ?? ''}
        onChange={(type) => onChange(withMember(filter, 'relationType', type === '' ? null : type))}
      />
      <EntitySubtypeListField
        entityType={members.entityType}
        value={listOf(filter[members.types]).filter((type) => typeof type === 'string')}
        isTouched={place.error !== undefined}
        onBlur={place.onBlur}
        onChange={(types) => onChange(withMember(filter, members.types, types ?? []))}
      />
    </>
  )
}
