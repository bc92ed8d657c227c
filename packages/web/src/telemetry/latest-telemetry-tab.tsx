/**
 * Live list of an entity's latest telemetry: key, value, sparkline of the last 24 h, age. Clicking a key opens its
 * chart.
 */

import { SortButton } from '../ui/entity-table/sort-button.tsx'
import '../ui/entity-table/entity-table.css'
import './telemetry.css'
import type { EntityId } from '@sonde/model/ids'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { RadioTower } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { KeyLabel } from '../key-descriptions/key-label.tsx'
import { useLatestTelemetry, useLiveStatus } from '../live/use-live.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { SearchField } from '../ui/entity-table/search-field.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { EmptyState, ErrorState, LiveBadge, NoMatchState, Skeleton } from '../ui/states/states.tsx'
import { ExportTelemetryButton } from './export-telemetry-button.tsx'
import { LiveValue } from './live-value.tsx'
import { Sparkline } from './sparkline.tsx'
import { StepLine } from './step-line.tsx'
import { useShownTelemetry } from './use-shown-telemetry.ts'
import { isNumericText, useSparklines } from './use-sparklines.ts'
import { isBooleanText, useStepLines } from './use-step-lines.ts'

/** Loaded on demand: the list doesn't need the chart code. */
const ValueChart = lazy(() => import('./value-chart.tsx'))
const TelemetryExportDialog = lazy(() => import('../table-export/telemetry-export-dialog.tsx'))

interface LatestTelemetryTabProps {
  readonly entity: EntityId
  /** Name of a device's profile. */
  readonly profile?: string
  /** The entity sends no data: its values are shown as stale. */
  readonly isStale?: boolean
}

/** Search parameter: key of the open chart. */
const keyParam = 'telemetry.key'

/** Search parameter: series that the chart compares with. */
const comparedParam = 'telemetry.with'

type Order = { readonly by: 'key' | 'ts'; readonly isDescending: boolean }

export function LatestTelemetryTab({ entity, profile, isStale = false }: LatestTelemetryTabProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const isConnected = useLiveStatus() === 'open'
  const { values, error } = useLatestTelemetry(entity)
  const [filter, setFilter] = useState('')
  const [isExporting, setExporting] = useState(false)
  const [order, setOrder] = useState<Order>({ by: 'key', isDescending: false })

  const { describe, textOf, exactTextOf } = useShownTelemetry(entity, profile, decimalsMax)
  const keys = useMemo(() => {
    const wanted = filter.toLowerCase()
    const named = (key: string) => keyName(key, describe(key))
    const all = [...(values ?? [])].filter(
      ([key]) => key.toLowerCase().includes(wanted) || named(key).toLowerCase().includes(wanted),
    )
    const sign = order.isDescending ? -1 : 1
    all.sort(([a, x], [b, y]) => sign * (order.by === 'key' ? named(a).localeCompare(named(b)) : x.ts - y.ts))
    return all
  }, [values, filter, order, describe])
  const lines = useSparklines(entity, values)
  const steps = useStepLines(entity, values)

  const { [keyParam]: openKey, [comparedParam]: compared } = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = useRef<HTMLTableSectionElement>(null)
  const [leftKey, setLeftKey] = useState<string | null>(null)
  const show = (key: string | undefined, replace: boolean, comparedWith?: string) =>
    void navigate({ to: '.', search: (now) => ({ ...now, [keyParam]: key, [comparedParam]: comparedWith }), replace })
  useEffect(() => {
    if (leftKey === null || openKey) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.sd-values-key button') ?? [])]
    buttons.find((button) => button.title === leftKey)?.focus()
    setLeftKey(null)
  }, [leftKey, openKey])

  const head = (by: Order['by'], label: string) => (
    <SortButton
      isSorted={order.by === by}
      isDescending={order.isDescending}
      onSort={() => setOrder({ by, isDescending: order.by === by && !order.isDescending })}
    >
      {label}
    </SortButton>
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
  if (openKey && values) {
    const latest = values?.get(openKey)
    return (
      <Suspense>
        <ValueChart
          entity={entity}
          profile={profile}
          chosenKey={openKey}
          keys={keys.map(([key]) => key)}
          values={values}
          describe={describe}
          compared={compared}
          shown={latest ? textOf(openKey, latest.value) : ''}
          isStale={isStale || !isConnected}
          onKey={(key, comparedWith) => show(key, true, comparedWith)}
          onBack={() => {
            setLeftKey(openKey)
            show(undefined, false)
          }}
        />
      </Suspense>
    )
  }
  return (
    <>
      <div className="sd-tab-tools">
        <SearchField label={t('telemetry.filterKeys')} value={filter} onChange={setFilter} />
        <LiveBadge isLive={isConnected && !isStale} />
        <span className="sd-spacer" />
        {values && <span className="sd-xs sd-text-3">{t('telemetry.keyCount', { count: values.size })}</span>}
        {values && <ExportTelemetryButton onClick={() => setExporting(true)} />}
      </div>
      {isExporting && (
        <Suspense>
          <TelemetryExportDialog
            entity={entity}
            profile={profile}
            keys={[...(values?.keys() ?? [])].sort((a, b) => a.localeCompare(b))}
            chosen={keys.map(([key]) => key)}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
      {values && keys.length === 0 ? (
        <NoMatchState title={t('telemetry.noKeyMatches', { query: filter })} onClear={() => setFilter('')} />
      ) : (
        <div className="sd-table-box sd-values-box">
          <table className="sd-table sd-values sd-values-charted" data-stale={isStale || !isConnected || undefined}>
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
            <tbody ref={list}>
              {!values && <SkeletonRows />}
              {keys.map(([key, { ts, value }]) => (
                // The whole row opens the chart; its button does for the keyboard.
                <tr key={key} onClick={() => show(key, false)}>
                  <td className="sd-values-key">
                    <button type="button" className="sd-values-open" title={key}>
                      <KeyLabel of={key} description={describe(key)} />
                    </button>
                  </td>
                  <td data-numeric className="sd-values-value" title={exactTextOf(key, value)}>
                    <LiveValue ts={ts}>{textOf(key, value)}</LiveValue>
                  </td>
                  <td className="sd-values-line">
                    {isNumericText(value) ? (
                      <Sparkline
                        values={lines.get(key) ?? []}
                        label={t('telemetry.lineOf', { key: keyName(key, describe(key)) })}
                      />
                    ) : isBooleanText(value) ? (
                      <StepLine
                        points={steps?.points.get(key) ?? []}
                        startTs={steps?.startTs ?? 0}
                        label={t('telemetry.lineOf', { key: keyName(key, describe(key)) })}
                      />
                    ) : (
                      <span className="sd-xs sd-text-3">{t('telemetry.textValue')}</span>
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

/** Maximum decimals in the table. */
const decimalsMax = 6

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
