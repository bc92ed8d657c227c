/** Chart of one telemetry key of an entity: value, chart, statistics, export. Replaces the list of keys. */

import './value-chart.css'
import type { AppendedChart } from '@sonde/model/dashboards/append-charts'
import { columnStatistics } from '@sonde/model/dashboards/series-column'
import type { TsValue } from '@sonde/model/entity-query/entity-query'
import type { EntityId } from '@sonde/model/ids'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChartLine, ChevronLeft, ChevronRight, LayoutDashboard } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useChartBoard } from '../charts/use-chart-board.tsx'
import { DashboardContext, useDashboard, useWidgetView } from '../dashboards/dashboard-context.tsx'
import { displayOf, displayOfAverage, numberText } from '../dashboards/value-display.ts'
import { useCanAddToDashboard } from '../explore/can-add-to-dashboard.ts'
import { exploreSearch, withSeries } from '../explore/explore-state.ts'
import { KeyLabel } from '../key-descriptions/key-label.tsx'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { paramOfTimeWindow } from '../time-windows/time-window-param.ts'
import { TimeWindowTrigger } from '../time-windows/time-window-trigger.tsx'
import { browserZone, useWindowContext } from '../time-windows/window-context.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Skeleton } from '../ui/states/states.tsx'
import { severityColors } from '../ui/theme/severity-colors.ts'
import { ExportTelemetryButton } from './export-telemetry-button.tsx'
import { useValueAlarms, type ValueAlarm } from './use-value-alarms.ts'
import { useValueLimits } from './use-value-limits.ts'
import {
  countedRange,
  countOf,
  kindOfValue,
  statisticsOf,
  type ValueKind,
  valueDashboard,
  valueWidgetId,
  withMarks,
} from './value-dashboard.ts'
import { AlarmLines, LimitNote, limitText } from './value-marks.tsx'

const AddToDashboardDialog = lazy(() => import('../explore/add-to-dashboard-dialog.tsx'))
const TelemetryExportDialog = lazy(() => import('../table-export/telemetry-export-dialog.tsx'))

export interface ValueChartProps {
  readonly entity: EntityId
  /** Name of a device's profile. */
  readonly profile: string | undefined
  readonly chosenKey: string
  /** Keys in the order of the list. */
  readonly keys: readonly string[]
  readonly description: KeyDescription | undefined
  readonly latest: TsValue | undefined
  /** Value formatted as in the list. */
  readonly shown: string
  readonly isStale: boolean
  readonly onKey: (key: string) => void
  readonly onBack: () => void
}

