/**
 * Changes of a dashboard that can be undone: each command is a pure function from dashboard to dashboard with a label.
 * Unknown keys are kept, unchanged parts are shared, and a command without effect returns the same object.
 */

import { own } from '../../own.ts'
import type { DashboardLayout, JsonObject } from '../dashboard-configuration.ts'
import { mobileOrderOf } from '../dashboard-layout.ts'
import { isJsonObject, numberOf, objectOf, textOf } from '../json-parts.ts'
import { besideOf, type Cells, type CellsById, findRoom, pushDown, within } from './cells.ts'
import type { EditableDashboard } from './editable-dashboard.ts'
import { changeAt, partAt, withMember, withoutMembers } from './json-path.ts'

export type CommandKind =
  | 'addWidget'
  | 'pasteWidgets'
  | 'pasteReferences'
  | 'replaceReference'
  | 'importWidget'
  | 'removeWidgets'
  | 'moveWidgets'
  | 'resizeWidget'
  | 'duplicateWidgets'
  | 'setWidget'
  | 'reorderWidget'
  | 'setMobilePlace'
  | 'addState'
  | 'changeState'
  | 'duplicateState'
  | 'removeState'
  | 'setRootState'
  | 'addRightLayout'
  | 'removeRightLayout'
  | 'setGridSettings'
  | 'setSettings'
  | 'setTitle'
  | 'setTimeWindow'
  | 'setAliases'
  | 'setFilters'
  | 'restoreDraft'

/** What a command does, for texts such as “Undo move of Temperature”. */
export interface CommandLabel {
  readonly kind: CommandKind
  /** Name of the first widget or of the state; empty if it has none. */
  readonly name: string
  /** Widgets that it changes. */
  readonly count: number
}

export interface Command {
  readonly label: CommandLabel
  readonly apply: (dashboard: EditableDashboard) => EditableDashboard
}

/** Layout of a state that a command changes. */
export interface LayoutPlace {
  readonly stateId: string
  readonly layoutId: 'main' | 'right'
}

export const columnsDefault = 24

/** Changes a part of the configuration. */
export function inConfiguration(
  path: readonly string[],
  change: (part: JsonObject) => JsonObject,
): (dashboard: EditableDashboard) => EditableDashboard {
  return (dashboard) => {
    const configuration = changeAt(dashboard.configuration, path, change)
    return configuration === dashboard.configuration ? dashboard : { ...dashboard, configuration }
  }
}

/** Path of a layout in the configuration. */
export const layoutPath = ({ stateId, layoutId }: LayoutPlace) => ['states', stateId, 'layouts', layoutId]

const label = (kind: CommandKind, name = '', count = 1): CommandLabel => ({ kind, name, count })

/** Name that a widget has for its author: its title, or else its type's. */
export function widgetNameOf({ configuration }: EditableDashboard, widgetId: string): string {
  const widget = partAt(configuration, ['widgets', widgetId])
  return textOf(objectOf(widget.config).title) ?? textOf(widget.title) ?? textOf(widget.typeAlias) ?? ''
}

export const labelOfWidgets = (kind: CommandKind, dashboard: EditableDashboard, ids: readonly string[]): CommandLabel =>
  label(kind, ids[0] === undefined ? '' : widgetNameOf(dashboard, ids[0]), ids.length)

/** Columns of a layout's grid. */
export const columnsOf = ({ configuration }: EditableDashboard, place: LayoutPlace): number =>
  Math.max(
    1,
    Math.round(numberOf(partAt(configuration, [...layoutPath(place), 'gridSettings']).columns) ?? columnsDefault),
  )

