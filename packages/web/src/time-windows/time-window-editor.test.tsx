import { defaultTimeWindow, HistoryType, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { withLastInterval } from '@sonde/model/time-windows/window-edits'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../dashboards/testing-ui.tsx'
import { TimeWindowEditor } from './time-window-editor.tsx'

const nowMs = Date.UTC(2026, 10, 21, 12)
const hourly = withLastInterval(defaultTimeWindow(nowMs), 3_600_000)
const context = { nowMs, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 50_000 } as const

async function open(value: TimeWindow = hourly) {
  const onUpdate = vi.fn<(window: TimeWindow) => void>()
  const onCancel = vi.fn()
  await renderInApp(<TimeWindowEditor value={value} context={context} onCancel={onCancel} onUpdate={onUpdate} />, {
    nowMs,
  })
  const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update' })
  return { onUpdate, onCancel, update }
}
const click = (role: string, name: string | RegExp) => fireEvent.click(screen.getByRole(role, { name }))

test('updates only what changed', async () => {
  const { onUpdate, update } = await open()
  expect(update().disabled).toBe(true)
  click('button', '2 hours')
  expect(update().disabled).toBe(false)
  click('button', '1 hour')
  expect(update().disabled).toBe(true)
  click('button', '6 hours')
  fireEvent.click(update())
  expect(onUpdate.mock.lastCall?.[0].realtime.timewindowMs).toBe(6 * 3_600_000)
})

test('realtime offers calendar intervals that still grow, history all of them', async () => {
  await open()
  click('radio', 'Current period')
  expect(screen.getAllByRole('option').some(({ textContent }) => textContent === 'Current week')).toBe(true)
  expect(screen.queryByRole('option', { name: 'Yesterday' })).toBeNull()
  click('tab', 'History')
  click('radio', 'Calendar')
  expect(screen.getByRole('option', { name: 'Yesterday' })).toBeTruthy()
})

test('a period that ends before it begins cannot be used, and is set right on leaving the field', async () => {
  const { onUpdate, update } = await open()
  click('tab', 'History')
  click('radio', 'From, to')
  const from = screen.getByLabelText('From')
  fireEvent.change(from, { target: { value: '2026-11-21T11:00:00' } })
  const to = screen.getByLabelText('To')
  fireEvent.change(to, { target: { value: '2026-11-21T10:00:00' } })
  expect(update().disabled).toBe(true)
  expect(screen.getByRole('alert').textContent).toContain('at least one second after')
  fireEvent.blur(to)
  expect(update().disabled).toBe(false)
  fireEvent.click(update())
  const { historyType, fixedTimewindow } = onUpdate.mock.lastCall?.[0].history ?? {}
  expect(historyType).toBe(HistoryType.FIXED)
  expect((fixedTimewindow?.endTimeMs ?? 0) - (fixedTimewindow?.startTimeMs ?? 0)).toBe(1000)
})

test('raw points have a limit instead of an interval', async () => {
  const { update } = await open()
  fireEvent.change(screen.getByLabelText('Aggregation'), { target: { value: 'NONE' } })
  const limit = screen.getByLabelText(/Points per series/)
  fireEvent.change(limit, { target: { value: '6' } })
  expect(update().disabled).toBe(true)
  fireEvent.change(limit, { target: { value: '50000' } })
  expect(update().disabled).toBe(false)
  fireEvent.change(limit, { target: { value: '50001' } })
  expect(update().disabled).toBe(true)
})

test('grouping offers what the window allows', async () => {
  await open()
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toContain('5\u00a0min')
  expect(options).not.toContain('5\u00a0s')
  expect(options).not.toContain('10\u00a0min')
})

test('a custom interval carries from seconds to minutes', async () => {
  const { onUpdate, update } = await open()
  click('button', 'Custom')
  fireEvent.change(screen.getByLabelText('Seconds'), { target: { value: '75' } })
  expect(screen.getByLabelText<HTMLInputElement>('Minutes').value).toBe('1')
  fireEvent.click(update())
  expect(onUpdate.mock.lastCall?.[0].realtime.timewindowMs).toBe(3_675_000)
})

test('the time zone is found by a part of its name', async () => {
  const { onUpdate, update } = await open()
  const field = screen.getByRole('combobox', { name: 'Time zone' })
  fireEvent.click(field)
  fireEvent.change(field, { target: { value: 'kolk' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.click(update())
  expect(onUpdate.mock.lastCall?.[0].timezone).toBe('Asia/Kolkata')
})

test('hidden parts are not there', async () => {
  await open({ ...hourly, hideInterval: true, hideAggregation: true, hideAggInterval: true })
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByLabelText('Aggregation')).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toBeTruthy()
})

test('cancelling tells nobody of changes', async () => {
  const { onUpdate, onCancel } = await open({ ...hourly, selectedTab: WindowTab.HISTORY })
  click('button', '2 hours')
  click('button', 'Cancel')
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onUpdate).not.toHaveBeenCalled()
})
