/** Frame of a widget: title, own time window, notices, menu. Tracks whether the widget is visible. */

import './widget-frame.css'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { hasUserCode } from '@sonde/model/dashboards/user-code'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { zoneOf } from '@sonde/model/time-windows/window-commands'
import { ChartLine, CodeXml, Ellipsis, Expand, Info, Shrink, Table2, TriangleAlert, ZoomOut } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { TimeWindowTrigger } from '../time-windows/time-window-trigger.tsx'
import { browserZone } from '../time-windows/window-context.ts'
import { MenuButton, type MenuItem } from '../ui/menu/menu.tsx'
import { Tooltip } from '../ui/tooltip/tooltip.tsx'
import { useHeaderActions } from './actions/header-actions.tsx'
import { useDashboard, useWidgetView } from './dashboard-context.tsx'
import { faultText } from './fault-text.ts'
import { frameColors } from './frame-colors.ts'
import { TitleIcon } from './title-icon.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useIsStale } from './use-is-stale.ts'
import { useScopedCss } from './use-scoped-css.ts'
import { useWidgetTitle } from './use-widget-title.ts'
import { FailedType, MissingType, WidgetBody, WidgetSkeleton } from './widget-body.tsx'
import { frameClass, frameStyleOf, titleStyleOf } from './widget-style.ts'
import type { WidgetTypeState } from './widget-types.ts'
import { isZoomed, type Windows } from './window-store.ts'

interface WidgetFrameProps {
  readonly widget: DashboardWidget
  readonly type: WidgetTypeState
  /** Loads the widget type again after a failure. */
  readonly onReload: (widget: DashboardWidget) => void
  /** Effective time window: the dashboard's or the widget's own. */
  readonly window: TimeWindow
  readonly isZoomed: boolean
  readonly onWindow: (widgetId: string, window: TimeWindow) => void
  readonly onZoom: (widgetId: string, range: { startMs: number; endMs: number } | null) => void
}

/** Props that all frames of a dashboard share. */
export interface FrameBoard extends Pick<WidgetFrameProps, 'onWindow' | 'onZoom'> {
  readonly types: { readonly of: (widget: DashboardWidget) => WidgetTypeState } & {
    readonly reload: WidgetFrameProps['onReload']
  }
  readonly windows: Windows
}

interface BoardFrameProps extends Pick<WidgetFrameProps, 'widget' | 'window'> {
  readonly board: FrameBoard
}

export const BoardFrame = ({ board: { types, windows, onWindow, onZoom }, widget, window }: BoardFrameProps) => (
  <WidgetFrame
    widget={widget}
    type={types.of(widget)}
    onReload={types.reload}
    window={window}
    isZoomed={isZoomed(windows, widget)}
    onWindow={onWindow}
    onZoom={onZoom}
  />
)

