/** The list of an entity page on a phone: two lines and a state per item. */

import { useText } from '../../locale/use-text.tsx'
import { Skeleton } from '../states/states.tsx'
import type { CellContext, RowsDescription } from './entity-description.ts'

interface EntityListProps<T> {
  readonly description: RowsDescription<T>
  readonly rows: readonly T[] | undefined
  readonly contextOf: (row: T) => CellContext
  readonly onOpen: (row: T) => void
}

export function EntityList<T>({ description, rows, contextOf, onOpen }: EntityListProps<T>) {
  const t = useText()
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
  return (
    <ul className="sd-list" aria-label={t(description.title)}>
      {rows.map((row) => {
        const context = contextOf(row)
        return (
          <li key={description.idOf(row)}>
            <button type="button" className="sd-list-item" onClick={() => onOpen(row)}>
              <span>{description.phone.mark(row, context)}</span>
              <span className="sd-list-text">
                <span className="sd-list-name sd-ellipsis">{description.nameOf(row)}</span>
                <span className="sd-list-line sd-ellipsis">{description.phone.line(row, context)}</span>
              </span>
              <span className="sd-list-end">{description.phone.end?.(row, context)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
