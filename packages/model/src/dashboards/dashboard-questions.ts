/**
 * Entities and keys that a dashboard reads, per widget: the permissions that a viewer needs.
 *
 * Includes keys of datasources, of their filters, and of labels and limits in settings. Only widgets that are placed in
 * a layout count. Keys that user functions query on their own can't be detected.
 */

import type { DynamicValue, EntityKey, KeyFilterPredicate } from '../entity-query/entity-query.ts'
import type { EntityId } from '../ids.ts'
import { own } from '../own.ts'
import type {
  DashboardConfiguration,
  DashboardWidget,
  DataKey,
  Datasource,
  EntityAlias,
} from './dashboard-configuration.ts'
import { datasourceEntity, keyFiltersOf } from './entity-aliases.ts'
import { isJsonObject, listOf, objectOf, textOf } from './json-parts.ts'

/** Whether alarms are shown, and whether with their details. */
export type AskedAlarms = 'none' | 'fields' | 'details'

export interface DashboardQuestion {
  readonly about: EntityAlias | EntityId
  readonly keys: readonly EntityKey[]
  readonly alarms: AskedAlarms
  /** Whether a label or title shows the entity's description. */
  readonly description: boolean
}

export interface DashboardQuestions {
  readonly questions: readonly DashboardQuestion[]
  /** Attributes of the viewer's tenant, customer or user that filters compare values with. */
  readonly dynamicValues: readonly DynamicValue[]
}

/** Maximum nesting of settings to search; no existing widget exceeds it. */
const settingsDepthMax = 20

export function dashboardQuestions(configuration: DashboardConfiguration): DashboardQuestions {
  const questions: DashboardQuestion[] = []
  const dynamicValues: DynamicValue[] = []
  for (const widget of placedWidgets(configuration)) {
    for (const question of widgetQuestions(widget, configuration)) questions.push(question)
    for (const { filterId } of sourcesOf(widget)) {
      for (const { predicate } of filtersOf(configuration, filterId)) addDynamicValues(predicate, dynamicValues)
    }
  }
  return { questions, dynamicValues }
}

/** Widgets that are placed in a layout of any state. */
export function placedWidgets({ widgets, states }: DashboardConfiguration): DashboardWidget[] {
  const ids = new Set<string>()
  for (const { layouts } of Object.values(states)) {
    for (const layout of [layouts.main, layouts.right]) for (const id of Object.keys(layout?.widgets ?? {})) ids.add(id)
  }
  return [...ids].flatMap((id) => own(widgets, id) ?? [])
}

const sourcesOf = ({ config: { datasources, alarmSource } }: DashboardWidget): readonly Datasource[] =>
  alarmSource ? [...datasources, alarmSource] : datasources

const filtersOf = ({ filters }: DashboardConfiguration, filterId: string | null) =>
  filterId === null ? [] : keyFiltersOf(own(filters, filterId))

function* widgetQuestions(
  widget: DashboardWidget,
  configuration: DashboardConfiguration,
): Generator<DashboardQuestion, void> {
  const { datasources, alarmSource, targetAliasIds, settings } = widget.config
  const { entityAliases } = configuration
  const description = JSON.stringify(widget.config).includes('entityDescription')
  const labels = listOf(settings.dataKeysListForLabels).flatMap(labelKeyOf)

  for (const datasource of datasources) {
    if (datasource.type === 'function') continue
    const about = aboutOf(datasource, entityAliases)
    const keys = [...keysOf(datasource, configuration), ...labels]
    if (about) yield { about, keys, alarms: 'none', description }
  }
  const alarmsAbout = alarmSource && aboutOf(alarmSource, entityAliases)
  if (alarmsAbout) {
    const keys = keysOf(alarmSource, configuration)
    yield { about: alarmsAbout, keys, alarms: alarmsOf(widget, alarmSource), description }
  }
  for (const aliasId of targetAliasIds) {
    const about = own(entityAliases, aliasId)
    if (about) yield { about, keys: controlKeys(widget), alarms: 'none', description }
  }
  for (const [aliasName, key] of namedAttributes(widget)) {
    const about = Object.values(entityAliases).find(({ alias }) => alias === aliasName)
    if (about) yield { about, keys: [{ type: 'ATTRIBUTE', key }], alarms: 'none', description: false }
  }
}