/** Memoized: a change of one widget's window does not render the other widgets again. */
export const WidgetFrame = memo(function WidgetFrame(props: WidgetFrameProps) {
  const { widget, window, isZoomed, onWindow, onZoom } = props
  const t = useText()
  const { data, colors } = useDashboard()
  const view = useWidgetView(widget.id)
  const isStale = useIsStale()
  const type = props.type.kind === 'ready' ? props.type.type : null
  const [isTable, setTable] = useState(false)
  const [isSeen, setSeen] = useState(true)
  const frame = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen(frame)
  const { config } = widget
  const title = useWidgetTitle(widget, type)
  const usesCode = useMemo(() => type !== null && type.runs !== 'all' && hasUserCode(widget, type.runs), [widget, type])
  const followsWindow = props.type.kind !== 'missing' && (widget.type === 'timeseries' || widget.type === 'alarm')
  const hasOwnWindow = followsWindow && !config.useDashboardTimewindow
  const zone = zoneOf(window, browserZone())

  useEffect(() => {
    const element = frame.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => {
      const isOn = entries.at(-1)?.isIntersecting ?? true
      data.scheduler.setVisible(widget.id, isOn)
      setSeen(isOn)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [data, widget.id])
  useEffect(() => () => data.leave(widget.id), [data, widget.id])

  const isBare = !config.showTitle && !hasOwnWindow
  const header = useHeaderActions(widget, view, frame, isBare)
  const items: MenuItem[] = [...header.items]
  if (isZoomed) {
    items.push({
      id: 'zoom',
      label: t('dashboards.resetZoom'),
      icon: <ZoomOut size={16} strokeWidth={2} />,
      onSelect: () => onZoom(widget.id, null),
    })
  }
  if (type?.hasTable) {
    items.push({
      id: 'table',
      label: isTable ? t('dashboards.viewWidget') : t('dashboards.viewTable'),
      icon: isTable ? <ChartLine size={16} strokeWidth={2} /> : <Table2 size={16} strokeWidth={2} />,
      onSelect: () => setTable(!isTable),
    })
  }
  if (config.enableFullscreen && fullScreen.isPossible) {
    items.push({
      id: 'full-screen',
      label: fullScreen.isOn ? t('dashboards.leaveFullScreen') : t('dashboards.fullScreen'),
      icon: fullScreen.isOn ? <Shrink size={16} strokeWidth={2} /> : <Expand size={16} strokeWidth={2} />,
      onSelect: fullScreen.toggle,
    })
  }

  const scope = useScopedCss(config.widgetCss)
  const frameStyle = frameStyleOf(config)
  const look = frameColors(config)
  return (
    <article
      ref={frame}
      className={frameClass(widget, scope)}
      data-bare={isBare || undefined}
      data-padded={frameStyle.padding !== undefined || undefined}
      data-flat={!config.dropShadow || undefined}
      aria-label={title}
      data-theme={look.scheme}
      style={{ ...look.style, ...frameStyle }}
    >
      {view.isRefreshing && <div className="widget-refreshing" aria-hidden />}
      <header className="widget-head">
        {config.showTitle && config.titleIcon !== '' && <TitleIcon config={config} />}
        {config.showTitle && (
          <h2 className="sd-ellipsis" style={titleStyleOf(config)} title={config.titleTooltip || title}>
            {title}
          </h2>
        )}
        {!isBare && <span className="sd-spacer" />}
        {view.overflow && (
          <Note
            icon={<Info size={16} strokeWidth={2} aria-hidden />}
            text={t('dashboards.overflow', { shown: view.overflow.shown, total: view.overflow.total })}
          />
        )}
        {usesCode && <Note icon={<CodeXml size={16} strokeWidth={2} aria-hidden />} text={t('dashboards.userCode')} />}
        {view.faults.map((fault) => (
          <Note
            key={`${fault.setting} ${fault.of}`}
            icon={<TriangleAlert size={16} strokeWidth={2} aria-hidden />}
            text={faultText(fault, t)}
            isFault
          />
        ))}
        {hasOwnWindow && config.displayTimewindow && (
          <TimeWindowTrigger value={window} isInline onChange={(next) => onWindow(widget.id, next)} />
        )}
        {header.buttons}
        {items.length > 0 && (
          <MenuButton
            label={t('dashboards.widgetMenu', { title })}
            icon={<Ellipsis size={16} strokeWidth={2} />}
            size="sm"
            items={items}
          />
        )}
      </header>
      <div className="widget-body">
        {props.type.kind === 'loading' && <WidgetSkeleton />}
        {props.type.kind === 'missing' && <MissingType widget={widget} />}
        {props.type.kind === 'failed' && <FailedType error={props.type.error} onRetry={() => props.onReload(widget)} />}
        {type && (
          <WidgetBody
            type={type}
            window={window}
            browserZone={browserZone()}
            onWindow={(next) => onWindow(widget.id, next)}
            onRetry={() => data.retry(widget.id)}
            props={{
              widget,
              view,
              colors,
              isStale,
              isSeen,
              isTable,
              window,
              zone,
              isZoomed,
              onZoom: (range) => onZoom(widget.id, range),
            }}
          />
        )}
      </div>
    </article>
  )
})

function Note({ icon, text, isFault = false }: { icon: React.ReactNode; text: string; isFault?: boolean }) {
  return (
    <Tooltip text={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keys */}
      <span className="widget-note" data-fault={isFault || undefined} role="img" aria-label={text} tabIndex={0}>
        {icon}
      </span>
    </Tooltip>
  )
}
