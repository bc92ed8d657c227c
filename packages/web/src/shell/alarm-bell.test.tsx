import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAlarmRefresh } from '../alarms/alarm-changes.ts'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage, silentLive } from '../testing/render-page.tsx'
import { AlarmBell } from './alarm-bell.tsx'

afterEach(() => void vi.useRealTimers())

const alarm = (id: string, severity: AlarmInfo['severity']) =>
  ({
    id: { entityType: 'ALARM', id },
    type: `Alarm ${id}`,
    originator: { entityType: 'DEVICE', id: 'd1' },
    originatorName: 'Boiler',
    severity,
    status: 'ACTIVE_UNACK',
    createdTime: Date.now(),
    startTs: Date.now(),
    endTs: Date.now(),
    ackTs: 0,
    clearTs: 0,
    details: null,
  }) as unknown as AlarmInfo

/** Fake server with these alarms, `total` in all; `report` sends changes. */
function serverOf(alarms: AlarmInfo[], total = alarms.length) {
  const watches = new Set<{ onUpdate: () => void }>()
  let shown = { alarms, total }
  const recorded = recordedRest(({ path }) =>
    path === '/api/v2/alarms'
      ? { data: shown.alarms, totalElements: shown.total, totalPages: 1, hasNext: false }
      : path.endsWith('/history')
        ? []
        : shown.alarms.find(({ id }) => path.endsWith(id.id)),
  )
  const live = {
    ...silentLive,
    subscribeAlarmData(_: unknown, callbacks: { onUpdate: () => void }) {
      watches.add(callbacks)
      return () => watches.delete(callbacks)
    },
  }
  return {
    client: { rest: recorded.rest, live },
    calls: recorded.calls,
    watches,
    report(next: AlarmInfo[]) {
      shown = { alarms: next, total: next.length }
      for (const { onUpdate } of watches) onUpdate()
    },
  }
}

const bell = (name: string | RegExp) => screen.findByRole('button', { name })

test('counts what is active and unacknowledged, most severe first, in the color of the worst', async () => {
  const { client, calls } = serverOf([alarm('a', 'CRITICAL'), alarm('b', 'MINOR')], 120)
  const { container } = await renderPage(<AlarmBell />, { client })
  await bell('Alarms, 120 unacknowledged, worst Critical')
  expect(calls[0]?.query).toMatchObject({ status: 'ACTIVE_UNACK', sortProperty: 'severityRank', sortOrder: 'ASC' })
  expect(screen.getByText('99+')).toBeTruthy()
  expect(container.querySelector('.sd-bell')?.getAttribute('data-severity')).toBe('CRITICAL')
})

test('opens a panel; choosing an alarm opens its details, closing them leads back to the bell', async () => {
  const { client } = serverOf([alarm('a', 'MAJOR')])
  await renderPage(<AlarmBell />, { client })
  fireEvent.click(await bell('Alarms, 1 unacknowledged, Major'))
  const panel = within(await screen.findByRole('dialog', { name: 'Unacknowledged alarms', hidden: true }))
  expect(panel.getByText('All alarms').getAttribute('href')).toBe('/alarms')
  fireEvent.click(panel.getByText('Alarm a'))
  const details = await screen.findByRole('dialog', { name: 'Alarm a' })
  expect(screen.queryByText('Unacknowledged alarms')).toBeNull()
  fireEvent.click(within(details).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Alarm a' })).toBeNull())
})

/** Another component that subscribes to all alarms. */
function Other() {
  useAlarmRefresh(null)
  return null
}

test('follows changes by one subscription per kind of originator, which all views of the fleet share', async () => {
  const { client, watches, report } = serverOf([])
  const { unmount } = await renderPage(
    <>
      <AlarmBell />
      <Other />
    </>,
    { client },
  )
  await bell('Alarms, none unacknowledged')
  expect(watches.size).toBe(2)
  report([alarm('a', 'WARNING')])
  // Reloads are throttled to one per second.
  await screen.findByRole('button', { name: 'Alarms, 1 unacknowledged, Warning' }, { timeout: 5_000 })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Alarms, 1 unacknowledged, Warning'))
  unmount()
  expect(watches.size).toBe(0)
})

test('announces new alarms also when some of them are acknowledged before the next announcement', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { client, report } = serverOf([])
  await renderPage(<AlarmBell />, { client })
  await bell('Alarms, none unacknowledged')
  const announced = () => screen.getByRole('status').textContent
  const many = (count: number) => Array.from({ length: count }, (_, i) => alarm(`${i}`, 'MINOR'))
  const next = async (count: number, ms: number) => {
    report(many(count))
    await act(() => vi.advanceTimersByTimeAsync(ms))
  }
  await next(1, 2_000)
  expect(announced()).toBe('Alarms, 1 unacknowledged, Minor')
  await next(5, 2_000)
  await next(4, 2_000)
  expect(announced()).toBe('Alarms, 1 unacknowledged, Minor')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(announced()).toBe('Alarms, 4 unacknowledged, worst Minor')
  await next(3, 12_000)
  expect(announced()).toBe('Alarms, 4 unacknowledged, worst Minor')
})

test('says that there is none, and what failed', async () => {
  const { client } = serverOf([])
  const { unmount } = await renderPage(<AlarmBell />, { client })
  fireEvent.click(await bell('Alarms, none unacknowledged'))
  expect(await screen.findByText('No unacknowledged alarms')).toBeTruthy()
  unmount()
  const failing = { rest: { request: () => Promise.reject(new Error('The store is closed.')) } }
  await renderPage(<AlarmBell />, { client: failing })
  fireEvent.click(await bell(/^Alarms/))
  expect(await screen.findByText('Couldn’t load alarms')).toBeTruthy()
})

test.each(['SYS_ADMIN', null] as const)('is not there for %s', async (authority) => {
  const { client, watches } = serverOf([])
  await renderPage(<AlarmBell />, { client, authority })
  expect(screen.queryByRole('button')).toBeNull()
  expect(watches.size).toBe(0)
})
