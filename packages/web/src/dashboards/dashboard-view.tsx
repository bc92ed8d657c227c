/** An open dashboard: toolbar, grid, widgets. The page decides whether it is in the app shell or fills the window. */

import { own } from '@sonde/model/own'
import './dashboard.css'
import type {
  DashboardConfiguration,
  DashboardLayout,
  DashboardWidget,
} from '@sonde/model/dashboards/dashboard-configuration'
import { mobileBelowPx } from '@sonde/model/dashboards/dashboard-layout'
import { openStates, type StateEntry, wallStates } from '@sonde/model/dashboards/dashboard-states'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { ArrowDownToLine, LayoutDashboard, Pencil } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { browserZone, useWindowContext } from '../time-windows/window-context.ts'
import { IconButton } from '../ui/button/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { EmptyState } from '../ui/states/states.tsx'
import {
  ActionContext,
  type ActionContextValue,
  EmbedContext,
  type EmbedContextValue,
  type Embedding,
} from './actions/action-context.ts'
import { useActions } from './actions/use-actions.ts'
import { cssColor } from './css-color.ts'
import { DashboardContext, type OpenDashboard, useFilteredDashboard } from './dashboard-context.tsx'
import type { DashboardEditing } from './dashboard-editing.ts'
import { DashboardGrid } from './dashboard-grid.tsx'
import { DashboardRoot } from './dashboard-root.tsx'
import { DashboardToolbar } from './dashboard-toolbar.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useOpenDashboard } from './use-open-dashboard.ts'
import { useRightLayout } from './use-right-layout.ts'
import { useSameList } from './use-same-list.ts'
import { useSources } from './use-sources.ts'
import { useWallMode } from './use-wall-mode.ts'
import { requestsOf, useWidgetTypes } from './use-widget-types.ts'
import { useWrappedDashboard } from './use-wrapped-dashboard.ts'
import { BoardFrame } from './widget-frame.tsx'
import type { WidgetTypes } from './widget-types.ts'
import { initialWindows, windowOf, withoutZoom, withWindow, withZoom } from './window-store.ts'

export interface DashboardViewProps {
  /** Available widget types. */
  readonly types: WidgetTypes
  readonly title: string
  readonly configuration: DashboardConfiguration
  /** Stack of states from the URL. */
  readonly states: readonly StateEntry[]
  readonly onStates: (states: readonly StateEntry[]) => void
  readonly hidesToolbar: boolean
  /** The dashboard already fills the window: no full-screen button. */
  readonly isSinglePage: boolean
  readonly onExport: () => void
  /** Shares what is shown, with the dashboard's time window; absent: the user can't. */
  readonly onShare?: ((window: TimeWindow) => void) | undefined
  /** Time window to start with instead of the configured one. */
  readonly firstWindow?: TimeWindow | undefined
  /** Shows the versions of the dashboard; absent: the user can't see them. */
  readonly onVersions?: (() => void) | undefined
  /** Inside a frame of another page: no full screen. */
  readonly isFramed?: boolean
  /** Chooses another dashboard, in the toolbar. */
  readonly dashboards?: ReactNode
  /** Logo, for a dashboard that fills the window. */
  readonly logo?: ReactNode
  /** Account menu, at the end of the toolbar. */
  readonly account?: ReactNode
  /** Set if the view is shown within another state of the dashboard. */
  readonly embedding?: Embedding
  /** Opens the editor; absent: the user can't edit. */
  readonly onEdit?: (() => void) | undefined
  /** Set while the dashboard is edited. */
  readonly editing?: DashboardEditing
  /** Shows the layouts on a screen of this width instead of the window's. */
  readonly screenPx?: number | undefined
}

/** Loaded when code of an action first shows a dialog. */
const CodeDialogView = lazyComponent(() => import('./actions/code-dialog.tsx'), 'CodeDialogView')
/** Loaded when an action first opens a dialog or a popover. */
const StateOverlay = lazyComponent(() => import('./actions/state-overlay.tsx'), 'StateOverlay')

