/**
 * Table of an entity page: sticky header, highlighted open and selected rows, columns that are hidden when space is
 * short.
 */

import { SortButton } from './sort-button.tsx'
import './entity-table.css'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../locale/use-text.tsx'
import { Checkbox } from '../field/text-field.tsx'
import { useFocusBack } from '../overlay/focus-back.ts'
import { Skeleton } from '../states/states.tsx'
import type { CellContext, EntityColumn, RowsDescription } from './entity-description.ts'
import { fitColumns } from './fit-columns.ts'
import { RowActions } from './row-actions.tsx'
import type { TableQuery } from './table-query.ts'
import { useRowStops } from './use-row-stops.ts'

/** Widths of the check box and action columns, px. */
const checkWidth = 40
const actionsWidth = 84
/** With the label of the quick action, in tables of at least `labeledFromPx`. */
const labeledActionsWidth = 176
const labeledFromPx = 900

/**
 * Last width in px of each table, with the window width at that time: the first render already shows the columns that
 * fit.
 */
const lastRooms = new Map<string, { readonly windowPx: number; readonly px: number }>()

function roomGuess(table: string): number {
  const last = lastRooms.get(table)
  return last?.windowPx === window.innerWidth ? last.px : 0
}

const hasActions = <T,>({ quickAction, rowActions }: RowsDescription<T>) =>
  Boolean(quickAction) || rowActions.length > 0

export interface EntityTableProps<T> {
  readonly description: RowsDescription<T>
  readonly columns: readonly EntityColumn<T>[]
  /** Additional columns for wide tables. */
  readonly spareColumns?: readonly EntityColumn<T>[]
  readonly query: TableQuery
  readonly onSort: (property: string) => void
  /** Undefined during the first load. */
  readonly rows: readonly T[] | undefined
  readonly contextOf: (row: T) => CellContext
  /** Absent: rows can't be selected. */
  readonly selection?: {
    readonly ids: ReadonlySet<string>
    readonly toggle: (row: T, withShift: boolean) => void
    readonly toggleAll: () => void
  }
  readonly onOpen: (row: T) => void
}