/** Cells of all widgets of a layout. */
export function cellsOf({ configuration }: EditableDashboard, place: LayoutPlace): CellsById {
  const entries = Object.entries(partAt(configuration, [...layoutPath(place), 'widgets'])).filter(([, one]) =>
    isJsonObject(one),
  )
  return new Map(
    entries.map(([id, json]) => {
      const { row, col, sizeX, sizeY } = objectOf(json)
      return [
        id,
        {
          row: Math.max(0, numberOf(row) ?? 0),
          col: Math.max(0, numberOf(col) ?? 0),
          sizeX: Math.max(0.5, numberOf(sizeX) ?? 8),
          sizeY: Math.max(0.5, numberOf(sizeY) ?? 6),
        },
      ]
    }),
  )
}

/** Writes the cells of widgets that changed; other keys of their places are kept. */
function withCells(dashboard: EditableDashboard, place: LayoutPlace, next: CellsById): EditableDashboard {
  const before = cellsOf(dashboard, place)
  return inConfiguration([...layoutPath(place), 'widgets'], (places) => {
    let result = places
    for (const [id, cells] of next) {
      const old = before.get(id)
      const isSame = old && (['row', 'col', 'sizeX', 'sizeY'] as const).every((name) => old[name] === cells[name])
      if (!isSame) result = withMember(result, id, { ...objectOf(own(result, id)), ...cells })
    }
    return result
  })(dashboard)
}

/** Sets cells of widgets; what they cover moves down. */
export function placed(dashboard: EditableDashboard, place: LayoutPlace, cells: CellsById): EditableDashboard {
  const columns = columnsOf(dashboard, place)
  const all = new Map(cellsOf(dashboard, place))
  for (const [id, one] of cells) all.set(id, within(one, columns))
  return withCells(dashboard, place, pushDown(all, new Set(cells.keys())))
}

/** Moves widgets together by rows and columns, as far as the first of them can go. */
export function moveWidgets(
  dashboard: EditableDashboard,
  place: LayoutPlace,
  ids: readonly string[],
  by: { readonly rows: number; readonly cols: number },
): Command {
  return {
    label: labelOfWidgets('moveWidgets', dashboard, ids),
    apply(before) {
      const all = cellsOf(before, place)
      const moved = ids.flatMap((id) => {
        const cells = all.get(id)
        return cells ? [[id, cells] as const] : []
      })
      if (moved.length === 0) return before
      const columns = columnsOf(before, place)
      const { rows, cols } = movedBy(
        moved.map(([, cells]) => cells),
        by,
        columns,
      )
      if (rows === 0 && cols === 0) return before
      return placed(
        before,
        place,
        new Map(moved.map(([id, cells]) => [id, { ...cells, row: cells.row + rows, col: cells.col + cols }])),
      )
    },
  }
}

/** How far widgets can move together: not above the first row, nor past the edges of the grid. */
export function movedBy(
  moved: readonly Cells[],
  by: { readonly rows: number; readonly cols: number },
  columns: number,
): { readonly rows: number; readonly cols: number } {
  const top = Math.min(...moved.map(({ row }) => row))
  const left = Math.min(...moved.map(({ col }) => col))
  const right = Math.max(...moved.map(({ col, sizeX }) => Math.min(columns, col + sizeX)))
  return { rows: Math.max(-top, by.rows), cols: Math.min(columns - right, Math.max(-left, by.cols)) }
}

/** Sets position and size of a widget; what it covers moves down. */
export function resizeWidget(dashboard: EditableDashboard, place: LayoutPlace, id: string, cells: Cells): Command {
  return {
    label: labelOfWidgets('resizeWidget', dashboard, [id]),
    apply: (before) => (cellsOf(before, place).has(id) ? placed(before, place, new Map([[id, cells]])) : before),
  }
}

/** Removes widgets from a layout; a widget that is in no other layout is removed from the dashboard. */
export function removeWidgets(dashboard: EditableDashboard, place: LayoutPlace, ids: readonly string[]): Command {
  return {
    label: labelOfWidgets('removeWidgets', dashboard, ids),
    apply: (before) =>
      withoutUnplaced(
        inConfiguration([...layoutPath(place), 'widgets'], (places) => withoutMembers(places, ids))(before),
        ids,
      ),
  }
}