export function DashboardView({
  types: allTypes,
  title,
  configuration,
  states,
  onStates,
  hidesToolbar,
  isSinglePage,
  onExport,
  onShare,
  firstWindow,
  onVersions,
  isFramed = false,
  dashboards,
  logo,
  account,
  embedding,
  onEdit,
  editing,
  screenPx,
}: DashboardViewProps) {
  const t = useText()
  const stack = useMemo(() => openStates(configuration, states), [configuration, states])
  const entry = stack.at(-1) as StateEntry
  const state = own(configuration.states, entry.id ?? '')
  const open = useFilteredDashboard(useOpenDashboard(useSources(configuration), entry.params, configuration))
  const windowContext = useWindowContext()
  const [windows, setWindows] = useState(() => initialWindows(configuration, embedding?.window ?? firstWindow))
  const windowAround = editing?.window ?? embedding?.window
  const [followed, setFollowed] = useState(windowAround)
  if (windowAround && windowAround !== followed) {
    setFollowed(windowAround)
    setWindows((before) => withWindow(before, null, windowAround))
  }
  const root = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(root)
  const main = state?.layouts.main
  const right = state?.layouts.right
  const hasRight = right !== undefined && (editing !== undefined || Object.keys(right.widgets).length > 0)
  const app = useWrappedDashboard(entry.id ?? '', state?.name ?? title, hasRight, embedding !== undefined)
  const { settings } = configuration
  const hasToolbar = !hidesToolbar && !settings.hideToolbar
  const rightLayout = useRightLayout(entry.id ?? '', hasRight && hasToolbar && !app.isInMobileApp, screenPx)
  const actions = useActions({
    open,
    configuration,
    stack,
    onStack: onStates,
    isSinglePage,
    openRightOf: (stateId) => (app.isInMobileApp ? app.openRightNext() : rightLayout.openIn(stateId)),
  })
  const { overlay } = actions

  const widgets = useSameList(
    useMemo(() => {
      const ids = new Set([...Object.keys(main?.widgets ?? {}), ...Object.keys(right?.widgets ?? {})])
      return [...ids].flatMap((id) => own(configuration.widgets, id) ?? [])
    }, [configuration, main, right]),
  )
  const types = useWidgetTypes(allTypes, widgets)
  const widgetWindows = useMemo(() => {
    const { nowMs, datapointsMax } = windowContext()
    return new Map(widgets.map((widget) => [widget.id, windowOf(windows, widget, nowMs, datapointsMax)]))
  }, [widgets, windows, windowContext])

  const data = open?.data
  useEffect(() => {
    const requests = requestsOf(types, widgets, ({ id }) => widgetWindows.get(id))
    if (data && requests) data.setRequests(requests)
  }, [data, types, widgets, widgetWindows])

  const byId = configuration.widgets
  const setWindow = useCallback(
    (widgetId: string, window: TimeWindow) => {
      const widget = own(byId, widgetId)
      if (widget) setWindows((before) => withWindow(before, widget, window))
    },
    [byId],
  )
  const zoom = useCallback(
    (widgetId: string, range: TimeRange | null) => {
      const widget = own(byId, widgetId)
      if (!widget) return
      const { nowMs, datapointsMax } = windowContext()
      setWindows((before) =>
        range
          ? withZoom(before, widget, windowOf(before, widget, nowMs, datapointsMax), range, browserZone())
          : withoutZoom(before, widget),
      )
    },
    [byId, windowContext],
  )

  const aliasIds = useMemo(() => usedAliases(widgets), [widgets])
  const filterIds = useMemo(() => usedFilters(widgets), [widgets])
  const isEmpty = widgets.length === 0
  const wallIds = useMemo(() => wallStates(configuration), [configuration])
  const wall = useWallMode({ stateIds: wallIds, openId: entry.id ?? '', onStack: onStates, fullScreen })
  const [isToolbarOpen, setToolbarOpen] = useState(settings.toolbarAlwaysOpen)

  const depth = embedding?.depth ?? 0
  const isEdit = editing !== undefined
  const dashboardWindow = windows.dashboard
  const embed = useMemo(
    (): EmbedContextValue => ({
      configuration,
      params: entry.params,
      depth,
      isEdit,
      render: (view) =>
        renderDashboard({
          ...view,
          types: allTypes,
          title,
          isSinglePage,
          onExport,
          embedding: { depth: depth + 1, window: dashboardWindow },
        }),
    }),
    [configuration, entry.params, depth, isEdit, allTypes, title, isSinglePage, onExport, dashboardWindow],
  )

  const board = { types, windows, onWindow: setWindow, onZoom: zoom }
  const frame = (widget: DashboardWidget) => {
    const window = widgetWindows.get(widget.id)
    return window && <BoardFrame board={board} widget={widget} window={window} />
  }
  const gridOf = (layoutId: 'main' | 'right', layout: DashboardLayout) => {
    const parts = { layout, widgets: byId, types, screenPx, children: frame }
    const stateId = entry.id ?? ''
    return editing ? (
      editing.grid({ ...parts, place: { stateId, layoutId } })
    ) : (
      <DashboardGrid key={`${stateId} ${layoutId}`} {...parts} />
    )
  }

  return (
    <DashboardRoot
      ref={root}
      css={settings.dashboardCss}
      hasWidgetCss={widgets.some(({ config }) => config.widgetCss !== '')}
    >
      {open && (
        <DashboardParts open={open} actions={actions.context} embed={embed}>
          {editing ? (
            editing.bar({
              stack,
              onStack: onStates,
              window: windows.dashboard,
              onWindow: (window) => setWindows((before) => withWindow(before, null, window)),
              right: rightLayout,
            })
          ) : wall.isOn && !wall.isPaused ? null : !hasToolbar ? (
            onEdit ? (
              <IconButton
                className="db-open-toolbar"
                label={t('dashboards.edit')}
                icon={<Pencil size={18} strokeWidth={1.75} />}
                onClick={onEdit}
              />
            ) : (
              account &&
              !app.isInMobileApp && (
                <div className="db-bar">
                  <span className="sd-spacer" />
                  {account}
                </div>
              )
            )
          ) : !isToolbarOpen && !rightLayout.isOverlay ? (
            <IconButton
              className="db-open-toolbar"
              label={t('dashboards.openToolbar')}
              icon={<ArrowDownToLine size={18} strokeWidth={1.75} />}
              onClick={() => setToolbarOpen(true)}
            />
          ) : (
            <DashboardToolbar
              configuration={configuration}
              stack={stack}
              onStack={onStates}
              aliasIds={aliasIds}
              filterIds={filterIds}
              window={windows.dashboard}
              onWindow={(window) => setWindows((before) => withWindow(before, null, window))}
              onExport={onExport}
              onShare={embedding || !onShare ? undefined : () => onShare(windows.dashboard)}
              onVersions={embedding ? undefined : onVersions}
              isInMobileApp={app.isInMobileApp}
              fullScreen={isSinglePage || isFramed || embedding ? null : fullScreen}
              onWall={wallIds.length > 1 && !embedding ? wall.start : null}
              right={rightLayout}
              onClose={settings.toolbarAlwaysOpen || rightLayout.isOverlay ? null : () => setToolbarOpen(false)}
              dashboards={dashboards}
              logo={logo}
              account={account}
              onEdit={onEdit}
            />
          )}
          {embedding ? null : settings.showTitle ? (
            <h1 className="db-title" style={settings.titleColor ? titleColor(settings.titleColor) : undefined}>
              {title}
            </h1>
          ) : (
            <h1 className="sd-hidden-text">{title}</h1>
          )}
          {isEmpty && !editing && (
            <EmptyState
              icon={<LayoutDashboard size={24} strokeWidth={1.75} aria-hidden />}
              title={t('dashboards.emptyDashboard')}
              text={t('dashboards.emptyDashboardText')}
            />
          )}
          {(!isEmpty || editing) && main && (
            <Screen isOwn={editing !== undefined || screenPx !== undefined} widthPx={screenPx} side={editing?.side}>
              {!app.isRightOpen && (
                <div className="db-layout" inert={rightLayout.isOpen}>
                  {gridOf('main', main)}
                </div>
              )}
              {right &&
                hasRight &&
                (app.isInMobileApp ? app.isRightOpen : !rightLayout.isOverlay || rightLayout.isOpen) && (
                  <div className="db-layout" data-over={rightLayout.isOverlay || undefined}>
                    {gridOf('right', right)}
                  </div>
                )}
            </Screen>
          )}
          {actions.dialog && (
            <Suspense>
              <CodeDialogView dialog={actions.dialog} onClose={actions.closeDialog} />
            </Suspense>
          )}
          {overlay && (
            <Suspense>
              <StateOverlay
                key={overlay.id}
                overlay={overlay}
                configuration={configuration}
                dashboardTitle={title}
                onClose={actions.closeOverlay}
              />
            </Suspense>
          )}
        </DashboardParts>
      )}
    </DashboardRoot>
  )
}