export function EntityTable<T>(props: EntityTableProps<T>) {
  const { description, columns, query, rows, selection } = props
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const stops = useRowStops(body, query.open)
  const { name } = description
  const [room, setRoom] = useState(() => roomGuess(name))
  const isGuess = useRef(room > 0)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const update = () => {
      const px = element.clientWidth
      lastRooms.set(name, { windowPx: window.innerWidth, px })
      setRoom(px)
    }
    // A guessed width is verified by the observer, after the browser's own layout and before paint.
    if (!isGuess.current) update()
    isGuess.current = false
    const sizes = new ResizeObserver(() => flushSync(update))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [name])

  const withActions = hasActions(description)
  const labelsActions = Boolean(description.labelsQuickAction) && room >= labeledFromPx
  const actionsPx = withActions ? (labelsActions ? labeledActionsWidth : actionsWidth) : 0
  const beside = (selection ? checkWidth : 0) + actionsPx
  const { shown, dropped } = fitColumns(columns, room - beside, props.spareColumns)
  const skeleton = { columns: shown, hasSelection: Boolean(selection), hasActions: withActions }
  const under = dropped.filter((column) => column.underName)
  const selectable = rows?.filter((row) => description.isSelectable?.(row) ?? true) ?? []
  const selectedHere = selectable.filter((row) => selection?.ids.has(description.idOf(row))).length

  return (
    <div ref={box} className="sd-table-box">
      <table className="sd-table" data-wide-actions={labelsActions || undefined} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {selection && (
              <th className="sd-table-check">
                {selectable.length > 0 ? (
                  <Checkbox
                    label={t('ui.selectAll')}
                    isChecked={selectedHere === selectable.length}
                    isMixed={selectedHere > 0 && selectedHere < selectable.length}
                    onChange={selection.toggleAll}
                  />
                ) : (
                  <span className="sd-hidden-text">{t('ui.selection')}</span>
                )}
              </th>
            )}
            {shown.map((column) => (
              <HeadCell key={column.id} column={column} query={query} onSort={props.onSort} />
            ))}
            {withActions && (
              <th className="sd-table-actions">
                <span className="sd-hidden-text">{t('ui.more')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} {...stops}>
          {rows === undefined
            ? Array.from({ length: query.pageSize }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
                <SkeletonRow key={at} {...skeleton} at={at} />
              ))
            : rows.map((row) => (
                <Row
                  key={description.idOf(row)}
                  {...props}
                  row={row}
                  columns={shown}
                  under={under}
                  isOpen={query.open === description.idOf(row)}
                />
              ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadCellProps<T> {
  readonly column: EntityColumn<T>
  readonly query: TableQuery
  readonly onSort: (property: string) => void
}

function HeadCell<T>({ column, query, onSort }: HeadCellProps<T>) {
  const t = useText()
  const { sortProperty } = column
  const isSorted = sortProperty !== undefined && sortProperty === query.property
  const sort = isSorted ? (query.direction === 'ASC' ? 'ascending' : 'descending') : undefined
  return (
    <th data-numeric={column.isNumeric || undefined} data-sorted={isSorted || undefined} aria-sort={sort}>
      {sortProperty === undefined ? (
        t(column.title)
      ) : (
        <SortButton isSorted={isSorted} isDescending={query.direction === 'DESC'} onSort={() => onSort(sortProperty)}>
          {t(column.title)}
        </SortButton>
      )}
    </th>
  )
}

interface SkeletonRowProps<T> {
  readonly columns: readonly EntityColumn<T>[]
  readonly hasSelection: boolean
  readonly hasActions: boolean
  readonly at: number
}

function SkeletonRow<T>({ columns, hasSelection, hasActions, at }: SkeletonRowProps<T>) {
  return (
    <tr aria-hidden>
      {hasSelection && <td className="sd-table-check" />}
      {columns.map((column, index) => (
        <td key={column.id} data-numeric={column.isNumeric || undefined}>
          <Skeleton width={`${Math.max(30, 78 - index * 12 - ((at * 17) % 24))}%`} />
        </td>
      ))}
      {hasActions && <td className="sd-table-actions" />}
    </tr>
  )
}

interface RowProps<T> extends EntityTableProps<T> {
  readonly row: T
  readonly under: readonly EntityColumn<T>[]
  readonly isOpen: boolean
}

function Row<T>({ description, columns, under, contextOf, selection, onOpen, row, isOpen }: RowProps<T>) {
  const t = useText()
  const id = description.idOf(row)
  const name = description.nameOf(row)
  const context = contextOf(row)
  const element = useRef<HTMLTableRowElement>(null)
  // When a row is deleted, the focus moves to its neighbor.
  useFocusBack(element, (tr) => {
    const neighbour = tr.nextElementSibling ?? tr.previousElementSibling
    return () => neighbour?.querySelector('[data-row]')
  })
  const isSelected = selection?.ids.has(id) ?? false

  const opener = (content: ReactNode): ReactNode => {
    const path = description.pageOf?.(row)
    const parts = { className: 'sd-row-name', 'data-row': id }
    if (path !== undefined) {
      return (
        // The path of a description always has a route.
        <Link {...parts} to={path as '/home'} search={{}} onClick={(event) => event.stopPropagation()}>
          {content}
        </Link>
      )
    }
    return (
      <button
        {...parts}
        type="button"
        aria-expanded={isOpen}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(row)
        }}
      >
        {content}
      </button>
    )
  }

  const cellOf = (column: EntityColumn<T>): ReactNode => {
    const content = column.cell(row, context)
    if (column.priority !== 1) return content
    const below = under
      .map(({ id, underName }) => ({ id, text: underName?.(row, context) }))
      .filter(({ text }) => text !== undefined && text !== null && text !== '')
    return (
      <>
        {opener(content)}
        {below.length > 0 && (
          <span className="sd-row-under">
            {below.map(({ id, text }) => (
              <span key={id}>{text}</span>
            ))}
          </span>
        )}
      </>
    )
  }

  return (
    // The name in the row is the button or link; the row only enlarges its click target.
    <tr
      ref={element}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      onClick={() => onOpen(row)}
    >
      {selection && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keeps clicks beside the box from opening the row
        <td className="sd-table-check" onClick={(event) => event.stopPropagation()}>
          {(description.isSelectable?.(row) ?? true) && (
            <Checkbox
              label={t('ui.selectRow', { name })}
              isChecked={isSelected}
              onChange={(_, withShift) => selection.toggle(row, withShift)}
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} data-numeric={column.isNumeric || undefined}>
          {cellOf(column)}
        </td>
      ))}
      {hasActions(description) && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keeps clicks beside the actions from opening the row
        <td className="sd-table-actions" onClick={(event) => event.stopPropagation()}>
          <RowActions description={description} row={row} name={name} />
        </td>
      )}
    </tr>
  )
}
