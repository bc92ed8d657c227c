/** History of a numeric attribute, which exists if it is also stored as telemetry under the same key. */

import './telemetry.css'
import type { EntityId } from '@sonde/model/ids'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyLabel } from '../key-descriptions/key-label.tsx'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Tooltip } from '../ui/tooltip/tooltip.tsx'
import type { StoredAttribute } from './stored-attributes.ts'

const staleMs = 60_000

/** Keys of the entity's telemetry; undefined while loading. */
export function useSeriesKeys(entity: EntityId): ReadonlySet<string> | undefined {
  const { telemetry } = useClient()
  return useQuery({
    queryKey: ['telemetry', 'keys', entity.entityType, entity.id],
    staleTime: staleMs,
    queryFn: async ({ signal }) => [
      ...(await telemetry.timeseriesKeys(entity, { signal, ignoreErrors: true, ignoreLoading: true })),
    ],
    select: toSet,
  }).data
}

const toSet = (keys: readonly string[]): ReadonlySet<string> => new Set(keys)

interface HistoryProps {
  readonly attribute: Pick<StoredAttribute, 'key' | 'value'>
  readonly description: KeyDescription | undefined
  /** Undefined while loading. */
  readonly seriesKeys: ReadonlySet<string> | undefined
}

/** Key of the attribute, as a link to its chart if there is one. */
export function AttributeKey({ attribute: { key, value }, description, seriesKeys }: HistoryProps) {
  const t = useText()
  const label = <KeyLabel of={key} description={description} />
  if (typeof value !== 'number' || seriesKeys === undefined) return label
  if (!seriesKeys.has(key)) {
    return (
      <Tooltip text={t('telemetry.noHistory')}>
        <span>
          {label}
          <span className="sd-hidden-text">, {t('telemetry.noHistory')}</span>
        </span>
      </Tooltip>
    )
  }
  return (
    <Link
      to="."
      search={(now: Record<string, string | undefined>) => ({ ...now, tab: 'telemetry', 'telemetry.key': key })}
      className="sd-attribute-chart"
      title={t('telemetry.showChart')}
    >
      {label}
    </Link>
  )
}
