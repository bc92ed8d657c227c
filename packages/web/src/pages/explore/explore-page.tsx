/** Compares telemetry keys of any entities in charts with a common time axis. The URL holds the complete state. */

import './explore.css'
import type { AppendedChart } from '@sonde/model/dashboards/append-charts'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { zoneOf } from '@sonde/model/time-windows/window-commands'
import {
  ChartLine,
  Download,
  Ellipsis,
  LayoutDashboard,
  ListPlus,
  Pencil,
  Plus,
  Redo2,
  Share2,
  Undo2,
  ZoomOut,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useChartBoard } from '../../charts/use-chart-board.tsx'
import { type Crosshair, type CrosshairAt, CrosshairContext } from '../../dashboards/crosshair.ts'
import { DashboardContext, type OpenDashboard } from '../../dashboards/dashboard-context.tsx'
import type { DataRequest } from '../../dashboards/data-request.ts'
import { useCanAddToDashboard } from '../../explore/can-add-to-dashboard.ts'
import { colorsOf } from '../../explore/explore-colors.ts'
import { chartId, chartsOf, emptyBoard, requestOfSeries } from '../../explore/explore-dashboard.ts'
import {
  canAddChart,
  chartCount,
  type Exploration,
  isSameSeries,
  type SeriesKey,
  seriesMax,
  withSeries,
} from '../../explore/explore-state.ts'
import { zoomedOut } from '../../explore/zoom-out.ts'
import { useText } from '../../locale/use-text.tsx'
import { useLimitsOf } from '../../telemetry/use-value-limits.ts'
import { TimeWindowTrigger } from '../../time-windows/time-window-trigger.tsx'
import { browserZone, useWindowContext } from '../../time-windows/window-context.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { copyText } from '../../ui/copy/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { MenuButton } from '../../ui/menu/menu.tsx'
import { createObservable } from '../../ui/observable.ts'
import { usePageLabel } from '../../ui/page-label.ts'
import { EmptyState, Skeleton } from '../../ui/states/states.tsx'
import { isPhone, useWidth } from '../../ui/theme/use-width.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { type HeadOf, useChartHeads } from './chart-heads.ts'
import { type ChartLimits, limitsOfCharts, withLimits } from './chart-limits.ts'
import { ExploreCharts } from './explore-charts.tsx'
import { SeriesFinder } from './series-finder.tsx'
import { SeriesList } from './series-list.tsx'
import { useSeriesNames } from './series-names.ts'
import { readingOf } from './series-reading.ts'
import { SeriesTable } from './series-table.tsx'
import { useExploration } from './use-exploration.ts'

const AddToDashboardDialog = lazy(() => import('../../explore/add-to-dashboard-dialog.tsx'))
const NameDialog = lazy(() => import('./name-dialog.tsx'))
const ExploreExport = lazy(() => import('./explore-export.tsx'))

/** Width in px of the window from which all buttons of the toolbar have words. */
const wordsPx = 1200
/** Widths in px of the value axes; right: without and with a second axis. */
const leftPx = 56
const rightPx = { without: 18, with: 60 }

