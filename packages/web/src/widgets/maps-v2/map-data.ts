/** Entities of a map: their positions and shapes, and the values that labels and tooltips show. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { labelOf } from '@sonde/model/dashboards/label-patterns'
import { figureAt, parseNumber } from '@sonde/model/dashboards/series-column'
import type { PatternData, PatternValue } from '@sonde/model/dashboards/text-patterns'
import type { EntityInfo, LatestView, SeriesView, WidgetProps } from '../../dashboards/widget-api.ts'
import { type CircleValue, circleOf, type Pair, polygonOf } from './map-shapes.ts'

type WidgetView = WidgetProps['view']

/** A value of an entity; without the key that gave it, as rows of series have it too. */
export interface ItemValue extends PatternValue {
  readonly view: LatestView | SeriesView
  /** Epoch ms; 0: no value. */
  readonly ts: number
}

export interface MapItem {
  /** ID of the entity. */
  readonly id: string
  readonly entity: EntityInfo
  /** Latitude and longitude, or shares of a picture's width and height; null: the entity has no position. */
  readonly position: Pair | null
  readonly polygon: readonly (readonly Pair[])[] | null
  readonly circle: CircleValue | null
  readonly values: readonly ItemValue[]
  readonly data: PatternData
  /** Time of the newest value, epoch ms; 0: none. */
  readonly ts: number
}

/** Labels of the keys; empty: not shown. */
export interface ItemKeys {
  readonly first: string
  readonly second: string
  readonly polygon: string
  readonly circle: string
}

/** `pairOf`: checks a position. `aliasName`: name of an alias by its ID. */
export interface ItemParts {
  readonly widget: DashboardWidget
  readonly keys: ItemKeys
  readonly aliasName: (aliasId: string) => string
  readonly pairOf: (first: number, second: number) => Pair | null
}

/** One item per entity, in the order of the view. */
export function latestItems(view: WidgetView, parts: ItemParts): MapItem[] {
  const byEntity = new Map<string, ItemValue[]>()
  for (const one of view.latest) {
    if (one.dataKey.type === 'count' || one.entity.id.id === '') continue
    add(byEntity, { view: one, label: configuredLabel(one, parts), text: one.text, ts: one.ts })
  }
  return view.entities.map((entity) => itemOf(entity, byEntity.get(entity.id.id) ?? [], parts))
}

function add(byEntity: Map<string, ItemValue[]>, value: ItemValue): void {
  const { id } = value.view.entity.id
  const values = byEntity.get(id)
  if (values) values.push(value)
  else byEntity.set(id, [value])
}

/** An item with values at one time. */
export function itemOf(entity: EntityInfo, values: readonly ItemValue[], parts: ItemParts): MapItem {
  const { keys, pairOf } = parts
  const textOf = (key: string) => (key === '' ? '' : (valueNamed(values, key)?.text ?? ''))
  const first = parseNumber(textOf(keys.first))
  const second = parseNumber(textOf(keys.second))
  return {
    id: entity.id.id,
    entity,
    position: first === null || second === null ? null : pairOf(first, second),
    polygon: polygonOf(textOf(keys.polygon)),
    circle: circleOf(textOf(keys.circle)),
    values,
    data: { names: namesOf(entity, values[0]?.view.datasourceIndex ?? 0, parts), values },
    ts: values.reduce((newest, { ts }) => Math.max(newest, ts), 0),
  }
}

/** The last one with a value, by the label of the key, else by its name. */
export function valueNamed(values: readonly ItemValue[], key: string): ItemValue | undefined {
  const named = (of: (value: ItemValue) => string) =>
    values.findLast((one) => one.text !== '' && of(one) === key) ?? values.find((one) => of(one) === key)
  return named(({ label }) => label) ?? named(({ view }) => view.dataKey.name)
}

/** The label as it was configured: a description of the key may have given it another one. */
export function configuredLabel(
  { entity, datasourceIndex, keyIndex, label }: LatestView | SeriesView,
  parts: ItemParts,
): string {
  const own = parts.widget.config.datasources[datasourceIndex]?.dataKeys[keyIndex]?.label
  return own === undefined ? label : labelOf(own, namesOf(entity, datasourceIndex, parts))
}

function namesOf(entity: EntityInfo, datasourceIndex: number, { widget, aliasName }: ItemParts) {
  const datasource = widget.config.datasources[datasourceIndex]
  return {
    entityName: entity.name,
    entityLabel: entity.label,
    aliasName: datasource?.entityAliasId ? aliasName(datasource.entityAliasId) : '',
    dsName: datasource?.name ?? entity.name,
  }
}

/** Text of a value of a series, as latest values have it. */
export function textAt({ column }: SeriesView, index: number): string {
  const text = column.texts?.[index]
  if (text !== null && text !== undefined) return text
  if (column.isBoolean) return column.values[index] === 1 ? 'true' : 'false'
  const figure = figureAt(column, index)
  return typeof figure === 'number' && Number.isNaN(figure) ? '' : String(figure)
}

/** Latitude and longitude in degrees; null: nowhere on Earth. */
export const worldPair = (latitude: number, longitude: number): Pair | null =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360 ? [latitude, longitude] : null

/** Shares of the width and the height of a picture. */
export const picturePair = (x: number, y: number): Pair | null =>
  Math.abs(x) <= 10 && Math.abs(y) <= 10 ? [x, y] : null
