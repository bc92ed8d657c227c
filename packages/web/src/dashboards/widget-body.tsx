/** Content of a widget frame: the widget, or its loading, empty or error state. The frame's size stays the same. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { zoneOf } from '@sonde/model/time-windows/window-commands'
import { widerWindowMs, withLastInterval } from '@sonde/model/time-windows/window-edits'
import { CatchBoundary } from '@tanstack/react-router'
import { CodeXml, TriangleAlert } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { lastWords, rangeWords } from '../time-windows/time-window-words.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { failureText } from '../ui/states/failure-text.ts'
import { Skeleton } from '../ui/states/states.tsx'
import { faultText } from './fault-text.ts'
import type { WidgetProps, WidgetType } from './widget-type.ts'
import type { WidgetView } from './widget-view.ts'

export interface WidgetBodyProps {
  readonly type: WidgetType
  readonly props: WidgetProps
  readonly window: TimeWindow
  readonly onWindow: (window: TimeWindow) => void
  readonly onRetry: () => void
  readonly browserZone: string
}

export function WidgetBody({ type, props, window, onWindow, onRetry, browserZone }: WidgetBodyProps) {
  const t = useText()
  const { widget, view } = props
  const { Component } = type
  const content = (
    <CatchBoundary
      getResetKey={() => widget.id}
      errorComponent={({ error, reset }) => (
        <WidgetFailure text={t('dashboards.widgetBroken', { message: failureText(error) })} onRetry={reset} />
      )}
    >
      <Component {...props} />
    </CatchBoundary>
  )
  if (type.ownsStates) return content
  if (type.requests(widget, window).length === 0) {
    return type.needs === 'nothing' ? content : <NothingRequested />
  }
  switch (view.status.kind) {
    case 'loading':
      return <WidgetSkeleton />
    case 'failed':
      return (
        <WidgetFailure
          text={t('dashboards.widgetLoadFailed', { message: view.status.error.message })}
          onRetry={onRetry}
        />
      )
    case 'unresolved':
      if (type.needs === 'nothing') break
      return <UnresolvedAlias name={view.status.aliasName} />
    case 'ready':
      break
  }
  if (type.needs === 'nothing') return content
  if (view.entities.length === 0 && view.latest.length === 0) return <UnresolvedAlias name={aliasHint(widget)} />
  const [fault] = view.faults
  if (fault && isEmpty(view)) return <WidgetFailure text={faultText(fault, t)} onRetry={onRetry} />
  if (type.needs === 'values' && isEmpty(view))
    return <NoData widget={widget} view={view} window={window} onWindow={onWindow} browserZone={browserZone} />
  return content
}

const aliasHint = ({ config }: DashboardWidget): string => config.datasources[0]?.name ?? ''

function isEmpty({ latest, series }: WidgetView): boolean {
  const main = series.filter(({ role }) => role === 'main')
  if (main.length > 0) return main.every(({ column }) => column.ts.length === 0)
  return latest.length > 0 && latest.every(({ text }) => text === '')
}

function NoData({
  widget,
  view,
  window,
  onWindow,
  browserZone,
}: {
  widget: DashboardWidget
  view: WidgetView
  window: TimeWindow
  onWindow: (window: TimeWindow) => void
  browserZone: string
}) {
  const t = useText()
  const format = useFormat(zoneOf(window, browserZone))
  const range = view.series.find(({ role }) => role === 'main')?.range
  if (!range) {
    return (
      <div className="widget-state">
        <p>{widget.config.noDataDisplayMessage || t('dashboards.noValue')}</p>
      </div>
    )
  }
  const wider = widerWindowMs(range.endMs - range.startMs)
  return (
    <div className="widget-state">
      <p>{widget.config.noDataDisplayMessage || t('dashboards.nothingIn', { range: rangeWords(range, t, format) })}</p>
      {wider !== null && (
        <button type="button" onClick={() => onWindow(withLastInterval(window, wider))}>
          {t('dashboards.showLast', { interval: lastWords(wider, t) })}
        </button>
      )}
    </div>
  )
}

/** Also for widgets that show their own states. */
export function UnresolvedAlias({ name }: { name: string }) {
  const t = useText()
  const auth = useAccount()?.auth
  // Users who can’t edit the dashboard don't see the alias's name, only that something is not shared with them.
  if (!auth || auth.isPublic || auth.authority === 'CUSTOMER_USER') {
    return (
      <div className="widget-state">
        <p>{t('dashboards.notShared')}</p>
      </div>
    )
  }
  return (
    <div className="widget-state" data-error>
      <p>
        <TriangleAlert size={16} strokeWidth={2} aria-hidden />
        {name ? t('dashboards.aliasEmpty', { alias: name }) : t('dashboards.noEntity')}
      </p>
    </div>
  )
}

interface WidgetFailureProps {
  readonly text: string
  /** Text of the button; default: retry. */
  readonly action?: string
  readonly onRetry: () => void
}

export function WidgetFailure({ text, action, onRetry }: WidgetFailureProps) {
  const t = useText()
  return (
    <div className="widget-state" data-error role="alert">
      <p>
        <TriangleAlert size={16} strokeWidth={2} aria-hidden />
        {text}
      </p>
      <button type="button" onClick={onRetry}>
        {action ?? t('ui.retryNow')}
      </button>
    </div>
  )
}

/** The widget has no keys to request, so no data will arrive. */
function NothingRequested() {
  const t = useText()
  return (
    <div className="widget-state">
      <p>{t('dashboards.noKeys')}</p>
    </div>
  )
}

/** Error state of a widget whose type's file failed to load. */
export function FailedType({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText()
  return <WidgetFailure text={t('dashboards.widgetBroken', { message: failureText(error) })} onRetry={onRetry} />
}

/** Error state of a widget whose type this client does not have; shows the type's name and the reason. */
export function MissingType({ widget }: { widget: DashboardWidget }) {
  const t = useText()
  return (
    <div className="widget-state">
      <p>
        <CodeXml size={16} strokeWidth={2} aria-hidden />
        {t('dashboards.typeMissing')}
      </p>
      <code>
        {widget.bundleAlias}.{widget.typeAlias}
      </code>
    </div>
  )
}

export function WidgetSkeleton() {
  return (
    <div className="widget-loading">
      <Skeleton width="60%" height={24} />
      <Skeleton width="85%" height={10} />
    </div>
  )
}