/** Ids of the widgets in each layout of each state. */
function placedIds({ configuration }: EditableDashboard): Set<string> {
  const layouts = Object.values(objectOf(configuration.states)).flatMap((state) =>
    Object.values(objectOf(objectOf(state).layouts)),
  )
  return new Set(layouts.flatMap((layout) => Object.keys(objectOf(objectOf(layout).widgets))))
}

function withoutUnplaced(dashboard: EditableDashboard, ids: readonly string[]): EditableDashboard {
  const still = placedIds(dashboard)
  const unplaced = ids.filter((id) => !still.has(id))
  return inConfiguration(['widgets'], (widgets) => withoutMembers(widgets, unplaced))(dashboard)
}

/** Copies widgets; each copy is to the right of its original, or below it. `newIds`: an id for each. */
export function duplicateWidgets(
  dashboard: EditableDashboard,
  place: LayoutPlace,
  ids: readonly string[],
  newIds: readonly string[],
): Command {
  return {
    label: labelOfWidgets('duplicateWidgets', dashboard, ids),
    apply(before) {
      let after = before
      for (const [index, id] of ids.entries()) {
        const newId = newIds[index]
        const widget = own(objectOf(after.configuration.widgets), id)
        const original = cellsOf(after, place).get(id)
        if (newId === undefined || !isJsonObject(widget) || !original) continue
        const rest = partAt(after.configuration, [...layoutPath(place), 'widgets', id])
        const room = besideOf(original, cellsOf(after, place), columnsOf(after, place))
        after = inConfiguration(['widgets'], (all) => withMember(all, newId, { ...widget, id: newId }))(after)
        after = inConfiguration([...layoutPath(place), 'widgets'], (all) => withMember(all, newId, rest))(after)
        after = placed(after, place, new Map([[newId, room]]))
      }
      return after
    },
  }
}

/** Adds a widget where there is room. `size`: for a grid of 24 columns. */
export function addWidget(
  place: LayoutPlace,
  id: string,
  widget: JsonObject,
  size: Pick<Cells, 'sizeX' | 'sizeY'>,
): Command {
  return {
    label: label('addWidget', textOf(objectOf(widget.config).title) ?? textOf(widget.title) ?? ''),
    apply(before) {
      if (!isJsonObject(own(objectOf(before.configuration.states), place.stateId))) return before
      const columns = columnsOf(before, place)
      const scale = columns / columnsDefault
      const scaled = {
        sizeX: Math.min(columns, Math.max(1, Math.round(size.sizeX * scale))),
        sizeY: Math.max(1, Math.round(size.sizeY * scale)),
      }
      const room = findRoom(scaled, cellsOf(before, place), columns)
      const added = inConfiguration(['widgets'], (all) => withMember(all, id, { ...widget, id, ...room }))(before)
      return inConfiguration([...layoutPath(place), 'widgets'], (all) => withMember(all, id, room))(added)
    },
  }
}

/** Replaces a widget, with its whole configuration. */
export function setWidget(dashboard: EditableDashboard, id: string, widget: JsonObject): Command {
  return {
    label: labelOfWidgets('setWidget', dashboard, [id]),
    apply: inConfiguration(['widgets'], (all) => (Object.hasOwn(all, id) ? withMember(all, id, widget) : all)),
  }
}

/** Changes the configuration of a widget. */
export function changeWidgetConfig(
  dashboard: EditableDashboard,
  id: string,
  change: (config: JsonObject) => JsonObject,
): Command {
  return {
    label: labelOfWidgets('setWidget', dashboard, [id]),
    apply: inConfiguration(['widgets'], (all) =>
      isJsonObject(own(all, id)) ? changeAt(all, [id, 'config'], change) : all,
    ),
  }
}

