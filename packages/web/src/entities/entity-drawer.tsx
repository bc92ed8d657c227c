/** Drawer for an entity next to its list: its details, or a loading or error state. */

import type { EntityType } from '@sonde/model/entities/entity-kinds'
import { useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { usePageLabel } from '../ui/page-label.ts'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'
import { EntityGone, isGone } from './entity-gone.tsx'

/** Query result for one entity. */
export interface LoadedEntity<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

export interface EntityDrawerProps<T> {
  readonly entity: LoadedEntity<T>
  readonly nameOf: (row: T) => string
  /** Title until the name is loaded, such as "Device". */
  readonly kind: string
  /** Entity type for the message that the entity was deleted, if it isn't found. */
  readonly entityType?: EntityType
  /** Error title, such as "Could not load this device". */
  readonly failed: string
  readonly onClose: () => void
  /** Width for editors. */
  readonly isWide?: boolean
  readonly children: (row: T) => ReactNode
}

export function EntityDrawer<T>({
  entity,
  nameOf,
  kind,
  entityType,
  failed,
  onClose,
  isWide,
  children,
}: EntityDrawerProps<T>) {
  const t = useText()
  const { data, error, refetch } = entity
  const name = data === undefined ? undefined : nameOf(data)
  usePageLabel(name)
  // Known from the URL, so that the drawer doesn't change its width when the chart is loaded.
  const { tab, 'telemetry.key': chartKey } = useSearch({ strict: false })
  const hasChart = tab === 'telemetry' && Boolean(chartKey)
  return (
    <Drawer label={name ?? kind} onClose={onClose} isWide={isWide || (hasChart && 'ifRoom')}>
      {data !== undefined ? (
        children(data)
      ) : (
        <div className="sd-details-head">
          <div className="sd-details-tools">
            <span className="sd-spacer" />
            <IconButton label={t('ui.close')} icon={<X size={18} strokeWidth={1.75} />} onClick={onClose} />
          </div>
          {entityType && isGone(error) ? (
            <EntityGone kind={entityType} />
          ) : error ? (
            <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton width="60%" height={20} />
          )}
        </div>
      )}
    </Drawer>
  )
}
