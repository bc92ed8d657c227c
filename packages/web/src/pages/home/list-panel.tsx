/** Card of an overview that lists the newest items, one per line, with its loading, empty and error states. */

import type { PageData } from '@sonde/model/paging'
import type { ReactNode } from 'react'
import type { LoadedEntity } from '../../entities/entity-drawer.tsx'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'

interface ListPanelProps<T> {
  readonly title: string
  /** Shown next to the title. */
  readonly beside?: ReactNode
  /** Column headings above the lines. */
  readonly headings?: readonly string[]
  /** Shown below the title. */
  readonly note?: ReactNode
  readonly query: LoadedEntity<PageData<T>>
  /** Title of the error state. */
  readonly failed: string
  /** Content of the empty state. */
  readonly empty: ReactNode
  readonly kind: 'activity' | 'alarms'
  /** Renders the line of an item; must set its `key`. */
  readonly children: (row: T) => ReactNode
}

export function ListPanel<T>({
  title,
  beside,
  headings,
  note,
  query,
  failed,
  empty,
  kind,
  children,
}: ListPanelProps<T>) {
  const { data, error, refetch } = query
  return (
    <section className="sd-card sd-home-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {beside}
      </header>
      {note}
      {error && !data ? (
        <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="sd-home-waiting" aria-busy>
          <Skeleton width="80%" height={14} />
          <Skeleton width="70%" height={14} />
        </div>
      ) : data.data.length === 0 ? (
        <p className="sd-home-fine">{empty}</p>
      ) : (
        <>
          {headings && (
            // Each line says what it is without the headings.
            <div className="sd-home-headings" aria-hidden>
              {headings.map((heading) => (
                <span key={heading}>{heading}</span>
              ))}
            </div>
          )}
          <ul className={`sd-home-${kind}`}>{data.data.map(children)}</ul>
        </>
      )}
    </section>
  )
}