export function ExplorePage() {
  const t = useText()
  const toasts = useToasts()
  const onPhone = useWidth(isPhone)
  const context = useWindowContext()
  const { series, setSeries, hasNewChart, setNewChart, window, setWindow, name, setName, undo, redo } = useExploration()
  usePageLabel(name)
  const [isNaming, setNaming] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const [adding, setAdding] = useState<readonly AppendedChart[]>([])
  const canAdd = useCanAddToDashboard()
  const [isListOpen, setListOpen] = useState(false)
  const configuration = useMemo(() => emptyBoard(context().nowMs), [context])
  // Without display names, so that the charts aren't recreated when those load.
  const titleOf = useCallback(
    (own: Exploration, chart: number) => {
      const [first] = own
      return first && own.every(({ key }) => key === first.key) ? first.key : t('explore.chart', { number: chart + 1 })
    },
    [t],
  )
  const headOf = useChartHeads()
  const names = useSeriesNames()
  const unitOf = (one: SeriesKey): string => {
    const drawn = series.find((each) => isSameSeries(each, one))
    return names.unit(one, drawn && open ? readingOf(open.data.view(chartId(drawn.chart)), drawn) : { kind: 'loading' })
  }
  const limits = useChartLimits(series)
  const widgets = useMemo(() => {
    const plain = Object.entries(chartsOf(series, titleOf, context().nowMs))
    return Object.fromEntries(plain.map(([id, widget]) => [id, withLimits(widget, series, limits)]))
  }, [series, titleOf, limits, context])
  const requestOf = useCallback((request: DataRequest) => requestOfSeries(request, series), [series])
  const held = useMemo(() => ({ value: window, onChange: setWindow }), [window, setWindow])
  const board = useChartBoard(configuration, { widgets, window: held, requestOf })
  const colors = useMemo(() => colorsOf(series), [series])
  const open = useMemo(() => board.open && { ...board.open, colors }, [board.open, colors])
  const at = useState(() => createObservable<CrosshairAt | null>(null))[0]
  const hasRight = series.some(({ axis, isHidden }) => axis === 'right' && !isHidden)
  const crosshair = useMemo<Crosshair>(
    () => ({ at, leftPx, rightPx: hasRight ? rightPx.with : rightPx.without }),
    [at, hasRight],
  )
  const zone = zoneOf(window, browserZone())
  const isEmpty = series.length === 0

  const panel = (
    <Panel
      isEmpty={isEmpty}
      footer={
        <>
          <span className="sd-xs sd-text-3">{t('explore.count', { count: series.length, max: seriesMax })}</span>
          <span className="sd-spacer" />
          <Button
            size="sm"
            icon={<Plus size={14} strokeWidth={2} aria-hidden />}
            disabled={hasNewChart || !canAddChart(series)}
            onClick={(event) => {
              setNewChart(true)
              event.currentTarget.closest('aside')?.querySelector('input')?.focus()
            }}
          >
            {t('explore.addChart')}
          </Button>
        </>
      }
    >
      <div className="sd-hidden-labels">
        <SeriesFinder
          isFull={series.length >= seriesMax}
          onAdd={(added: SeriesKey) => setSeries(withSeries(series, added, unitOf, hasNewChart))}
        />
      </div>
      {open && (
        <SeriesList
          series={series}
          onSeries={setSeries}
          usual={window.aggregation.type}
          hasNewChart={hasNewChart}
          onRemoveNewChart={() => setNewChart(false)}
        />
      )}
    </Panel>
  )

  return (
    <DashboardContext value={open}>
      <div className="sd-page sd-explore">
        <div className="sd-explore-bar">
          <h1 className={onPhone ? 'sd-hidden-text' : 'sd-ellipsis'} title={name || undefined}>
            {name || t('explore.title')}
          </h1>
          {!onPhone && (
            <IconButton
              label={t('explore.rename')}
              icon={<Pencil size={16} strokeWidth={2} />}
              onClick={() => setNaming(true)}
            />
          )}
          <span className="sd-spacer" />
          {onPhone && (
            <BarButton
              label={t('explore.series')}
              icon={<ListPlus size={16} strokeWidth={2} />}
              onClick={() => setListOpen(true)}
            />
          )}
          <IconButton
            label={t('explore.undo')}
            shortcut="Ctrl+Z"
            icon={<Undo2 size={16} strokeWidth={2} />}
            disabled={!undo}
            onClick={() => undo?.()}
          />
          {!onPhone && (
            <IconButton
              label={t('explore.redo')}
              shortcut="Ctrl+Shift+Z"
              icon={<Redo2 size={16} strokeWidth={2} />}
              disabled={!redo}
              onClick={() => redo?.()}
            />
          )}
          <IconButton
            label={t('explore.zoomOut')}
            icon={<ZoomOut size={16} strokeWidth={2} />}
            disabled={isEmpty}
            onClick={() => {
              const wider = zoomedOut(window, context())
              if (wider) board.setWindow(wider)
            }}
          />
          <TimeWindowTrigger value={window} onChange={board.setWindow} />
          {!onPhone && (
            <BarButton
              label={t('explore.exportAction')}
              icon={<Download size={16} strokeWidth={2} />}
              disabled={isEmpty || !open}
              onClick={() => setExporting(true)}
            />
          )}
          <BarButton
            label={t('explore.share')}
            icon={<Share2 size={16} strokeWidth={2} />}
            disabled={isEmpty}
            onClick={() =>
              void copyText(location.href).then(
                (isCopied) => isCopied && toasts.show({ kind: 'info', text: t('explore.linkCopied') }),
              )
            }
          />
          {canAdd && (
            <BarButton
              label={t('explore.addToDashboard')}
              icon={<LayoutDashboard size={16} strokeWidth={2} />}
              isMain
              disabled={isEmpty || !open}
              onClick={() => open && setAdding(appendedCharts(open, series, headOf, window))}
            />
          )}
          {onPhone && (
            <MenuButton
              label={t('ui.more')}
              icon={<Ellipsis size={16} strokeWidth={2} />}
              items={[
                { id: 'redo', label: t('explore.redo'), isDisabled: !redo, onSelect: () => redo?.() },
                {
                  id: 'export',
                  label: t('explore.exportAction'),
                  isDisabled: isEmpty || !open,
                  onSelect: () => setExporting(true),
                },
                { id: 'rename', label: t('explore.rename'), onSelect: () => setNaming(true) },
              ]}
            />
          )}
        </div>
        <div className="sd-explore-body">
          {!onPhone && panel}
          <div className="sd-explore-main">
            {isEmpty ? (
              <section className="sd-card sd-explore-empty">
                <EmptyState
                  icon={<ChartLine size={24} strokeWidth={1.75} />}
                  title={t('explore.emptyTitle')}
                  text={t('explore.emptyText')}
                >
                  {onPhone && <Button onClick={() => setListOpen(true)}>{t('explore.add')}</Button>}
                </EmptyState>
              </section>
            ) : open ? (
              <CrosshairContext value={crosshair}>
                <ExploreCharts
                  series={series}
                  limits={limits}
                  at={at}
                  zone={zone}
                  drawChart={(id) => {
                    const widget = widgets[id]
                    return widget && board.frame(widget)
                  }}
                />
                <SeriesTable series={series} at={at} zone={zone} />
              </CrosshairContext>
            ) : (
              <Skeleton width="100%" height={320} />
            )}
          </div>
        </div>
        {onPhone && isListOpen && (
          <Dialog title={t('explore.series')} onClose={() => setListOpen(false)} isFlush>
            {panel}
          </Dialog>
        )}
        {adding.length > 0 && (
          <Suspense>
            <AddToDashboardDialog charts={adding} name={name} onClose={() => setAdding([])} />
          </Suspense>
        )}
        {isNaming && (
          <Suspense>
            <NameDialog name={name} onName={setName} onClose={() => setNaming(false)} />
          </Suspense>
        )}
        {isExporting && open && (
          <Suspense>
            <ExploreExport series={series} open={open} name={name} onClose={() => setExporting(false)} />
          </Suspense>
        )}
      </div>
    </DashboardContext>
  )
}

