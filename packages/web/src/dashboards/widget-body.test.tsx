import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { defaultTimeWindow, type TimeWindow } from '@sonde/model/time-windows/time-window'
import { withLastInterval } from '@sonde/model/time-windows/window-edits'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { widgetTypes } from '../widgets/widget-registry.ts'
import { usualRequests } from './data-request.ts'
import { createSeriesColors } from './series-colors.ts'
import { averagesBetween } from './testing.ts'
import { renderInApp } from './testing-ui.tsx'
import { MissingType, WidgetBody } from './widget-body.tsx'
import { loadingView, type WidgetView } from './widget-view.ts'

interface ShowDeps {
  readonly widget?: typeof usual
  readonly authority?: 'CUSTOMER_USER'
}

const nowMs = Date.UTC(2026, 10, 21, 12)
const window = withLastInterval(defaultTimeWindow(nowMs), 3_600_000)
const chart = (datasources: object[]) =>
  normalizeWidget(
    'w',
    { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries', config: { datasources } },
    new Map(),
  )
const usual = chart([{ type: 'entity', entityAliasId: 'a', dataKeys: [{ name: 't' }] }])

async function show(view: WidgetView, { widget = usual, authority }: ShowDeps = {}) {
  const state = await widgetTypes.load(widget)
  if (state.kind !== 'ready') throw new Error('The chart is not registered.')
  const { type } = state
  const onWindow = vi.fn<(window: TimeWindow) => void>()
  const onRetry = vi.fn()
  const props = {
    widget,
    view,
    colors: createSeriesColors(),
    isStale: false,
    isSeen: true,
    isTable: false,
    window,
    zone: 'UTC',
    isZoomed: false,
    onZoom: () => {},
  }
  await renderInApp(
    <WidgetBody type={type} props={props} window={window} onWindow={onWindow} onRetry={onRetry} browserZone="UTC" />,
    { nowMs, authority },
  )
  return { onWindow, onRetry }
}

test('says which alias has no entity', async () => {
  await show({ ...loadingView, status: { kind: 'unresolved', aliasName: 'Cold rooms' } })
  expect(screen.getByText(/Alias “Cold rooms” matches no entity/)).toBeTruthy()
})

test('tells a customer calmly that nothing is shared', async () => {
  await show(
    { ...loadingView, status: { kind: 'unresolved', aliasName: 'Cold rooms' } },
    { authority: 'CUSTOMER_USER' },
  )
  expect(screen.getByText('Nothing here is shared with you')).toBeTruthy()
  expect(screen.queryByText(/Cold rooms/)).toBeNull()
})

test('says what failed, and begins anew', async () => {
  const { onRetry } = await show({ ...loadingView, status: { kind: 'failed', error: new Error('Too many.') } })
  expect(screen.getByRole('alert').textContent).toContain('Too many.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('names the window without data and offers a wider one', async () => {
  const [request] = usualRequests(usual, window)
  const dataKey = request?.datasource.dataKeys[0]
  if (!dataKey) throw new Error('The widget lacks its key.')
  const entity = { id: { entityType: 'DEVICE', id: 'd' }, name: 'D', label: '' } as const
  const column = {
    ts: new Float64Array(0),
    values: new Float64Array(0),
    texts: null,
    longNumbers: null,
    isBoolean: false,
  }
  const range = { startMs: nowMs - 3_600_000, endMs: nowMs }
  const derived = averagesBetween(range.startMs, nowMs)
  const series = { id: 's', role: 'main', datasourceIndex: 0, keyIndex: 0, entity, dataKey, label: 't' } as const
  const { onWindow } = await show({
    ...loadingView,
    status: { kind: 'ready' },
    entities: [entity],
    series: [{ ...series, decimalsSeen: 0, column, derived, range }],
  })
  expect(screen.getByText(/^No data from .*11:00:00 to 12:00:00/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show last 6 hours' }))
  expect(onWindow.mock.lastCall?.[0].realtime.timewindowMs).toBe(6 * 3_600_000)
})

test('does not wait for no keys at all', async () => {
  await show(loadingView, { widget: chart([{ type: 'entity', entityAliasId: 'a' }]) })
  expect(screen.getByText(/has no keys/)).toBeTruthy()
})

test('a type that is not there says so, with its name', async () => {
  const missing = normalizeWidget('w', { bundleAlias: 'gpio_widgets', typeAlias: 'gpio_panel' }, new Map())
  await renderInApp(<MissingType widget={missing} />, { nowMs })
  expect(screen.getByText('gpio_widgets.gpio_panel')).toBeTruthy()
  expect(screen.getByText(/isn’t supported/)).toBeTruthy()
})
