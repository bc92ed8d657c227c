/** Overview above an entity's form: active alarms and latest values. Each links to its tab. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import type { EntityId } from '@sonde/model/ids'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SeverityChip } from '../alarms/severity.tsx'
import { useKeyDescriptions } from '../key-descriptions/use-key-descriptions.ts'
import { useLatestTelemetry, useLiveStatus } from '../live/use-live.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { useShownTelemetry } from '../telemetry/use-shown-telemetry.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { Skeleton } from '../ui/states/states.tsx'
import { overviewKeys } from './overview-keys.ts'
import { quiet } from './room-calls.ts'

/** Maximum fraction digits of keys without a description. */
const decimalsMax = 2
/** Ms until the alarms are reloaded. */
const refreshMs = 60_000

interface EntityOverviewProps {
  readonly entity: EntityId
  /** Name of a device's profile. */
  readonly profile?: string
  /** The entity sends no data: its values are shown as stale. */
  readonly isStale?: boolean
}

export function EntityOverview({ entity, profile, isStale = false }: EntityOverviewProps) {
  const t = useText()
  return (
    <section className="sd-overview" aria-label={t('ui.overview')}>
      <Alarms entity={entity} />
      <Values entity={entity} profile={profile} isStale={isStale} />
    </section>
  )
}

function Alarms({ entity }: { readonly entity: EntityId }) {
  const t = useText()
  const { rest } = useClient()
  const { data, isError } = useQuery({
    queryKey: ['alarms', 'overview', entity.id],
    refetchInterval: refreshMs,
    queryFn: ({ signal }) =>
      createAlarmCalls(rest).listOf(
        entity,
        { page: 0, pageSize: 1, sortProperty: 'severityRank', sortOrder: 'ASC' },
        { searchStatus: 'ACTIVE' },
        { ...quiet, signal },
      ),
  })
  const [worst] = data?.data ?? []
  return (
    <div className="sd-overview-line">
      {isError ? (
        <span className="sd-text-3">{t('alarms.overviewFailed')}</span>
      ) : data ? (
        <Link to="." search={(now) => ({ ...now, tab: 'alarms' })} replace className="sd-link sd-overview-alarms">
          {worst && <SeverityChip severity={worst.severity} />}
          {t('alarms.activeCount', { count: data.totalElements })}
        </Link>
      ) : (
        <Skeleton width={140} />
      )}
    </div>
  )
}

function Values({ entity, profile, isStale = false }: EntityOverviewProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const isConnected = useLiveStatus() === 'open'
  const { values, error } = useLatestTelemetry(entity)
  const { data: descriptions } = useKeyDescriptions()
  const { describe, textOf, exactTextOf } = useShownTelemetry(entity, profile, decimalsMax)
  if (error) return <p className="sd-text-3 sd-overview-line">{t('telemetry.telemetryFailed')}</p>
  return (
    <div className="sd-overview-values" data-stale={isStale || !isConnected || undefined}>
      {!values && [0, 1, 2, 3].map((at) => <Skeleton key={at} height={70} />)}
      {values?.size === 0 && <p className="sd-sm sd-text-3">{t('telemetry.telemetryEmpty')}</p>}
      {overviewKeys(values, descriptions, profile).map(([key, { ts, value }]) => (
        <Link key={key} to="." search={(now) => ({ ...now, tab: 'telemetry', 'telemetry.key': key })} replace>
          <span className="sd-overview-key sd-ellipsis" title={key}>
            {keyName(key, describe(key))}
          </span>
          <span className="sd-overview-value sd-ellipsis" title={`${exactTextOf(key, value)}, ${format.dateTime(ts)}`}>
            {textOf(key, value)}
          </span>
          <span className="sd-overview-key sd-ellipsis">{format.when(ts, nowMs)}</span>
        </Link>
      ))}
    </div>
  )
}
