/** List of an entity page on phones: two lines and a state per item. "Select" turns selecting on. */

import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { Checkbox, CheckField } from '../field/text-field.tsx'
import { Skeleton } from '../states/states.tsx'
import type { CellContext, RowsDescription } from './entity-description.ts'
import { RowMenu } from './row-actions.tsx'
import type { Selection } from './use-selection.ts'

interface EntityListProps<T> {
  readonly description: RowsDescription<T>
  readonly rows: readonly T[] | undefined
  readonly contextOf: (row: T) => CellContext
  readonly onOpen: (row: T) => void
  /** Undefined: there are no bulk actions. */
  readonly selection?: Selection<T> | undefined
}

export function EntityList<T>({ description, rows, contextOf, onOpen, selection }: EntityListProps<T>) {
  const t = useText()
  const [isSelecting, setSelecting] = useState((selection?.ids.size ?? 0) > 0)
  if (rows === undefined) {
    return (
      <ul className="sd-list" aria-busy aria-label={t(description.title)}>
        {Array.from({ length: 8 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are alike
          <li key={at} className="sd-list-item" aria-hidden>
            <Skeleton width={10} />
            <span>
              <Skeleton width="60%" />
            </span>
          </li>
        ))}
      </ul>
    )
  }
  const isSelectable = description.isSelectable ?? (() => true)
  const selectable = selection ? rows.filter(isSelectable) : []
  const isOn = isSelecting && selection !== undefined
  return (
    <>
      {selection && (isOn || selectable.length > 0) && (
        <SelectTools
          isOn={isOn}
          idOf={description.idOf}
          selectable={selectable}
          selection={selection}
          onToggle={() => {
            if (isOn) selection.clear()
            setSelecting(!isOn)
          }}
        />
      )}
      <ul className="sd-list" aria-label={t(description.title)}>
        {rows.map((row) => {
          const context = contextOf(row)
          const name = description.nameOf(row)
          const content = (mark: ReactNode) => (
            <>
              <span>{mark}</span>
              <span className="sd-list-text">
                <span className="sd-list-name sd-ellipsis">{name}</span>
                <span className="sd-list-line sd-ellipsis">{description.phone.line(row, context)}</span>
              </span>
              <span className="sd-list-end">{description.phone.end?.(row, context)}</span>
            </>
          )
          return (
            <li key={description.idOf(row)}>
              {isOn ? (
                // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in its content
                <label className="sd-list-item" data-selecting>
                  {content(
                    isSelectable(row) && (
                      <Checkbox
                        label={t('ui.selectRow', { name })}
                        isChecked={selection.ids.has(description.idOf(row))}
                        onChange={() => selection.toggle(row, false)}
                      />
                    ),
                  )}
                </label>
              ) : (
                <Item description={description} row={row} onOpen={onOpen}>
                  {content(description.phone.mark(row, context))}
                </Item>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface ItemProps<T> extends Pick<EntityListProps<T>, 'description' | 'onOpen'> {
  readonly row: T
  readonly children: ReactNode
}

function Item<T>({ description, row, onOpen, children }: ItemProps<T>) {
  const path = description.pageOf?.(row)
  if (path === undefined) {
    return (
      <button type="button" className="sd-list-item" onClick={() => onOpen(row)}>
        {children}
      </button>
    )
  }
  return (
    <div className="sd-list-row">
      {/* The description guarantees that the path matches a route. */}
      <Link to={path as '/home'} search={{}} className="sd-list-item">
        {children}
      </Link>
      <RowMenu description={description} row={row} name={description.nameOf(row)} />
    </div>
  )
}

interface SelectToolsProps<T> {
  readonly isOn: boolean
  readonly idOf: (row: T) => string
  readonly selectable: readonly T[]
  readonly selection: Selection<T>
  readonly onToggle: () => void
}

/** Starts and ends selecting; the focus stays on the button while its label changes. */
function SelectTools<T>({ isOn, idOf, selectable, selection, onToggle }: SelectToolsProps<T>) {
  const t = useText()
  return (
    <div className="sd-list-tools">
      {isOn && selectable.length > 0 && (
        <CheckField
          label={t('ui.selectAll')}
          isChecked={selectable.every((row) => selection.ids.has(idOf(row)))}
          onChange={selection.toggleAll}
        />
      )}
      <span className="sd-spacer" />
      <Button
        kind="plain"
        size="sm"
        icon={isOn ? undefined : <ListChecks size={16} strokeWidth={2} aria-hidden />}
        onClick={onToggle}
      >
        {t(isOn ? 'ui.selectDone' : 'ui.select')}
      </Button>
    </div>
  )
}
