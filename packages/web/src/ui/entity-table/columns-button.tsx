/** Menu that chooses and orders the columns: check boxes to show, arrow buttons to move, each with a name and a key. */

import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../button/button.tsx'
import { CheckField } from '../field/text-field.tsx'
import { Popover } from '../popover/popover.tsx'
import type { EntityColumn } from './entity-description.ts'
import type { TableColumns } from './use-table-columns.ts'

interface ColumnsButtonProps<T> {
  readonly columns: TableColumns<T>
  readonly size?: 'md' | 'sm'
}

export function ColumnsButton<T>({ columns, size = 'md' }: ColumnsButtonProps<T>) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={anchor}
        label={t('ui.columns')}
        size={size}
        icon={<Columns3 size={size === 'md' ? 18 : 16} strokeWidth={size === 'md' ? 1.75 : 2} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <Popover
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        anchor={anchor}
        label={t('ui.columns')}
        placement="bottom-end"
      >
        <ColumnList columns={columns} />
      </Popover>
    </>
  )
}

function ColumnList<T>({ columns }: { readonly columns: TableColumns<T> }) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const { wanted } = columns

  function move(column: EntityColumn<T>, by: 1 | -1) {
    columns.move(column, by)
    // The row moves in the next render; the focus follows it.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-column="${column.id}"] button`)
      const [up, down] = buttons ?? []
      const same = by < 0 ? up : down
      ;(same && !same.disabled ? same : by < 0 ? down : up)?.focus()
    })
  }

  return (
    <div className="sd-columns">
      <ul ref={list} className="sd-columns-list">
        {columns.all.map((column) => {
          const at = wanted.indexOf(column)
          const name = t(column.title)
          return (
            <li key={column.id} data-column={column.id}>
              <CheckField
                label={name}
                isChecked={at >= 0}
                isDisabled={columns.isFixed(column)}
                onChange={() => columns.toggle(column)}
              />
              {at >= 0 && (
                <>
                  <IconButton
                    label={t('ui.moveUp', { name })}
                    size="sm"
                    icon={<ArrowUp size={14} strokeWidth={2} />}
                    disabled={at === 0}
                    onClick={() => move(column, -1)}
                  />
                  <IconButton
                    label={t('ui.moveDown', { name })}
                    size="sm"
                    icon={<ArrowDown size={14} strokeWidth={2} />}
                    disabled={at === wanted.length - 1}
                    onClick={() => move(column, 1)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      <Button size="sm" kind="plain" disabled={!columns.reset} onClick={() => columns.reset?.()}>
        {t('ui.usualColumns')}
      </Button>
    </div>
  )
}
