/** Page of one entity: shows the same details as the drawer. */

import type { EntityType } from '@sonde/model/entities/entity-kinds'
import type { ReactNode } from 'react'
import { useText } from '../locale/use-text.tsx'
import { usePageLabel } from '../ui/page-label.ts'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'
import type { EntityDrawerProps } from './entity-drawer.tsx'
import { EntityGone, isGone } from './entity-gone.tsx'

interface OwnPageProps<T> extends Omit<EntityDrawerProps<T>, 'kind' | 'entityType' | 'onClose' | 'isWide'> {
  readonly entityType: EntityType
}

export function EntityOwnPage<T>({ entity, nameOf, entityType, failed, children }: OwnPageProps<T>) {
  const t = useText()
  const { data, error, refetch } = entity
  usePageLabel(data !== undefined ? nameOf(data) : error ? t(`entityTypes.${entityType}`) : null)
  if (data !== undefined) return children(data) as ReactNode
  return (
    <div className="sd-page">
      {error ? (
        <div className="sd-card">
          {isGone(error) ? (
            <EntityGone isPage kind={entityType} />
          ) : (
            <ErrorState isPage title={failed} error={error} onRetry={() => void refetch()} />
          )}
        </div>
      ) : (
        <Skeleton width="40%" height={20} />
      )}
    </div>
  )
}
