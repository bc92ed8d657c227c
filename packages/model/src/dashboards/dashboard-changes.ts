/** Compares two dashboards: which widgets, states, aliases, filters and settings were added, changed or removed. */

import { isSameJson } from '../same-json.ts'
import type { DashboardInput } from './dashboard.ts'
import type { JsonObject } from './dashboard-configuration.ts'
import type { DashboardChangeCounts } from './dashboard-version.ts'
import { isJsonObject, objectOf, textOf } from './json-parts.ts'

/** Parts of a dashboard that versions contain. Assignments aren't among them. */
export type DashboardContent = Pick<DashboardInput, 'title' | 'image' | 'mobileHide' | 'mobileOrder' | 'configuration'>

export interface NamedPart {
  readonly id: string
  /** Title or name; empty if it has none. */
  readonly name: string
}

export interface PartChanges {
  readonly added: readonly NamedPart[]
  readonly changed: readonly NamedPart[]
  readonly removed: readonly NamedPart[]
}

export interface DashboardChanges {
  /** A widget that was moved or resized counts as changed. */
  readonly widgets: PartChanges
  readonly states: PartChanges
  readonly aliases: PartChanges
  readonly filters: PartChanges
  /** Keys of changed settings, as in the API: `title`, `image`, `timewindow`, `dashboardCss` … */
  readonly settings: readonly string[]
}

/** Changes from `before` to `after`. Never throws, whatever the configurations contain. */
export function dashboardChanges(before: DashboardContent, after: DashboardContent): DashboardChanges {
  const [a, b] = [objectOf(before.configuration), objectOf(after.configuration)]
  const widgets = [widgetsOf(a), widgetsOf(b)] as const
  const isWidget = (id: string) => Object.hasOwn(widgets[0], id) || Object.hasOwn(widgets[1], id)
  const states = [statesOf(a, isWidget), statesOf(b, isWidget)] as const
  return {
    widgets: partChanges(placed(widgets[0], states[0].places), placed(widgets[1], states[1].places), ({ widget }) =>
      titleOf(widget),
    ),
    states: partChanges(states[0].states, states[1].states, (state) => textOf(objectOf(state).name) ?? ''),
    aliases: partChanges(
      { ...objectOf(a.deviceAliases), ...objectOf(a.entityAliases) },
      { ...objectOf(b.deviceAliases), ...objectOf(b.entityAliases) },
      (alias) => textOf(objectOf(alias).alias) ?? '',
    ),
    filters: partChanges(objectOf(a.filters), objectOf(b.filters), (filter) => textOf(objectOf(filter).filter) ?? ''),
    settings: [
      ...changedKeys(detailsOf(before), detailsOf(after)),
      ...changedKeys(otherParts(a), otherParts(b)),
      ...changedKeys(objectOf(a.settings), objectOf(b.settings)),
    ],
  }
}

/** Numbers of changes, as stored with a version. */
export const countChanges = ({ widgets, states, aliases, filters, settings }: DashboardChanges) =>
  ({
    widgetsAdded: widgets.added.length,
    widgetsChanged: widgets.changed.length,
    widgetsRemoved: widgets.removed.length,
    states: totalOf(states),
    aliases: totalOf(aliases),
    filters: totalOf(filters),
    settings: settings.length,
  }) satisfies DashboardChangeCounts

const totalOf = ({ added, changed, removed }: PartChanges): number => added.length + changed.length + removed.length

const detailsOf = ({ title, image, mobileHide, mobileOrder }: DashboardContent): JsonObject => ({
  title,
  image: image ?? null,
  mobileHide: mobileHide ?? false,
  mobileOrder: mobileOrder ?? null,
})

/** Parts of a configuration that have their own list of changes. */
const listedParts = ['widgets', 'states', 'entityAliases', 'deviceAliases', 'filters', 'settings']

const otherParts = (configuration: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(configuration).filter(([key]) => !listedParts.includes(key)))

/** Widgets by id. Legacy dashboards have a list; those without an id are named by their position. */
function widgetsOf({ widgets }: JsonObject): JsonObject {
  if (!Array.isArray(widgets)) return objectOf(widgets)
  return Object.fromEntries(widgets.map((widget, at) => [textOf(objectOf(widget).id) ?? String(at), widget]))
}

const titleOf = (widget: unknown): string => {
  const { config, title } = objectOf(widget)
  return textOf(objectOf(config).title) ?? textOf(title) ?? ''
}

interface States {
  /** States without the positions of existing widgets. */
  readonly states: JsonObject
  /** Positions by widget: state, layout and place. */
  readonly places: ReadonlyMap<string, readonly unknown[]>
}

/** Separates the positions of widgets, which are changes of the widgets, from the rest of the states. */
function statesOf(configuration: JsonObject, isWidget: (id: string) => boolean): States {
  const places = new Map<string, unknown[]>()
  const layoutOf = (stateId: string, name: string, layout: unknown): unknown => {
    if (!isJsonObject(layout) || !isJsonObject(layout.widgets)) return layout
    const others: [string, unknown][] = []
    for (const [id, place] of Object.entries(layout.widgets)) {
      if (!isWidget(id)) others.push([id, place])
      else if (!places.get(id)?.push([stateId, name, place])) places.set(id, [[stateId, name, place]])
    }
    return { ...layout, widgets: Object.fromEntries(others) }
  }
  const states = Object.entries(objectOf(configuration.states)).map(([id, state]) => {
    if (!isJsonObject(state) || !isJsonObject(state.layouts)) return [id, state]
    const layouts = Object.entries(state.layouts).map(([name, layout]) => [name, layoutOf(id, name, layout)])
    return [id, { ...state, layouts: Object.fromEntries(layouts) }]
  })
  return { states: Object.fromEntries(states), places }
}

const placed = (widgets: JsonObject, places: States['places']) =>
  Object.fromEntries(Object.entries(widgets).map(([id, widget]) => [id, { widget, places: places.get(id) ?? [] }]))

function partChanges<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  nameOf: (part: T) => string,
): PartChanges {
  const of = (parts: Readonly<Record<string, T>>, isListed: (id: string, part: T) => boolean): NamedPart[] =>
    Object.entries(parts).flatMap(([id, part]) => (isListed(id, part) ? [{ id, name: nameOf(part) }] : []))
  return {
    added: of(after, (id) => !Object.hasOwn(before, id)),
    changed: of(after, (id, part) => Object.hasOwn(before, id) && !isSameJson(before[id], part)),
    removed: of(before, (id) => !Object.hasOwn(after, id)),
  }
}

const changedKeys = (before: JsonObject, after: JsonObject): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !isSameJson(before[key], after[key]))