/** Moves a widget up or down in the single column of phones, which gives all widgets an explicit order. */
export function reorderWidget(
  dashboard: EditableDashboard,
  place: LayoutPlace,
  id: string,
  by: -1 | 1,
  /** The layout and the widgets as they are shown. */
  shown: { readonly layout: DashboardLayout; readonly widgets: Parameters<typeof mobileOrderOf>[1] },
): Command {
  const order = mobileOrderOf(shown.layout, shown.widgets).map((item) => item.id)
  const from = order.indexOf(id)
  const to = from + by
  return {
    label: labelOfWidgets('reorderWidget', dashboard, [id]),
    apply(before) {
      if (from < 0 || to < 0 || to >= order.length) return before
      const next = order.toSpliced(from, 1).toSpliced(to, 0, id)
      return inConfiguration([...layoutPath(place), 'widgets'], (places) =>
        next.reduce(
          (all, one, mobileOrder) =>
            withMember(all, one, withMember(objectOf(own(all, one)), 'mobileOrder', mobileOrder)),
          places,
        ),
      )(before)
    },
  }
}

/** Place of a widget in the single column of phones; null: not set. */
export interface MobilePlace {
  /** Rows. */
  readonly mobileHeight: number | null
  readonly mobileHide: boolean
  /** Lower numbers come first. */
  readonly mobileOrder: number | null
}

/** Sets the given parts of a widget's place on phones. */
export function setMobilePlace(
  dashboard: EditableDashboard,
  place: LayoutPlace,
  id: string,
  { mobileHide, ...numbers }: Partial<MobilePlace>,
): Command {
  return {
    label: labelOfWidgets('setMobilePlace', dashboard, [id]),
    apply: inConfiguration([...layoutPath(place), 'widgets'], (places) => {
      const before = own(places, id)
      if (!isJsonObject(before)) return places
      let after = before
      for (const [name, value] of Object.entries(numbers)) {
        if (value !== undefined) after = value === null ? withoutMembers(after, [name]) : withMember(after, name, value)
      }
      if (mobileHide || (mobileHide === false && after.mobileHide === true)) {
        after = withMember(after, 'mobileHide', mobileHide)
      }
      return withMember(places, id, after)
    }),
  }
}

/** Adds an empty state. No effect if the id is in use. */
export function addState(stateId: string, name: string): Command {
  const gridSettings = { backgroundColor: '#eeeeee', columns: columnsDefault, margin: 10, backgroundSizeMode: '100%' }
  const state = { name, root: false, layouts: { main: { widgets: {}, gridSettings } } }
  return {
    label: label('addState', name),
    apply: inConfiguration(['states'], (all) => (Object.hasOwn(all, stateId) ? all : withMember(all, stateId, state))),
  }
}

/** Removes a state with the widgets that are in no other state. The root state can't be removed. */
export function removeState(stateId: string, name: string): Command {
  return {
    label: label('removeState', name),
    apply(before) {
      const state = partAt(before.configuration, ['states', stateId])
      if (state.root === true) return before
      const ids = Object.values(objectOf(state.layouts)).flatMap((one) => Object.keys(objectOf(objectOf(one).widgets)))
      return withoutUnplaced(inConfiguration(['states'], (all) => withoutMembers(all, [stateId]))(before), ids)
    },
  }
}

/** Makes a state the one that opens first. */
export function setRootState(stateId: string, name: string): Command {
  return {
    label: label('setRootState', name),
    apply: inConfiguration(['states'], (all) =>
      isJsonObject(own(all, stateId))
        ? Object.keys(all).reduce(
            (next, id) => changeAt(next, [id], (one) => withMember(one, 'root', id === stateId)),
            all,
          )
        : all,
    ),
  }
}