const renderDashboard = (props: DashboardViewProps) => <DashboardView {...props} />

interface DashboardPartsProps {
  readonly open: OpenDashboard
  readonly actions: ActionContextValue
  readonly embed: EmbedContextValue
  readonly children: ReactNode
}

/** What the widgets of a dashboard ask for. */
const DashboardParts = ({ open, actions, embed, children }: DashboardPartsProps) => (
  <DashboardContext value={open}>
    <ActionContext value={actions}>
      <EmbedContext value={embed}>{children}</EmbedContext>
    </ActionContext>
  </DashboardContext>
)

interface ScreenProps {
  /** The screen has a frame of its own and room next to it: in the editor and its preview. */
  readonly isOwn: boolean
  /** Undefined: that of the window. */
  readonly widthPx: number | undefined
  /** Next to the layouts. */
  readonly side: ReactNode
  readonly children: ReactNode
}

/** The layouts of a state; in the editor on a screen of their own. */
const Screen = ({ isOwn, widthPx, side, children }: ScreenProps) =>
  !isOwn ? (
    <div className="db-layouts">{children}</div>
  ) : (
    <div className="db-screens">
      <div className="db-screen-room">
        <div
          className="db-layouts"
          data-narrow={(widthPx !== undefined && widthPx < mobileBelowPx) || undefined}
          style={widthPx === undefined ? undefined : { maxWidth: widthPx }}
        >
          {children}
        </div>
      </div>
      {side}
    </div>
  )

/** Title color that the user set. The default in dashboard files, black, counts as not set. */
function titleColor(color: string): { color: string } | undefined {
  const checked = cssColor(color)
  return checked && !checked.replaceAll(' ', '').startsWith('rgba(0,0,0,') ? { color: checked } : undefined
}

function usedAliases(widgets: readonly DashboardWidget[]): string[] {
  const ids = new Set<string>()
  for (const { config } of widgets) {
    const sources = config.alarmSource ? [...config.datasources, config.alarmSource] : config.datasources
    for (const { entityAliasId } of sources) if (entityAliasId) ids.add(entityAliasId)
  }
  return [...ids]
}

function usedFilters(widgets: readonly DashboardWidget[]): string[] {
  const sources = widgets.flatMap(({ config }) => [
    ...config.datasources,
    ...(config.alarmSource ? [config.alarmSource] : []),
  ])
  return [...new Set(sources.flatMap(({ filterId }) => filterId ?? []))]
}
