/** An entity as a page of its own: the same details as beside the list. */

import type { ReactNode } from 'react'
import { usePageLabel } from '../shell/page-label.ts'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'
import type { EntityDrawerProps } from './entity-drawer.tsx'

export function EntityOwnPage<T>({
  entity,
  nameOf,
  kind,
  failed,
  children,
}: Omit<EntityDrawerProps<T>, 'onClose' | 'isWide'>) {
  const { data, error, refetch } = entity
  usePageLabel(data !== undefined ? nameOf(data) : error ? kind : null)
  if (data !== undefined) return children(data) as ReactNode
  return (
    <div className="sd-page">
      {error ? (
        <div className="sd-card">
          <ErrorState isPage title={failed} error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Skeleton width="40%" height={20} />
      )}
    </div>
  )
}
