/** Functions of a map's settings: texts, colors and images of markers and shapes, one call per entity. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { doesSomething, leavesPositions } from '@sonde/model/dashboards/known-functions'
import { resultText } from '@sonde/model/dashboards/series-column'
import { useMemo, useRef } from 'react'
import {
  type CallMemo,
  cssColor,
  formattedRows,
  type NamedFunction,
  useCallMemo,
  type WidgetProps,
} from '../../dashboards/widget-api.ts'
import { type MapItem, picturePair } from './map-data.ts'
import type { MarkerImage } from './map-scene.ts'
import type { Pair } from './map-shapes.ts'

/** Functions that maps run, and the settings that switch them on. */
const flags = {
  labelFunction: 'useLabelFunction',
  tooltipFunction: 'useTooltipFunction',
  colorFunction: 'useColorFunction',
  markerImageFunction: 'useMarkerImageFunction',
  polygonLabelFunction: 'usePolygonLabelFunction',
  polygonTooltipFunction: 'usePolygonTooltipFunction',
  polygonColorFunction: 'usePolygonColorFunction',
  polygonStrokeColorFunction: 'usePolygonStrokeColorFunction',
  circleLabelFunction: 'useCircleLabelFunction',
  circleTooltipFunction: 'useCircleTooltipFunction',
  circleFillColorFunction: 'useCircleFillColorFunction',
  circleStrokeColorFunction: 'useCircleStrokeColorFunction',
} as const

export type ItemFunction = keyof typeof flags

export const itemFunctionNames: readonly string[] = Object.keys(flags)

/** What functions make of an item. Without a function, and if it fails, the fixed value counts. */
export interface ItemFunctions {
  /** Pattern of a text; empty until the first result. */
  readonly pattern: (name: ItemFunction, item: MapItem, fixed: string) => string
  /** CSS color; null: the theme's. */
  readonly color: (name: ItemFunction, item: MapItem, fixed: string) => string | null
  /** Null: the usual pin. `fixed`: image and anchor without a function. */
  readonly image: (item: MapItem, fixed: PlacedImage, images: readonly string[]) => PlacedImage
}

export interface PlacedImage {
  readonly image: MarkerImage | null
  /** Shares of the image's size. */
  readonly anchor: Pair
}

type Row = Readonly<Record<string, unknown>>

/** Most entities whose looks functions decide, no more than a call memo remembers; others have the fixed looks. */
const functionItemsMax = 2000
const imagePxMax = 500

/** Items as functions get them: values by labels, all entities together, and the position among them. */
interface ItemRows {
  readonly all: readonly Row[]
  readonly byId: ReadonlyMap<string, { readonly row: Row; readonly text: string }>
  /** Changes with any of the rows. */
  readonly version: number
}

type Settings = Readonly<Partial<Record<ItemFunction, string>>> & { readonly [flag: string]: unknown }

export function useItemFunctions(
  widget: DashboardWidget,
  view: WidgetProps['view'],
  settings: Settings,
  items: readonly MapItem[],
): ItemFunctions & Pick<CallMemo, 'flush'> {
  const memo = useCallMemo(widget.id)
  const before = useRef<{ readonly texts: string; readonly version: number }>({ texts: '', version: 0 })
  return useMemo(() => {
    const used = new Map<ItemFunction, NamedFunction>()
    for (const [name, flag] of Object.entries(flags) as [ItemFunction, string][]) {
      const body = settings[name] ?? ''
      if (settings[flag] !== true || !doesSomething(body)) continue
      const argNames = name === 'markerImageFunction' ? imageArgs : itemArgs
      used.set(name, { setting: name, of: '', argNames, body })
    }
    if (used.size === 0) return { ...noFunctions, flush: memo.flush }
    const rows = itemRows(widget, view, items, before.current.version)
    const texts = [...rows.byId.values()].map(({ text }) => text).join('\n')
    if (texts !== before.current.texts) before.current = { texts, version: before.current.version + 1 }
    return { ...itemFunctions(used, { ...rows, version: before.current.version }, memo), flush: memo.flush }
  }, [memo, widget, view, settings, items])
}

const itemArgs = ['data', 'dsData', 'dsIndex']
const imageArgs = ['data', 'images', 'dsData', 'dsIndex']

export const noFunctions: ItemFunctions = {
  pattern: (_, __, fixed) => fixed,
  color: (_, __, fixed) => cssColor(fixed),
  image: (_, fixed) => fixed,
}

