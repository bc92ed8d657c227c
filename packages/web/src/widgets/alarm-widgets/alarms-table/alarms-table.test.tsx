import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DashboardContext, type OpenDashboard } from '../../../dashboards/dashboard-context.tsx'
import { createSeriesColors } from '../../../dashboards/series-colors.ts'
import { alarmOf, createFakeLive, pageOf } from '../../../dashboards/testing.ts'
import { loadingView } from '../../../dashboards/widget-view.ts'
import { recordedRest } from '../../../testing/recorded-calls.ts'
import { renderPage, silentLive } from '../../../testing/render-page.tsx'
import alarmsTable from './type.tsx'

const device = { entityType: 'DEVICE', id: '6f8d5ad0-1111-4222-8333-000000000001' }
const keys = [
  { name: 'createdTime', type: 'alarm', label: 'Created time' },
  { name: 'originator', type: 'alarm', label: 'originator' },
  { name: 'type', type: 'alarm', label: 'Type' },
  { name: 'severity', type: 'alarm', label: 'severity' },
  { name: 'status', type: 'alarm', label: 'Status', settings: { defaultColumnVisibility: 'hidden' } },
  { name: 'details.level', type: 'alarm', label: 'Level', settings: { columnSelectionToDisplay: 'disabled' } },
  { name: 'flow', type: 'timeseries', label: 'Flow', units: 'l' },
]

interface ShowParts {
  readonly settings?: object
  readonly config?: object
  readonly authority?: 'CUSTOMER_USER'
}

async function show({ settings = {}, config = {}, authority }: ShowParts = {}) {
  const json = {
    type: 'alarm',
    config: { settings, alarmSource: { type: 'entity', entityId: device, dataKeys: keys }, ...config },
  }
  const widget = normalizeWidget('w', json, new Map())
  const { live, alarms } = createFakeLive()
  const { rest, calls } = recordedRest(() => ({}))
  const unresolved = { kind: 'unresolved' }
  const dashboard = {
    configuration: { filters: {} },
    aliases: { get: () => unresolved, nameOf: () => 'Pumps', subscribe: () => () => {} },
  } as unknown as OpenDashboard
  const { Component } = alarmsTable
  const nowMs = Date.UTC(2026, 10, 21, 12)
  await renderPage(
    <DashboardContext value={dashboard}>
      <Component
        widget={widget}
        view={loadingView}
        colors={createSeriesColors()}
        isStale={false}
        isSeen
        isTable={false}
        window={defaultTimeWindow(nowMs)}
        zone="UTC"
        onZoom={() => {}}
        isZoomed={false}
      />
    </DashboardContext>,
    { client: { rest, live: { ...silentLive, ...live } }, authority },
  )
  const asked = () => alarms.at(-1)?.query()
  const receive = async (...rows: ReturnType<typeof alarmOf>[]) => {
    act(() => alarms.at(-1)?.callbacks.onPage(pageOf(...rows), 100, 100))
    if (rows[0]) await screen.findByRole('row', { name: new RegExp(rows[0].type) })
  }
  return { alarms, asked, receive, calls }
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('shows fields, details and values; hidden columns only after they are chosen', async () => {
  const { receive } = await show()
  await receive(
    alarmOf(1, {
      createdTime: Date.UTC(2026, 10, 20, 14, 2, 11),
      details: { level: 4.25 },
      latest: { TIME_SERIES: { flow: { ts: 1, value: '12.5' } } },
    }),
    alarmOf(2, { severity: 'WARNING' }),
  )
  expect(heads()).toEqual(['', 'Created time', 'Originator', 'Type', 'Severity', 'Level', 'Flow', 'Actions'])
  const cells = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(/Alarm 1/).slice(1, 7)).toEqual([
    'Nov 20, 2026, 14:02:11',
    'Device 1',
    'Alarm 1',
    'Critical',
    '4.25',
    '12.5\u00a0l',
  ])
  expect(cells(/Alarm 2/).slice(4, 7)).toEqual(['Warning', '', ''])

  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Level' })).toBeNull()
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Status' }))
  expect(heads()).toContain('Status')
})

test('the server sorts, searches and filters, from the first page on', async () => {
  const { asked, receive } = await show({ config: { alarmSeverityList: ['MAJOR'] } })
  await receive(alarmOf(1))
  expect(asked()?.pageLink).toMatchObject({
    sortOrder: { key: { key: 'createdTime' }, direction: 'DESC' },
    severityList: ['MAJOR'],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Severity' }))
  await waitFor(() => expect(asked()?.pageLink.sortOrder?.key.key).toBe('severityRank'))
  expect(screen.getByRole('columnheader', { name: 'Severity' }).getAttribute('aria-sort')).toBe('ascending')

  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'hot' } })
  await waitFor(() => expect(asked()?.pageLink.textSearch).toBe('hot'))

  fireEvent.click(screen.getByRole('button', { name: 'Filter, 1 condition' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Unacknowledged' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Major' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Propagated alarms' }))
  await waitFor(() =>
    expect(asked()?.pageLink).toMatchObject({
      statusList: ['UNACK'],
      severityList: [],
      searchPropagatedAlarms: false,
    }),
  )
  await act(async () => {})
})

test('without alarms it is calm; with a search it says that nothing matches, and the search can be dropped', async () => {
  const { receive, asked } = await show({ config: { noDataDisplayMessage: 'All is well' } })
  await receive()
  await screen.findByText('All is well')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'hot' } })
  await waitFor(() => expect(asked()?.pageLink.textSearch).toBe('hot'))
  await receive()
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked()?.pageLink.textSearch).toBeNull())
})

test('acknowledges and clears a row at once; what does not apply is disabled', async () => {
  const { receive, calls } = await show()
  await receive(alarmOf(1), alarmOf(2, { status: 'CLEARED_ACK' }))
  const button = (row: RegExp, name: string) =>
    within(screen.getByRole('row', { name: row })).getByRole<HTMLButtonElement>('button', { name })
  expect(button(/Alarm 2/, 'Acknowledge').disabled).toBe(true)
  expect(button(/Alarm 2/, 'Clear').disabled).toBe(true)
  fireEvent.click(button(/Alarm 1/, 'Acknowledge'))
  await screen.findByText('1 alarm acknowledged')
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(`POST /api/alarm/${alarmOf(1).id.id}/ack`)
})

test('what the widget does not allow is not there, and nothing can be selected', async () => {
  const { receive } = await show({
    settings: {
      allowAcknowledgment: false,
      allowClear: false,
      displayDetails: false,
      enableSearch: false,
      enableStatusFilter: false,
      enableSelectColumnDisplay: false,
    },
    authority: 'CUSTOMER_USER',
  })
  await receive(alarmOf(1))
  expect(heads()).toEqual(['Created time', 'Originator', 'Type', 'Severity', 'Level', 'Flow'])
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
  const sorts = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(sorts).toEqual(['Created time', 'Originator', 'Type', 'Severity', 'Flow'])
})

test('says that an alias has no entity', async () => {
  await show({ config: { alarmSource: { type: 'entity', entityAliasId: 'a', dataKeys: keys } } })
  expect(await screen.findByText(/Alias “Pumps” matches no entity/)).toBeTruthy()
})