/** Adds an empty right layout next to the main one, which gets half of its columns. */
export function addRightLayout(stateId: string): Command {
  return {
    label: label('addRightLayout'),
    apply(before) {
      if ('right' in partAt(before.configuration, ['states', stateId, 'layouts'])) return before
      const main = { stateId, layoutId: 'main' } as const
      const half = withColumns(before, main, Math.max(1, Math.round(columnsOf(before, main) / 2)))
      const { gridSettings } = partAt(half.configuration, layoutPath(main))
      return inConfiguration(['states', stateId, 'layouts'], (all) =>
        withMember(all, 'right', { widgets: {}, gridSettings: objectOf(gridSettings) }),
      )(half)
    },
  }
}

/** Removes the right layout with its widgets; the main layout gets twice as many columns. */
export function removeRightLayout(stateId: string): Command {
  return {
    label: label('removeRightLayout'),
    apply(before) {
      const layouts = partAt(before.configuration, ['states', stateId, 'layouts'])
      if (!('right' in layouts)) return before
      const ids = Object.keys(objectOf(objectOf(layouts.right).widgets))
      const single = inConfiguration(['states', stateId, 'layouts'], (all) => withoutMembers(all, ['right']))(before)
      const main = { stateId, layoutId: 'main' } as const
      return withColumns(withoutUnplaced(single, ids), main, columnsOf(before, main) * 2)
    },
  }
}

/** Sets members of a layout's grid settings. Other columns rescale the widgets. */
export function setGridSettings(place: LayoutPlace, settings: JsonObject): Command {
  return {
    label: label('setGridSettings'),
    apply(before) {
      const columns = numberOf(settings.columns)
      const scaled = columns === null ? before : withColumns(before, place, columns)
      return inConfiguration([...layoutPath(place), 'gridSettings'], (all) => withMembers(all, settings))(scaled)
    },
  }
}

/** Another number of columns; positions and sizes keep their share of the width. */
function withColumns(dashboard: EditableDashboard, place: LayoutPlace, columns: number): EditableDashboard {
  const before = columnsOf(dashboard, place)
  if (columns === before) return dashboard
  const ratio = columns / before
  const scaled = new Map(
    [...cellsOf(dashboard, place)].map(([id, { row, col, sizeX, sizeY }]) => {
      const top = Math.round(row * ratio)
      const left = Math.min(columns - 1, Math.round(col * ratio))
      const right = Math.min(columns, Math.max(left + 1, Math.round((col + sizeX) * ratio)))
      const bottom = Math.max(top + 1, Math.round((row + sizeY) * ratio))
      return [id, { row: top, col: left, sizeX: right - left, sizeY: bottom - top }]
    }),
  )
  const set = inConfiguration([...layoutPath(place), 'gridSettings'], (all) => withMember(all, 'columns', columns))
  return set(withCells(dashboard, place, scaled))
}

const withMembers = (json: JsonObject, members: JsonObject): JsonObject =>
  Object.entries(members).reduce((all, [name, value]) => withMember(all, name, value), json)

/** Sets members of the dashboard's settings. */
export const setSettings = (settings: JsonObject): Command => ({
  label: label('setSettings'),
  apply: inConfiguration(['settings'], (all) => withMembers(all, settings)),
})

export const setTitle = (title: string): Command => ({
  label: label('setTitle', title),
  apply: (before) => (before.title === title ? before : { ...before, title, name: title }),
})

const setPart = (kind: CommandKind, name: string, value: unknown): Command => ({
  label: label(kind),
  apply: inConfiguration([], (configuration) => withMember(configuration, name, value)),
})

/** Sets the time window that the dashboard opens with. */
export const setTimeWindow = (timewindow: unknown): Command => setPart('setTimeWindow', 'timewindow', timewindow)

/** Replaces all entity aliases. */
export const setAliases = (aliases: JsonObject): Command => setPart('setAliases', 'entityAliases', aliases)

/** Replaces all filters. */
export const setFilters = (filters: JsonObject): Command => setPart('setFilters', 'filters', filters)