export function itemRows(
  widget: DashboardWidget,
  view: WidgetProps['view'],
  items: readonly MapItem[],
  version: number,
): ItemRows {
  const known = new Map<string, Row>()
  for (const row of formattedRows(widget, view)) {
    const id = String(row.entityId)
    // Of an entity in several datasources, the names of the first and the values of all.
    known.set(id, { ...row, ...known.get(id) })
  }
  const isSeries = view.series.length > 0
  const all: Row[] = []
  const byId = new Map<string, { readonly row: Row; readonly text: string }>()
  for (const { id, entity, ts } of items.slice(0, functionItemsMax)) {
    const { name: entityName, label: entityLabel } = entity
    const row = {
      entityName,
      entityLabel,
      entityId: id,
      entityType: entity.id.entityType,
      ...known.get(id),
      ...(isSeries && { time: ts }),
      dsIndex: all.length,
    }
    all.push(row)
    byId.set(id, { row, text: JSON.stringify(row) })
  }
  return { all, byId, version }
}

/** `used`: the functions that are switched on. */
export function itemFunctions(
  used: ReadonlyMap<ItemFunction, NamedFunction>,
  { all, byId, version }: ItemRows,
  memo: Pick<CallMemo, 'result'>,
): ItemFunctions {
  /** Null: no function. `isDone` false: there is no result yet. */
  function call(name: ItemFunction, { id }: MapItem, images: readonly string[] = []) {
    const named = used.get(name)
    const found = byId.get(id)
    if (!named || !found) return null
    const { row, text } = found
    // Only a function that reads the other rows is called again when they change.
    const readsAll = named.body.includes('dsData') || named.body.includes('arguments')
    const others = readsAll ? all : noRows
    const done = memo.result(named, id, readsAll ? `${version} ${text}` : text, () =>
      name === 'markerImageFunction' ? [row, images, others, row.dsIndex] : [row, others, row.dsIndex],
    )
    return { isDone: done !== null, value: done?.value }
  }

  return {
    pattern(name, item, fixed) {
      const made = call(name, item)
      if (!made) return fixed
      if (!made.isDone) return ''
      return made.value === undefined ? fixed : resultText(made.value)
    },
    color(name, item, fixed) {
      const value = call(name, item)?.value
      return (value === undefined ? null : cssColor(resultText(value))) ?? cssColor(fixed)
    },
    image(item, fixed, images) {
      const value = call('markerImageFunction', item, images)?.value
      return value === undefined ? fixed : imageOfResult(value, fixed)
    },
  }
}

const noRows: readonly Row[] = []

/** A result such as `{ url, size, markerOffset }`; anything else is no image. */
function imageOfResult(value: unknown, { anchor }: PlacedImage): PlacedImage {
  if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string') {
    return { image: null, anchor }
  }
  const { url } = value
  if (url.trim() === '') return { image: null, anchor }
  const size = 'size' in value ? Number(value.size) : Number.NaN
  const offset = 'markerOffset' in value && Array.isArray(value.markerOffset) ? value.markerOffset.map(Number) : []
  const [x = Number.NaN, y = Number.NaN] = offset
  return {
    image: { url, size: size > 0 ? Math.min(size, imagePxMax) : 34 },
    anchor: Number.isFinite(x) && Number.isFinite(y) ? [x, y] : anchor,
  }
}

const positionArgs = ['origXPos', 'origYPos']

/** Items where the position function places them: nowhere until its first result; unmoved if it fails. */
export function usePlacedItems(widget: DashboardWidget, body: string, items: readonly MapItem[]): readonly MapItem[] {
  const memo = useCallMemo(widget.id)
  return useMemo(() => {
    if (!doesSomething(body) || leavesPositions(body)) return items
    const named = { setting: 'posFunction', of: '', argNames: positionArgs, body }
    return items.map((item, index) => {
      const { id, position } = item
      if (!position || index >= functionItemsMax) return item
      const done = memo.result(named, id, position.join(' '), () => position)
      return { ...item, position: done ? (placeOf(done.value) ?? position) : null }
    })
  }, [memo, body, items])
}

function placeOf(value: unknown): Pair | null {
  if (typeof value !== 'object' || value === null || !('x' in value) || !('y' in value)) return null
  const [x, y] = [Number(value.x), Number(value.y)]
  return Number.isFinite(x) && Number.isFinite(y) ? picturePair(x, y) : null
}