/** Limits of the charts; the same object while they are the same. */
function useChartLimits(series: Exploration): ChartLimits {
  const names = useSeriesNames()
  const found = useLimitsOf(series)
  const text = JSON.stringify(
    limitsOfCharts(
      series,
      (one) => found[series.indexOf(one)] ?? [],
      (one) => names.unit(one, { kind: 'loading' }),
    ),
  )
  return useMemo(() => JSON.parse(text) as ChartLimits, [text])
}

interface BarButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly disabled?: boolean
  readonly isMain?: boolean
  readonly onClick: () => void
}

/** Toolbar button; on phones only its icon. */
function BarButton({ label, isMain = false, ...rest }: BarButtonProps) {
  const isBare = useWidth((px) => isPhone(px) || (!isMain && px < wordsPx))
  if (isBare) return <IconButton label={label} {...rest} />
  return (
    <Button kind={isMain ? 'filled' : 'outlined'} {...rest}>
      {label}
    </Button>
  )
}

/** Charts in the format that dashboards store; omits series that the user can't access. */
function appendedCharts(
  open: OpenDashboard,
  series: Exploration,
  headOf: HeadOf,
  timewindow: TimeWindow,
): readonly AppendedChart[] {
  return Array.from({ length: chartCount(series) }, (_, chart): AppendedChart => {
    const own = series.filter((one) => one.chart === chart)
    const added = own.flatMap((one) => {
      const reading = readingOf(open.data.view(chartId(chart)), one)
      if (one.isHidden || reading.kind !== 'ready') return []
      const settings = one.axis === 'right' ? { showSeparateAxis: true, axisPosition: 'right' } : {}
      return [{ entity: one.entity, entityName: reading.entityName, key: one.key, settings }]
    })
    return { title: headOf(own, chart, open.data.view(chartId(chart))).title, series: added, timewindow }
  }).filter(({ series: shown }) => shown.length > 0)
}

interface PanelProps {
  readonly isEmpty: boolean
  readonly footer: ReactNode
  readonly children: ReactNode
}

/** Side panel; focuses the search field if the exploration is empty on opening. */
function Panel({ isEmpty, footer, children }: PanelProps) {
  const t = useText()
  const panel = useRef<HTMLElement>(null)
  const [startsEmpty] = useState(isEmpty)
  useEffect(() => {
    if (startsEmpty) panel.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [startsEmpty])
  return (
    <aside ref={panel} className="sd-explore-panel" aria-label={t('explore.series')}>
      <div className="sd-explore-list">{children}</div>
      <footer>{footer}</footer>
    </aside>
  )
}
