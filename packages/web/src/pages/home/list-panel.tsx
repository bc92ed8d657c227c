/** Card of an overview that lists the newest items, one per line, with its loading, empty and error states. */

import type { PageData } from '@sonde/model/paging'
import type { ReactNode } from 'react'
import type { LoadedEntity } from '../../entities/entity-drawer.tsx'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'

interface ListPanelProps<T> {
  readonly title: string
  /** Beside the title. */
  readonly beside?: ReactNode
  /** Below the title. */
  readonly note?: ReactNode
  readonly query: LoadedEntity<PageData<T>>
  /** Title of the failure. */
  readonly failed: string
  /** Said when there is none. */
  readonly empty: ReactNode
  readonly kind: 'activity' | 'alarms'
  /** The line of one, with its key. */
  readonly children: (row: T) => ReactNode
}

export function ListPanel<T>({ title, beside, note, query, failed, empty, kind, children }: ListPanelProps<T>) {
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
        <ul className={`sd-home-${kind}`}>{data.data.map(children)}</ul>
      )}
    </section>
  )
}
