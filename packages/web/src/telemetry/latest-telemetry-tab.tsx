/** Latest telemetry of an entity, live: key, value, how it went in the last 24 h, age. */

import '../ui/entity-table/entity-table.css'
import './telemetry.css'
import type { EntityId } from '@sonde/model/ids'
import { ArrowDown, ArrowUp, Download, RadioTower } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useLatestTelemetry, useLiveStatus } from '../live/use-live.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { SearchField } from '../ui/entity-table/search-field.tsx'
import { createDecimalsSeen } from '../ui/format/decimals-seen.ts'
import type { Format } from '../ui/format/format.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { EmptyState, ErrorState, LiveBadge, NoMatchState, Skeleton } from '../ui/states/states.tsx'
import { LiveValue } from './live-value.tsx'
import { Sparkline } from './sparkline.tsx'
import { isNumericText, useDayLines } from './use-sparklines.ts'

const TelemetryExportDialog = lazy(() => import('../table-export/telemetry-export-dialog.tsx'))

interface LatestTelemetryTabProps {
  readonly entity: EntityId
  /** The source is silent: values are shown as old. */
  readonly isStale?: boolean
}

type Order = { readonly by: 'key' | 'ts'; readonly isDescending: boolean }

export function LatestTelemetryTab({ entity, isStale = false }: LatestTelemetryTabProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const isConnected = useLiveStatus() === 'open'
  const { values, error } = useLatestTelemetry(entity)
  const [filter, setFilter] = useState('')
  const [isExporting, setExporting] = useState(false)
  const [order, setOrder] = useState<Order>({ by: 'key', isDescending: false })

  const keys = useMemo(() => {
    const wanted = filter.toLowerCase()
    const all = [...(values ?? [])].filter(([key]) => key.toLowerCase().includes(wanted))
    const sign = order.isDescending ? -1 : 1
    all.sort(([a, x], [b, y]) => sign * (order.by === 'key' ? a.localeCompare(b) : x.ts - y.ts))
    return all
  }, [values, filter, order])
  const lines = useDayLines(entity, values)
  const [decimals] = useState(() => createDecimalsSeen(decimalsMax))

  const Arrow = order.isDescending ? ArrowDown : ArrowUp
  const head = (by: Order['by'], label: string) => (
    <button type="button" onClick={() => setOrder({ by, isDescending: order.by === by && !order.isDescending })}>
      {label}
      {order.by === by && <Arrow size={14} strokeWidth={2} aria-hidden />}
    </button>
  )
  const sortOf = (by: Order['by']) => (order.by === by ? (order.isDescending ? 'descending' : 'ascending') : undefined)

  if (error) return <ErrorState title={t('telemetry.telemetryFailed')} error={error} />
  if (values?.size === 0) {
    return (
      <EmptyState
        icon={<RadioTower size={24} strokeWidth={1.75} />}
        title={t('telemetry.telemetryEmpty')}
        text={t(entity.entityType === 'DEVICE' ? 'telemetry.telemetryEmptyText' : 'telemetry.telemetryEmptyOther')}
      />
    )
  }
  return (
    <>
      <div className="sd-tab-tools">
        <SearchField label={t('telemetry.filterKeys')} value={filter} onChange={setFilter} />
        <LiveBadge isLive={isConnected} />
        <span className="sd-spacer" />
        {values && <span className="sd-xs sd-text-3">{t('telemetry.keyCount', { count: values.size })}</span>}
        {values && (
          <IconButton
            label={t('tableExport.telemetry')}
            size="sm"
            icon={<Download size={16} strokeWidth={2} />}
            onClick={() => setExporting(true)}
          />
        )}
      </div>
      {isExporting && (
        <Suspense>
          <TelemetryExportDialog
            entity={entity}
            keys={[...(values?.keys() ?? [])].sort((a, b) => a.localeCompare(b))}
            chosen={keys.map(([key]) => key)}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
      {values && keys.length === 0 ? (
        <NoMatchState title={t('telemetry.noKeyMatches', { query: filter })} onClear={() => setFilter('')} />
      ) : (
        <div className="sd-table-box">
          <table className="sd-table sd-values" data-stale={isStale || !isConnected || undefined}>
            <thead>
              <tr>
                <th aria-sort={sortOf('key')}>{head('key', t('telemetry.key'))}</th>
                <th data-numeric>{t('telemetry.value')}</th>
                <th className="sd-values-line">{t('telemetry.last24h')}</th>
                <th data-numeric aria-sort={sortOf('ts')}>
                  {head('ts', t('telemetry.updated'))}
                </th>
              </tr>
            </thead>
            <tbody>
              {!values && <SkeletonRows />}
              {keys.map(([key, { ts, value }]) => (
                <tr key={key}>
                  <td className="sd-mono sd-values-key" title={key}>
                    {key}
                  </td>
                  <td data-numeric className="sd-values-value" title={value}>
                    <LiveValue ts={ts}>
                      {shownValue(value, decimals.see(`${entity.id} ${key}`, value), format)}
                    </LiveValue>
                  </td>
                  <td className="sd-values-line">
                    {isNumericText(value) ? (
                      <Sparkline values={lines.get(key) ?? []} label={t('telemetry.lineOf', { key })} />
                    ) : (
                      <span className="sd-xs sd-text-3">
                        {t(isBooleanText(value) ? 'telemetry.booleanValue' : 'telemetry.textValue')}
                      </span>
                    )}
                  </td>
                  <td data-numeric className="sd-xs sd-text-3" title={format.dateTime(ts)}>
                    {format.when(ts, nowMs)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

const isBooleanText = (value: string): boolean => value === 'true' || value === 'false'

/** Digits after the point that a table shows. */
const decimalsMax = 6

/** Whole numbers beyond what a double holds stay as they came. */
function shownValue(value: string, decimals: number, format: Format): string {
  if (!isNumericText(value) || (Number.isInteger(Number(value)) && !Number.isSafeInteger(Number(value)))) return value
  return format.number(Number(value), { decimals, fixed: true })
}

function SkeletonRows() {
  return [70, 54, 80, 62, 48].map((width) => (
    <tr key={width} aria-hidden>
      <td>
        <Skeleton width={`${width}%`} />
      </td>
      <td data-numeric>
        <Skeleton width="50%" />
      </td>
      <td className="sd-values-line">
        <Skeleton width={90} />
      </td>
      <td data-numeric>
        <Skeleton width="60%" />
      </td>
    </tr>
  ))
}
