/** Chart of one telemetry key of an entity: value, chart, statistics, export. Replaces the list of keys. */

import './value-chart.css'
import type { AppendedChart } from '@sonde/model/dashboards/append-charts'
import type { TsValue } from '@sonde/model/entity-query/entity-query'
import type { EntityId } from '@sonde/model/ids'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { type KeyLookup, keyName } from '@sonde/model/key-descriptions/key-lookup'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChartLine, ChevronLeft, ChevronRight, Download, LayoutDashboard } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useChartBoard } from '../charts/use-chart-board.tsx'
import { DashboardContext, useDashboard, useWidgetView } from '../dashboards/dashboard-context.tsx'
import { useCanAddToDashboard } from '../explore/can-add-to-dashboard.ts'
import { colorsOf } from '../explore/explore-colors.ts'
import { type Exploration, type ExploreSeries, exploreSearch, idOf, type SeriesKey } from '../explore/explore-state.ts'
import { KeyLabel } from '../key-descriptions/key-label.tsx'
import { useText } from '../locale/use-text.tsx'
import { paramOfTimeWindow } from '../time-windows/time-window-param.ts'
import { TimeWindowTrigger } from '../time-windows/time-window-trigger.tsx'
import { browserZone, useWindowContext } from '../time-windows/window-context.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { Skeleton } from '../ui/states/states.tsx'
import { severityColors } from '../ui/theme/severity-colors.ts'
import { chartSeries, namingOf, steppedTo, textOfCompared, type UnitOf } from './compared-series.ts'
import { useValueAlarms, type ValueAlarm } from './use-value-alarms.ts'
import { useValueLimits } from './use-value-limits.ts'
import { ValueChips, type ValueChipsProps } from './value-chips.tsx'
import {
  entityNamePart,
  kindOfValue,
  type ValueKind,
  valueDashboard,
  valueWidgetId,
  withMarks,
  withSeriesOf,
} from './value-dashboard.ts'
import { AlarmLines, LimitNote, limitText } from './value-marks.tsx'
import { ValueNow } from './value-now.tsx'
import type { KnownLimit } from './value-state.ts'
import { ValueStatistics } from './value-statistics.tsx'

const AddToDashboardDialog = lazy(() => import('../explore/add-to-dashboard-dialog.tsx'))
const TelemetryExportDialog = lazy(() => import('../table-export/telemetry-export-dialog.tsx'))

export interface ValueChartProps {
  readonly entity: EntityId
  /** Name of a device's profile. */
  readonly profile: string | undefined
  readonly chosenKey: string
  /** Keys in the order of the list. */
  readonly keys: readonly string[]
  readonly values: ReadonlyMap<string, TsValue>
  readonly describe: KeyLookup
  /** Search parameter of the series to compare with. */
  readonly compared: string | undefined
  /** Value formatted as in the list. */
  readonly shown: string
  readonly isStale: boolean
  /** Another key, or other series to compare with. */
  readonly onKey: (key: string, compared: string | undefined) => void
  readonly onBack: () => void
}

export default function ValueChart(props: ValueChartProps) {
  const { entity, profile, chosenKey, keys, values, describe, compared, shown, isStale, onKey, onBack } = props
  const description = describe(chosenKey)
  const latest = values.get(chosenKey)
  const t = useText()
  const [isExporting, setExporting] = useState(false)
  const [head, setHead] = useState<HTMLElement | null>(null)
  const kind = kindOfValue(latest?.value)
  const unitOf = useCallback(({ key }: SeriesKey) => describe(key)?.unit ?? '', [describe])
  const { entityType, id } = entity
  const series = useMemo(
    () => chartSeries({ entity: { entityType, id }, key: chosenKey }, kind === 'text' ? undefined : compared, unitOf),
    [entityType, id, chosenKey, kind, compared, unitOf],
  )
  // Other entities follow to the next key.
  const step = (key: string) => onKey(key, textOfCompared(steppedTo(series, key)))
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
              onClick={() => before !== undefined && step(before)}
            />
            <span className="sd-xs sd-text-3 sd-num">{t('telemetry.keyAt', { at: at + 1, count: keys.length })}</span>
            <IconButton
              label={t('telemetry.nextKey')}
              size="sm"
              icon={<ChevronRight size={16} strokeWidth={2} />}
              disabled={after === undefined}
              onClick={() => after !== undefined && step(after)}
            />
          </>
        )}
        <span className="sd-value-window" ref={setHead} />
      </div>
      <Curve
        key={`${kind} ${chosenKey}`}
        entity={entity}
        chosenKey={chosenKey}
        latest={latest}
        shown={shown}
        description={description}
        profile={profile}
        head={head}
        kind={kind}
        series={series}
        keys={[...values].filter(([, { value }]) => kindOfValue(value) === kind).map(([key]) => key)}
        describe={describe}
        unitOf={unitOf}
        onCompared={(text) => onKey(chosenKey, text)}
        onExport={() => setExporting(true)}
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

const noLimits: readonly KnownLimit[] = []

interface CurveProps {
  readonly entity: EntityId
  readonly chosenKey: string
  readonly latest: TsValue | undefined
  readonly shown: string
  readonly description: KeyDescription | undefined
  readonly profile: string | undefined
  /** Place of the time window, in the head. */
  readonly head: HTMLElement | null
  readonly kind: ValueKind
  /** Of the chart; that of the key is the first. */
  readonly series: Exploration
  /** Keys of the entity with values of the same kind. */
  readonly keys: readonly string[]
  readonly describe: KeyLookup
  readonly unitOf: UnitOf
  readonly onCompared: (text: string | undefined) => void
  readonly onExport: () => void
}