function aboutOf(
  datasource: Datasource,
  aliases: Readonly<Record<string, EntityAlias>>,
): EntityAlias | EntityId | null {
  const { entityAliasId } = datasource
  return entityAliasId === null ? datasourceEntity(datasource) : (own(aliases, entityAliasId) ?? null)
}

const keysOf = ({ dataKeys, filterId }: Datasource, configuration: DashboardConfiguration): EntityKey[] => [
  ...dataKeys.flatMap((dataKey) => entityKeyOf(dataKey) ?? []),
  ...filtersOf(configuration, filterId).map(({ key }) => key),
]

/** Key in the form that queries use; null for keys without a stored value. */
export function entityKeyOf({ name, type }: Pick<DataKey, 'name' | 'type'>): EntityKey | null {
  switch (type) {
    case 'timeseries':
      return { type: 'TIME_SERIES', key: name }
    case 'attribute':
      return { type: 'ATTRIBUTE', key: name }
    case 'entityField':
      return { type: 'ENTITY_FIELD', key: name }
    default:
      return null
  }
}

/** The button for an alarm's details is shown unless `displayDetails` is false. */
function alarmsOf({ config: { settings } }: DashboardWidget, { dataKeys }: Datasource): AskedAlarms {
  const shown = dataKeys.some(({ type, name }) => type === 'alarm' && /^(details|additionalInfo)\b/.test(name))
  return shown || settings.displayDetails !== false ? 'details' : 'fields'
}

/** Key of an entry in a widget's label list (`dataKeysListForLabels`). */
function labelKeyOf(json: unknown): EntityKey[] {
  const { name, type } = objectOf(json)
  const key = textOf(name)
  if (key === null) return []
  return [{ type: type === 'attribute' ? 'ATTRIBUTE' : 'TIME_SERIES', key }]
}

/** Keys that a control widget reads its displayed value from. */
function controlKeys({ config: { settings } }: DashboardWidget): EntityKey[] {
  const type = settings.retrieveValueMethod === 'timeseries' ? 'TIME_SERIES' : 'ATTRIBUTE'
  if (type === 'ATTRIBUTE' && settings.retrieveValueMethod !== 'attribute') return []
  const names = [settings.valueKey, settings.valueAttribute].flatMap((name) => textOf(name) ?? [])
  return (names.length > 0 ? names : ['value']).map((key) => ({ type, key }))
}

/** Pairs of alias name and attribute that settings contain side by side: limits, ticks, background images. */
function* namedAttributes({ config: { settings, datasources } }: DashboardWidget): Generator<[string, string], void> {
  yield* attributesIn(settings, 0)
  for (const { dataKeys } of datasources) for (const key of dataKeys) yield* attributesIn(key.settings, 0)
}

function* attributesIn(json: unknown, depth: number): Generator<[string, string], void> {
  if (depth > settingsDepthMax) return
  if (Array.isArray(json)) for (const one of json) yield* attributesIn(one, depth + 1)
  if (!isJsonObject(json)) return
  const members = Object.entries(json)
  const ending = (end: RegExp) =>
    members.flatMap(([name, value]) => (end.test(name) && typeof value === 'string' && value !== '' ? [value] : []))
  for (const alias of ending(/entityAlias$/i)) for (const key of ending(/attribute$/i)) yield [alias, key]
  for (const [, value] of members) yield* attributesIn(value, depth + 1)
}

function addDynamicValues(predicate: KeyFilterPredicate, to: DynamicValue[]): void {
  if (predicate.type === 'COMPLEX') for (const one of predicate.predicates) addDynamicValues(one, to)
  else if (predicate.value?.dynamicValue?.sourceAttribute) to.push(predicate.value.dynamicValue)
}
