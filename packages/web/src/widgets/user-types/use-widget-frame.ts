/** Opens the frame of a user-written widget, and keeps what the widget sees up to date. */

import { readActions } from '@sonde/model/dashboards/actions/widget-action'
import { mobileBelowPx } from '@sonde/model/dashboards/dashboard-layout'
import { type RefObject, useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import {
  ActionContext,
  EmbedContext,
  useDashboard,
  type WidgetProps,
  type WidgetView,
} from '../../dashboards/widget-api.ts'
import { useLocale } from '../../locale/use-text.tsx'
import { openWidgetFrame, type WidgetFrame } from '../../sandbox/browser-widget.ts'
import type { WidgetTrouble } from '../../sandbox/widget-host.ts'
import type { WidgetCode, WidgetData } from '../../sandbox/widget-protocol.ts'
import { useClient } from '../../session/use-session.tsx'
import { useColorScheme } from '../../ui/theme/color-scheme.ts'
import { useWidth } from '../../ui/theme/use-width.ts'
import { answerWidget } from './answer-widget.ts'
import { setBusy } from './busy-mark.ts'
import { createDataReader, type ReadChanges } from './widget-data.ts'
import { lookOf } from './widget-look.ts'

const noState: WidgetData['place'] = { states: [], params: {}, stateName: '', entity: null, elementId: '' }

export interface StartedWidgetProps extends WidgetProps {
  readonly code: WidgetCode
  /** Only the first entity of each datasource. */
  readonly isSingle: boolean
}

/** Returns the ref of the element that the frame fills. */
export function useWidgetFrame(
  props: StartedWidgetProps,
  onTrouble: (trouble: WidgetTrouble) => void,
): RefObject<HTMLDivElement | null> {
  const { widget, view, code, isSingle, zone } = props
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<WidgetFrame | null>(null)
  const { rest } = useClient()
  const open = useDashboard()
  const actions = useContext(ActionContext)
  const embed = useContext(EmbedContext)
  const isMobile = useWidth((px) => px < mobileBelowPx)
  const isEdit = embed?.isEdit ?? false
  const { scheme } = useColorScheme()
  const { intl } = useLocale()
  const params = embed?.params
  const entity = actions?.active.of(widget, open) ?? null

  const members = useMemo(() => {
    const { config } = widget
    return {
      settings: config.settings,
      widgetConfig: config,
      units: config.units,
      decimals: config.decimals ?? 2,
      widgetTitle: config.title,
      widgetTitleTooltip: config.titleTooltip,
      hideTitlePanel: !config.showTitle,
      rpcEnabled: widget.type === 'rpc' && config.targetAliasIds.length > 0,
      locale: intl,
      zone,
    }
  }, [widget, intl, zone])
  const ownActions = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(readActions(widget)).map(([sourceId, list]) => [
          sourceId,
          list.map(({ id, name, icon, type }) => ({ id, name, displayName: name, icon, type, sourceId })),
        ]),
      ),
    [widget],
  )
  const { startMs, endMs } = view.series.find(({ role }) => role === 'main')?.range ?? {}
  const timeWindow = useMemo(
    () => (startMs === undefined ? {} : { minTime: startMs, maxTime: endMs, timezone: zone }),
    [startMs, endMs, zone],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the states change with their parameters
  const place = useMemo(() => ({ ...noState, ...actions?.place(), entity }), [actions, params, entity?.id.id])

  const slices = { members, actions: ownActions, timeWindow, place, isMobile, isEdit }
  const latest = useRef({ props, slices, parts: { actions, rest, open } })
  useLayoutEffect(() => {
    latest.current = { props, slices, parts: { actions, rest, open } }
  })
  /** What the frame has. */
  const sent = useRef<{ readonly view: WidgetView; readonly slices: Slices; readonly scheme: string } | null>(null)
  const reader = useRef<ReadChanges | null>(null)

  useEffect(() => {
    const container = room.current
    if (!container) return
    const { id, title, config } = widget
    const opened = openWidgetFrame({
      container,
      title: config.title || title || id,
      onTrouble,
      answer(method, args) {
        const { props: now, parts } = latest.current
        return answerWidget(method, args, { ...parts, props: now, anchor: container })
      },
      onBusy: (isBusy) => setBusy(id, isBusy),
    })
    frame.current = opened
    reader.current = createDataReader(widget, isSingle)
    const { props: now, slices: first } = latest.current
    const { datasources = [], keys = [], points } = reader.current(now.view)
    opened.start(code, { ...first, datasources, keys, points, look: lookOf(container) })
    sent.current = { view: now.view, slices: first, scheme: document.documentElement.dataset.theme ?? '' }
    // A page that ends as usual isn't frozen.
    const leave = () => setBusy(id, false)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      opened.close()
      frame.current = null
    }
  }, [widget, code, isSingle, onTrouble])

  // Compares with what was sent, so it may run after each render.
  useEffect(() => {
    const before = sent.current
    if (!frame.current || !reader.current || !before || !room.current) return
    const data = before.view === view ? null : reader.current(view)
    const changes: Partial<WidgetData> = {
      ...changed(before.slices, slices),
      ...(data && (data.keys || data.points.length > 0) && data),
      ...(before.scheme !== scheme && { look: lookOf(room.current) }),
    }
    sent.current = { view, slices, scheme }
    if (Object.keys(changes).length > 0) frame.current.update(changes)
  })
  return room
}

type Slices = Pick<WidgetData, 'members' | 'actions' | 'timeWindow' | 'place' | 'isMobile' | 'isEdit'>

const changed = (before: Slices, slices: Slices): Partial<Slices> =>
  Object.fromEntries(Object.entries(slices).filter(([name, value]) => before[name as keyof Slices] !== value))