function Curve(props: CurveProps) {
  const { chosenKey, latest, shown, description, profile, head, kind } = props
  const { series, keys, describe, unitOf, onCompared, onExport } = props
  const name = keyName(chosenKey, description)
  const { entityType, id } = props.entity
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
    const naming = namingOf(series)
    const labelOf = ({ key }: ExploreSeries) => {
      const keyText = keyName(key, describe(key))
      if (naming === 'key') return keyText
      return naming === 'entity' ? entityNamePart : t('explore.seriesOf', { name: entityNamePart, key: keyText })
    }
    return { [valueWidgetId]: withSeriesOf(withMarks(plain, marks), series, labelOf) }
  }, [configuration, kind, limits, alarms, series, describe, t])
  const board = useChartBoard(configuration, { widgets })
  const { window, setWindow, frame } = board
  const colors = useMemo(() => colorsOf(series), [series])
  const open = useMemo(() => board.open && { ...board.open, colors }, [board.open, colors])
  const canAdd = useCanAddToDashboard()
  const widget = widgets[valueWidgetId]
  return (
    <DashboardContext value={open}>
      {head && createPortal(<TimeWindowTrigger value={window} onChange={setWindow} />, head)}
      <ValueNow
        chosenKey={chosenKey}
        latest={latest}
        shown={shown}
        description={description}
        profile={profile}
        limits={limits?.limits ?? noLimits}
        alarms={alarms}
        isOpen={Boolean(open)}
      />
      {kind !== 'text' &&
        (open ? (
          <Chips
            series={series}
            entity={entity}
            kind={kind}
            keys={keys}
            describe={describe}
            unitOf={unitOf}
            onCompared={onCompared}
          />
        ) : (
          <div className="sd-value-chips" />
        ))}
      <div className="sd-value-plot">{open && widget ? frame(widget) : <Skeleton width="100%" height={120} />}</div>
      {open && <Marks series={series} describe={describe} alarms={alarms} />}
      {limits && <LimitNote {...limits} unit={description?.unit} />}
      <div className="sd-value-actions">
        {kind !== 'text' && (
          <span className="sd-value-keys">
            <kbd>←</kbd> <kbd>→</kbd> {t('telemetry.readValues')}
          </span>
        )}
        <Button
          size="sm"
          icon={<Download size={16} strokeWidth={2} aria-hidden />}
          aria-label={t('tableExport.telemetry')}
          onClick={onExport}
        >
          {t('tableExport.export')}
        </Button>
        {open && canAdd && kind !== 'text' && <AddToDashboard window={window} series={series} />}
        <Link
          to="/explore"
          search={exploreSearch(series, paramOfTimeWindow(window, browserZone()))}
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

/** Name of a series: what tells it apart from the others; null until its entity is loaded. */
function useNameOf(series: Exploration, describe: KeyLookup): (one: ExploreSeries) => string | null {
  const t = useText()
  const views = useWidgetView(valueWidgetId).series
  const naming = namingOf(series)
  return (one) => {
    const key = keyName(one.key, describe(one.key))
    if (naming === 'key' && series.length > 1) return key
    const name = views.find((view) => view.id === idOf(one))?.entity.name
    if (name === undefined) return null
    return naming === 'both' ? t('explore.seriesOf', { name, key }) : name
  }
}

function Chips(props: Omit<ValueChipsProps, 'nameOf'>) {
  return <ValueChips {...props} nameOf={useNameOf(props.series, props.describe)} />
}

interface MarksProps {
  readonly series: Exploration
  readonly describe: KeyLookup
  readonly alarms: readonly ValueAlarm[]
}

/** Statistics of the series and alarms in the time window. */
function Marks({ series, describe, alarms }: MarksProps) {
  const nameOf = useNameOf(series, describe)
  const [first] = useWidgetView(valueWidgetId).series
  if (!first) return null
  return (
    <>
      <ValueStatistics series={series} nameOf={nameOf} />
      <AlarmLines alarms={alarms} range={first.range} />
    </>
  )
}

/** Adds the current chart without the limits, because those of the rules may change. */
function AddToDashboard({ window, series }: { readonly window: TimeWindow; readonly series: Exploration }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const views = useWidgetView(valueWidgetId).series
  const { widgets } = useDashboard().configuration
  const plain = widgets[valueWidgetId]?.config.datasources[0]?.dataKeys[0]?.settings
  const charts = useMemo<readonly AppendedChart[]>(() => {
    const added = series.flatMap((one) => {
      const view = views.find(({ id }) => id === idOf(one))
      if (!view || !plain) return []
      const settings = one.axis === 'right' ? { ...plain, showSeparateAxis: true, axisPosition: 'right' } : plain
      return [{ entity: one.entity, entityName: view.entity.name, key: one.key, settings }]
    })
    const [first] = added
    if (!first) return []
    const naming = added.length > 1 ? namingOf(series) : 'both'
    const full = t('explore.seriesOf', { name: first.entityName, key: first.key })
    const title = naming === 'key' ? first.entityName : naming === 'entity' ? first.key : full
    return [{ title, series: added, timewindow: window }]
  }, [views, plain, series, window, t])
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