export default function ValueChart(props: ValueChartProps) {
  const { entity, profile, chosenKey, keys, description, latest, shown, isStale, onKey, onBack } = props
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const [isExporting, setExporting] = useState(false)
  const kind = kindOfValue(latest?.value)
  const back = useRef<HTMLDivElement>(null)
  const at = keys.indexOf(chosenKey)
  const [before, after] = [keys[at - 1], at < 0 ? undefined : keys[at + 1]]

  // Focuses the back button for keyboard users; Escape goes back too.
  useEffect(() => back.current?.querySelector('button')?.focus({ preventScroll: true }), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from anywhere in it
    <div className="sd-value-chart" data-stale={isStale || undefined} onKeyDown={backByEscape(onBack)}>
      <div className="sd-tab-tools" ref={back}>
        <Button kind="plain" size="sm" onClick={onBack}>
          <ArrowLeft size={16} strokeWidth={2} aria-hidden /> {t('telemetry.allKeys')}
        </Button>
        <h3 className="sd-ellipsis" title={chosenKey}>
          <KeyLabel of={chosenKey} description={description} />
        </h3>
        {at >= 0 && keys.length > 1 && (
          <>
            <IconButton
              label={t('telemetry.previousKey')}
              size="sm"
              icon={<ChevronLeft size={16} strokeWidth={2} />}
              disabled={before === undefined}
              onClick={() => before !== undefined && onKey(before)}
            />
            <span className="sd-xs sd-text-3 sd-num">{t('telemetry.keyAt', { at: at + 1, count: keys.length })}</span>
            <IconButton
              label={t('telemetry.nextKey')}
              size="sm"
              icon={<ChevronRight size={16} strokeWidth={2} />}
              disabled={after === undefined}
              onClick={() => after !== undefined && onKey(after)}
            />
          </>
        )}
        <span className="sd-spacer" />
        <ExportTelemetryButton onClick={() => setExporting(true)} />
      </div>
      <div className="sd-value-now">
        <b className="sd-num" title={latest?.value}>
          {latest ? shown : '–'}
        </b>
        {latest && (
          <span className="sd-xs sd-text-3" title={format.dateTime(latest.ts)}>
            {t('telemetry.updatedWhen', { when: format.when(latest.ts, nowMs) })}
          </span>
        )}
      </div>
      <Curve
        key={`${kind} ${chosenKey}`}
        entity={entity}
        chosenKey={chosenKey}
        name={keyName(chosenKey, description)}
        unit={description?.unit}
        kind={kind}
      />
      {isExporting && (
        <Suspense>
          <TelemetryExportDialog
            entity={entity}
            profile={profile}
            keys={keys.includes(chosenKey) ? keys : [chosenKey, ...keys]}
            chosen={[chosenKey]}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Escape handler; an open layer inside closes first. */
const backByEscape = (onBack: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return
  if (!event.currentTarget.contains(event.target)) return
  const layer = event.target.closest('[popover], dialog, [role=dialog], [role=menu]')
  if (layer && event.currentTarget.contains(layer)) return
  event.stopPropagation()
  onBack()
}

interface CurveProps {
  readonly entity: EntityId
  readonly chosenKey: string
  readonly name: string
  readonly unit: string | undefined
  readonly kind: ValueKind
}

const noUnit = () => ''

function Curve({ entity: { entityType, id }, chosenKey, name, unit, kind }: CurveProps) {
  const t = useText()
  const windowContext = useWindowContext()
  const configuration = useMemo(
    () => valueDashboard({ entityType, id }, chosenKey, kind, windowContext().nowMs, name),
    [entityType, id, chosenKey, name, kind, windowContext],
  )
  const entity = useMemo(() => ({ entityType, id }), [entityType, id])
  const limits = useValueLimits(entity, chosenKey)
  const alarms = useValueAlarms(entity)
  const widgets = useMemo(() => {
    const plain = configuration.widgets[valueWidgetId]
    if (!plain || kind === 'text') return configuration.widgets
    const marks = {
      limits:
        kind === 'number'
          ? (limits?.limits ?? []).map(({ severity, side, value }) => ({
              value,
              side,
              color: severityColors[severity],
              label: limitText(severity, side, t),
            }))
          : [],
      spans: alarms.map(({ startTs, clearTs, status, severity }) => ({
        startTs,
        endTs: status.startsWith('ACTIVE') ? 0 : clearTs,
        color: severityColors[severity],
      })),
    }
    return { [valueWidgetId]: withMarks(plain, marks) }
  }, [configuration, kind, limits, alarms, t])
  const { open, window, setWindow, frame } = useChartBoard(configuration, { widgets })
  const canAdd = useCanAddToDashboard()
  const widget = widgets[valueWidgetId]
  return (
    <DashboardContext value={open}>
      <div className="sd-value-window">
        <TimeWindowTrigger value={window} onChange={setWindow} />
      </div>
      <div className="sd-value-plot">{open && widget ? frame(widget) : <Skeleton width="100%" height={120} />}</div>
      {open && <Statistics alarms={alarms} />}
      {limits && <LimitNote {...limits} unit={unit} />}
      <div className="sd-value-actions">
        {open && canAdd && kind !== 'text' && <AddToDashboard window={window} />}
        <Link
          to="/explore"
          search={exploreSearch(
            withSeries([], { entity: { entityType, id }, key: chosenKey }, noUnit),
            paramOfTimeWindow(window, browserZone()),
          )}
          className="sd-button"
          data-kind="soft"
          data-size="sm"
        >
          <ChartLine size={16} strokeWidth={2} aria-hidden /> {t('explore.openInExplore')}
        </Link>
      </div>
    </DashboardContext>
  )
}

/** Adds the current chart without the limits, because those of the rules may change. */
function AddToDashboard({ window }: { readonly window: TimeWindow }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [series] = useWidgetView(valueWidgetId).series
  const { widgets } = useDashboard().configuration
  const [source] = widgets[valueWidgetId]?.config.datasources ?? []
  const [dataKey] = source?.dataKeys ?? []
  const charts = useMemo<readonly AppendedChart[]>(() => {
    if (!series || !dataKey) return []
    const { id: entity, name: entityName } = series.entity
    const one = { entity, entityName, key: dataKey.name, settings: dataKey.settings }
    return [
      { title: t('explore.seriesOf', { name: entityName, key: dataKey.name }), series: [one], timewindow: window },
    ]
  }, [series, dataKey, window, t])
  return (
    <>
      <Button
        size="sm"
        icon={<LayoutDashboard size={16} strokeWidth={2} aria-hidden />}
        disabled={charts.length === 0}
        onClick={() => setOpen(true)}
      >
        {t('explore.addToDashboard')}
      </Button>
      {isOpen && (
        <Suspense>
          <AddToDashboardDialog charts={charts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Statistics of the data points in the chart. */
function Statistics({ alarms }: { readonly alarms: readonly ValueAlarm[] }) {
  const t = useText()
  const format = useFormat()
  const { widgets } = useDashboard().configuration
  const view = useWidgetView(valueWidgetId)
  const series = view.series[0]
  const widget = widgets[valueWidgetId]
  if (!series || !widget) return null
  const { column, range, derived, dataKey, decimalsSeen } = series
  const counted = countedRange(range, derived.agg, derived.interval)
  const numbers = columnStatistics(column, counted.startMs, counted.endMs)
  const isPlain = numbers !== null && !column.isBoolean
  return (
    <>
      <dl className="sd-value-statistics">
        {isPlain &&
          statisticsOf(derived.agg).map((name) => (
            <div key={name}>
              <dt>{t(`widgets.${name}`)}</dt>
              <dd className="sd-num">
                {numberText(
                  numbers.figures[name],
                  (name === 'avg' ? displayOfAverage : displayOf)(dataKey, widget.config, decimalsSeen),
                  format,
                )}
              </dd>
            </div>
          ))}
        <div>
          <dt>{t('telemetry.points')}</dt>
          <dd className="sd-num">{format.number(countOf(column, counted))}</dd>
        </div>
      </dl>
      <AlarmLines alarms={alarms} range={range} />
    </>
  )
}
