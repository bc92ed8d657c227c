/**
 * Grid of the editor: widgets draw live data but don't react; each is covered by a button that selects it. While
 * dragging, only transforms change, without rendering; the widgets are placed when the pointer is released.
 */

import type { DashboardLayout, DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { mobileOrderOf, type PlacedWidget, pitchOf } from '@sonde/model/dashboards/dashboard-layout'
import { type Cells, type Edges, resizedBy } from '@sonde/model/dashboards/editing/cells'
import {
  type Command,
  cellsOf,
  columnsOf,
  duplicateWidgets,
  movedBy,
  moveWidgets,
  removeWidgets,
  reorderWidget,
  resizeWidget,
  widgetNameOf,
} from '@sonde/model/dashboards/editing/commands'
import type { PasteCell } from '@sonde/model/dashboards/editing/widget-item'
import { own } from '@sonde/model/own'
import { ArrowDown, ArrowUp, CopyPlus, EllipsisVertical, Plus, Scaling, Settings2, Trash2 } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { MenuButton } from '../../ui/menu/menu.tsx'
import type { EditedGrid } from '../dashboard-editing.ts'
import { backgroundOf, usePlacedGrid } from '../use-placed-grid.ts'
import { useWidgetTitle } from '../use-widget-title.ts'
import { type MenuPoint, PointMenu } from './clipboard/point-menu.tsx'
import { useClipboard } from './clipboard/use-clipboard.tsx'
import { followPointer } from './pointer-drag.ts'
import { type Editor, type Selection, targetPlace } from './use-editor.ts'
import { WidgetPlaceDialog } from './widget-place-dialog.tsx'

/** Width of the tools of a selected widget, pixels; they stay inside of the grid. */
const toolsPx = { desktop: 172, mobile: 272 }
/** Empty rows below the last widget, where widgets can be dropped. */
const freeRows = 6

const handles: Readonly<Record<string, Edges>> = {
  top: { top: true },
  right: { right: true },
  bottom: { bottom: true },
  left: { left: true },
  'top left': { top: true, left: true },
  'top right': { top: true, right: true },
  'bottom right': { bottom: true, right: true },
  'bottom left': { bottom: true, left: true },
}

const arrows: Readonly<Record<string, { readonly rows: number; readonly cols: number }>> = {
  ArrowUp: { rows: -1, cols: 0 },
  ArrowDown: { rows: 1, cols: 0 },
  ArrowLeft: { rows: 0, cols: -1 },
  ArrowRight: { rows: 0, cols: 1 },
}

export interface EditorGridProps extends EditedGrid {
  readonly editor: Editor
}

export function EditorGrid({ editor, place, layout, widgets, types, screenPx, children }: EditorGridProps) {
  const t = useText()
  const { dashboard, select, run, say } = editor
  // Widgets that are hidden on phones can be selected there, to show them again.
  const whole = useMemo(() => withoutHiding(layout), [layout])
  const { box, size, isMobile, placed } = usePlacedGrid({ layout: whole, widgets, types, screenPx })
  const scroll = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const outer = useCallback(
    (element: HTMLDivElement | null) => {
      scroll.current = element
      box(element)
    },
    [box],
  )
  const [menu, setMenu] = useState<GridMenu | null>(null)
  const [sized, setSized] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const selected =
    editor.selection?.stateId === place.stateId && editor.selection.layoutId === place.layoutId
      ? editor.selection.ids.filter((id) => own(layout.widgets, id))
      : []
  const all = cellsOf(dashboard, place)
  const columns = columnsOf(dashboard, place)
  const pitch = pitchOf(layout, widgets, size)
  const { margin } = layout.gridSettings
  const order = isMobile ? mobileOrderOf(whole, widgets).map(({ id }) => id) : []
  /** Title that the widget shows, with its placeholders filled in. */
  const nameOf = (id: string) =>
    cellOf(id)?.querySelector('article')?.ariaLabel || widgetNameOf(dashboard, id) || t('dashboardEditor.widget')
  /** Runs a command on widgets; the history has the name that its first widget shows. */
  const runOn = (ids: readonly string[], command: Command, merges = false) =>
    run({ ...command, label: { ...command.label, name: nameOf(ids[0] ?? '') } }, merges)
  const cellOf = (id: string) => grid.current?.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`)
  useKeptFocus(grid)
  useRevealed(grid, selected.length > 0 ? editor.selection : null)

  const selectOnly = (id: string) => select({ ...place, ids: [id] })

  function sayCells(id: string, { row, col, sizeX, sizeY }: Cells) {
    say(t('dashboardEditor.placed', { name: nameOf(id), col: col + 1, row: row + 1, sizeX, sizeY }))
  }

  function move(ids: readonly string[], by: { rows: number; cols: number }, merges = false) {
    const command = moveWidgets(dashboard, place, ids, by)
    runOn(ids, command, merges)
    const [id] = ids
    const cells = id === undefined ? undefined : cellsOf(command.apply(dashboard), place).get(id)
    if (id !== undefined && cells) sayCells(id, cells)
  }

  function resize(id: string, cells: Cells, merges = false) {
    runOn([id], resizeWidget(dashboard, place, id, cells), merges)
    sayCells(id, cells)
  }

  function reorder(id: string, by: -1 | 1) {
    runOn([id], reorderWidget(dashboard, place, id, by, { layout: whole, widgets }))
    const at = Math.min(order.length, Math.max(1, order.indexOf(id) + 1 + by))
    say(t('dashboardEditor.reordered', { name: nameOf(id), at, total: order.length }))
  }

  const remove = (ids: readonly string[]) => editor.leaveAction(() => removeNow(ids))

  function removeNow(ids: readonly string[]) {
    const last = placed.widgets.findIndex(({ id }) => id === ids.at(-1))
    const heir = [...placed.widgets.slice(last + 1), ...placed.widgets.slice(0, last).reverse()].find(
      ({ id }) => !ids.includes(id),
    )
    // The focus moves on before its widget disappears.
    if (heir) cellOf(heir.id)?.querySelector<HTMLElement>('.db-edit-cover')?.focus()
    else scroll.current?.focus()
    runOn(ids, removeWidgets(dashboard, place, ids))
    select(null)
    say(t('dashboardEditor.removed', { name: nameOf(ids[0] ?? ''), count: ids.length }))
  }

  function duplicate(ids: readonly string[]) {
    const newIds = ids.map(() => crypto.randomUUID())
    runOn(ids, duplicateWidgets(dashboard, place, ids, newIds))
    select({ ...place, ids: newIds })
    say(t('dashboardEditor.duplicated', { name: nameOf(ids[0] ?? ''), count: ids.length }))
  }

  /** Cell at a point of the window; null: it has none, as on phones. */
  function cellAt({ x, y }: MenuPoint): PasteCell {
    const box = grid.current?.getBoundingClientRect()
    if (!box || isMobile) return null
    const row = Math.floor((y - box.top - margin) / pitch.row)
    const col = Math.floor((x - box.left - margin) / pitch.column)
    return { row: Math.max(0, row), col: Math.min(columns - 1, Math.max(0, col)) }
  }

  const mouse = useRef<MenuPoint | null>(null)
  const clipboard = useClipboard({
    editor,
    place,
    selected,
    nameOf,
    duplicate,
    remove,
    mouseCell() {
      if (mouse.current) return cellAt(mouse.current)
      const isElsewhere = document.querySelector('.db-edit[data-mouse]') !== null
      return isElsewhere || targetPlace(editor, place.stateId).layoutId !== place.layoutId ? 'none' : null
    },
  })

  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const { target } = event
    if (!(target instanceof Element) || target.closest('.db-edit-tools')) return
    event.preventDefault()
    const id = target.closest<HTMLElement>('[data-widget]')?.dataset.widget
    // The menu key has no position of its own.
    const box = target.getBoundingClientRect()
    const point =
      event.clientX > 0 || event.clientY > 0 ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.top }
    const ids = id === undefined ? [] : selected.includes(id) ? selected : [id]
    const next = { ...point, ids, cell: event.detail === 0 && event.button !== 2 ? null : cellAt(point) }
    if (id === undefined || selected.includes(id)) return setMenu(next)
    editor.leaveAction(() => {
      selectOnly(id)
      setMenu(next)
    })
  }

  function onMouse(event: PointerEvent<HTMLElement>, isInside: boolean) {
    mouse.current = isInside && event.pointerType === 'mouse' ? { x: event.clientX, y: event.clientY } : null
    event.currentTarget.toggleAttribute('data-mouse', mouse.current !== null)
  }

  function onKeyDown(event: KeyboardEvent) {
    const ids = selected
    const [id] = ids
    const isCommand = event.ctrlKey || event.metaKey
    if (id === undefined || event.altKey) return
    // Such a widget isn't selected before the user has answered; its button asks.
    const isSelf = !isCover(event.target) || (event.target instanceof Node && cellOf(id)?.contains(event.target))
    if (editor.hasUnapplied && !isSelf) return
    const by = arrows[event.key]
    if (by && !isCommand) {
      const cells = all.get(id)
      if (isMobile) {
        if (by.rows !== 0 && !event.shiftKey) reorder(id, by.rows < 0 ? -1 : 1)
      } else if (!event.shiftKey) move(ids, by, event.repeat)
      else if (cells) resize(id, resizedBy(cells, { right: true, bottom: true }, by, columns), event.repeat)
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && !isCommand) remove(ids)
    else if (event.key.toLowerCase() === 'd' && isCommand && !event.shiftKey) duplicate(ids)
    else if (event.key === 'Enter' && !isCommand && isCover(event.target)) editor.openSide('widget')
    else if (event.key === 'Escape') select(null)
    else return
    event.preventDefault()
  }

  function onPointerDown(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0) return
    const isSelected = selected.includes(id)
    const asks = !isSelected && editor.hasUnapplied
    // The focus goes to the question, not to the widget.
    if (asks) event.preventDefault()
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      select({ ...place, ids: isSelected ? selected.filter((one) => one !== id) : [...selected, id] })
      return
    }
    if (!isSelected) selectOnly(id)
    if (asks) return
    // A finger scrolls the page unless the widget was selected before.
    if (isMobile || (event.pointerType === 'touch' && !isSelected)) return
    const ids = isSelected ? selected : [id]
    const start = all.get(id)
    const moved = ids.flatMap((one) => all.get(one) ?? [])
    if (!start || !scroll.current) return
    const elements = ids.flatMap((one) => cellOf(one) ?? [])
    const by = (dx: number, dy: number) =>
      movedBy(moved, { rows: Math.round(dy / pitch.row), cols: Math.round(dx / pitch.column) }, columns)
    followPointer(event, event.currentTarget, scroll.current, {
      onStart: () => showDrag(elements, true),
      onMove(dx, dy) {
        for (const element of elements) element.style.transform = `translate3d(${dx}px, ${dy}px, 0)`
        const { rows, cols } = by(dx, dy)
        drawGhost({ ...start, row: start.row + rows, col: start.col + cols })
      },
      onEnd(end) {
        showDrag(elements, false)
        if (end) move(ids, by(end.dx, end.dy))
      },
    })
  }

  function onHandle(event: PointerEvent<HTMLElement>, id: string, edges: Edges) {
    const start = all.get(id)
    const element = cellOf(id)
    if (event.button !== 0 || !start || !element || !scroll.current) return
    event.stopPropagation()
    const cellsBy = (dx: number, dy: number) =>
      resizedBy(start, edges, { rows: Math.round(dy / pitch.row), cols: Math.round(dx / pitch.column) }, columns)
    followPointer(event, event.currentTarget, scroll.current, {
      onStart: () => showDrag([element], true),
      onMove: (dx, dy) => drawGhost(cellsBy(dx, dy)),
      onEnd(end) {
        showDrag([element], false)
        if (end) resize(id, cellsBy(end.dx, end.dy))
      },
    })
  }

  function showDrag(elements: readonly HTMLElement[], isOn: boolean) {
    if (grid.current) grid.current.toggleAttribute('data-dragging', isOn)
    if (ghost.current) ghost.current.hidden = !isOn
    for (const element of elements) {
      element.toggleAttribute('data-dragged', isOn)
      element.style.transform = ''
    }
  }

  function drawGhost({ row, col, sizeX, sizeY }: Cells) {
    const { current } = ghost
    if (!current) return
    current.style.transform = `translate3d(${margin + col * pitch.column}px, ${margin + row * pitch.row}px, 0)`
    current.style.width = `${sizeX * pitch.column - margin}px`
    current.style.height = `${sizeY * pitch.row - margin}px`
    current.dataset.size = `${sizeX} × ${sizeY}`
  }

  const lines = {
    '--db-column': `${pitch.column}px`,
    '--db-margin': `${margin}px`,
    height: isMobile ? placed.height : Math.max(placed.height + freeRows * pitch.row, size.height),
  } as CSSProperties

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside of it */}
      <div
        ref={outer}
        className="db-scroll db-edit"
        style={backgroundOf(layout.gridSettings)}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        onPointerMove={(event) => onMouse(event, true)}
        onPointerLeave={(event) => onMouse(event, false)}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget && event.target !== grid.current) return
          if (editor.hasUnapplied) event.preventDefault()
          select(null)
        }}
      >
        <div ref={grid} className="db-grid" data-lines={!isMobile || undefined} style={lines}>
          {placed.widgets.length === 0 && size.width > 0 && (
            <div className="db-edit-empty">
              <p>{t('dashboardEditor.empty')}</p>
              <Button icon={<Plus {...icon} />} onClick={() => clipboard.add('library')}>
                {t('widgetLibrary.addWidget')}
              </Button>
            </div>
          )}
          {placed.widgets.map((position) => {
            const { id, left, top, width, height } = position
            const widget = own(widgets, id)
            const cells = all.get(id)
            if (!widget || !cells) return null
            const isSelected = selected.includes(id)
            const isHidden = isMobile && layout.widgets[id]?.mobileHide
            return (
              <div
                key={id}
                className="db-cell"
                data-widget={id}
                data-selected={isSelected || undefined}
                data-hidden={isHidden || undefined}
                style={{ left, top, width, height }}
              >
                <div className="db-edit-content" inert>
                  {children(widget)}
                </div>
                <WithTitle widget={widget} types={types}>
                  {(title) => (
                    <>
                      <button
                        type="button"
                        className="db-edit-cover"
                        aria-pressed={isSelected}
                        aria-label={
                          isMobile
                            ? t('dashboardEditor.widgetInOrder', {
                                name: title,
                                at: order.indexOf(id) + 1,
                                total: order.length,
                              })
                            : t('dashboardEditor.widgetAt', {
                                name: title,
                                ...cells,
                                col: cells.col + 1,
                                row: cells.row + 1,
                              })
                        }
                        onPointerDown={(event) => onPointerDown(event, id)}
                        onDoubleClick={() => editor.openSide('widget')}
                        onFocus={(event) => {
                          if (isSelected || editor.hasUnapplied) return
                          if (event.currentTarget.matches(':focus-visible')) selectOnly(id)
                        }}
                        // Screen readers press buttons without a pointer.
                        onClick={(event) => {
                          if (event.detail === 0 && !isSelected) selectOnly(id)
                        }}
                      />
                      {isSelected && selected.at(-1) === id && (
                        <>
                          {!isMobile &&
                            selected.length === 1 &&
                            Object.entries(handles).map(([name, edges]) => (
                              <span
                                key={name}
                                className="db-edit-handle"
                                data-at={name}
                                aria-hidden
                                onPointerDown={(event) => onHandle(event, id, edges)}
                              />
                            ))}
                          <div
                            className="db-edit-tools"
                            role="toolbar"
                            aria-label={t('dashboardEditor.toolsOf', { name: title, count: selected.length })}
                            style={toolsAt(position, size.width, isMobile)}
                          >
                            {isMobile && (
                              <>
                                <IconButton
                                  size="sm"
                                  label={t('dashboardEditor.moveUp')}
                                  icon={<ArrowUp {...icon} />}
                                  disabled={order[0] === id}
                                  onClick={() => reorder(id, -1)}
                                />
                                <IconButton
                                  size="sm"
                                  label={t('dashboardEditor.moveDown')}
                                  icon={<ArrowDown {...icon} />}
                                  disabled={order.at(-1) === id}
                                  onClick={() => reorder(id, 1)}
                                />
                              </>
                            )}
                            {selected.length === 1 && (
                              <IconButton
                                size="sm"
                                label={t('dashboardEditor.settings')}
                                shortcut="Enter"
                                icon={<Settings2 {...icon} />}
                                onClick={() => editor.openSide('widget')}
                              />
                            )}
                            {selected.length === 1 && (
                              <IconButton
                                size="sm"
                                label={t('dashboardEditor.sizeAndPosition')}
                                icon={<Scaling {...icon} />}
                                onClick={() => setSized({ id, name: title })}
                              />
                            )}
                            <IconButton
                              size="sm"
                              label={t('dashboardEditor.duplicate')}
                              shortcut="Ctrl D"
                              icon={<CopyPlus {...icon} />}
                              onClick={() => duplicate(selected)}
                            />
                            <IconButton
                              size="sm"
                              label={t('dashboardEditor.remove')}
                              shortcut="Del"
                              icon={<Trash2 {...icon} />}
                              onClick={() => remove(selected)}
                            />
                            <MenuButton
                              size="sm"
                              label={t('widgetLibrary.more')}
                              icon={<EllipsisVertical {...icon} />}
                              items={() => clipboard.widgetItems(selected, false)}
                            />
                          </div>
                        </>
                      )}
                    </>
                  )}
                </WithTitle>
              </div>
            )
          })}
          <div ref={ghost} className="db-edit-ghost" hidden aria-hidden />
        </div>
      </div>
      {menu !== null && (
        <PointMenu
          key={`${menu.x} ${menu.y}`}
          at={menu}
          label={
            menu.ids.length > 0
              ? t('dashboardEditor.toolsOf', { name: nameOf(menu.ids[0] ?? ''), count: menu.ids.length })
              : t('widgetLibrary.gridMenu')
          }
          items={menu.ids.length > 0 ? clipboard.widgetItems(menu.ids, true) : clipboard.gridItems(menu.cell)}
          onClose={() => setMenu(null)}
        />
      )}
      {sized !== null && all.has(sized.id) && (
        <WidgetPlaceDialog
          editor={editor}
          place={place}
          widgetId={sized.id}
          name={sized.name}
          isMobile={isMobile}
          shownRows={mobileOrderOf(whole, widgets).find(({ id }) => id === sized.id)?.rows ?? 1}
          onClose={() => setSized(null)}
        />
      )}
    </>
  )
}

/** Menu of widgets, or of the empty grid. */
interface GridMenu extends MenuPoint {
  readonly ids: readonly string[]
  readonly cell: PasteCell
}

interface WithTitleProps extends Pick<EditedGrid, 'types'> {
  readonly widget: DashboardWidget
  readonly children: (title: string) => ReactNode
}

/** Title that the widget shows. */
function WithTitle({ widget, types, children }: WithTitleProps) {
  const t = useText()
  const state = types.of(widget)
  return children(useWidgetTitle(widget, state.kind === 'ready' ? state.type : null) || t('dashboardEditor.widget'))
}

const isCover = (target: EventTarget) => target instanceof Element && target.matches('.db-edit-cover')

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const

/** Tools at the upper right corner of their widget, inside of the grid. */
function toolsAt({ left, top, width }: PlacedWidget, gridWidth: number, isMobile: boolean): CSSProperties {
  const toolsWidth = isMobile ? toolsPx.mobile : toolsPx.desktop
  const start = Math.min(Math.max(4, left + width - toolsWidth - 12), Math.max(4, gridWidth - toolsWidth - 4))
  return { left: start - left, top: top < 24 ? 4 : -20 }
}

function withoutHiding(layout: DashboardLayout): DashboardLayout {
  const places = Object.entries(layout.widgets)
  if (!places.some(([, { mobileHide }]) => mobileHide)) return layout
  return { ...layout, widgets: Object.fromEntries(places.map(([id, one]) => [id, { ...one, mobileHide: false }])) }
}

/** A widget that moves to another position in the document loses the focus; it gets it back. */
function useKeptFocus(grid: RefObject<HTMLDivElement | null>) {
  const focused = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const before = focused.current
    if (before?.isConnected && document.activeElement === document.body) before.focus()
  })
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const onFocus = ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLElement ? target : null
    }
    // Focus that the user moved elsewhere is not taken back; removal from the document fires no event.
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = null
    }
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', onBlur)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', onBlur)
    }
  }, [grid])
}

/** Scrolls to widgets that were just added and focuses the last one, unless a dialog is open. */
function useRevealed(grid: RefObject<HTMLDivElement | null>, selection: Selection | null) {
  const revealed = useRef<Selection | null>(null)
  useEffect(() => {
    const id = selection?.ids.at(-1)
    if (!selection?.isNew || id === undefined || revealed.current === selection) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`)
    if (!cell) return
    revealed.current = selection
    cell.scrollIntoView({ block: 'nearest' })
    if (!document.querySelector('dialog[open]'))
      cell.querySelector<HTMLElement>('.db-edit-cover')?.focus({ preventScroll: true })
  })
}
