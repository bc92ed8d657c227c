import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import Palette from './palette.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const nothing = { data: [], totalPages: 0, totalElements: 0, hasNext: false }

/** Opens the palette with a fake server whose responses the test sends. */
async function openPalette(active: readonly object[] = [], unacknowledged: readonly string[] = []) {
  const requests: string[] = []
  const held: { readonly text: string; readonly answer: (names: readonly string[]) => void }[] = []
  const { rest } = recordedRest(({ path }) => {
    if (path.includes('key-descriptions')) return noKeyDescriptions
    requests.push(path)
    if (path.includes('activeAlarms')) return active
    return path === '/api/v2/alarms' ? { ...nothing, data: unacknowledged.map((id) => ({ id: { id } })) } : nothing
  })
  const entityQuery = { keys: () => Promise.resolve({ timeseries: [], attribute: [] }) }
  const list = () => Promise.resolve(nothing)
  const devices = {
    list: ({ textSearch }: { readonly textSearch: string }) =>
      new Promise((resolve) => {
        const deviceOf = (name: string) => ({ id: { id: name }, name, active: true, deviceProfileName: 'pump' })
        held.push({ text: textSearch, answer: (names) => resolve({ ...nothing, data: names.map(deviceOf) }) })
      }),
  }
  const live = { subscribeEntityData: () => ({ update: () => {}, unsubscribe: () => {} }) }
  const onClose = vi.fn()
  const view = await renderPage(<Palette onClose={onClose} />, {
    client: {
      rest,
      live,
      entityQuery,
      devices,
      dashboards: { list },
      customers: { list },
      deviceProfiles: { infos: list },
    },
  })
  const field = screen.getByRole('combobox')
  const rests = () => act(() => vi.advanceTimersByTimeAsync(150))
  return {
    requests,
    held,
    onClose,
    where: view.address,
    rest: rests,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(field, { key }),
    answer: (at: number, ...names: string[]) =>
      act(async () => {
        held[at]?.answer(names)
        await vi.advanceTimersByTimeAsync(0)
      }),
  }
}

async function withHitsOf(text: string, ...names: string[]) {
  const palette = await openPalette()
  palette.type(text)
  await palette.rest()
  await palette.answer(0, ...names)
  expect(screen.getAllByRole('option')[0]?.textContent).toContain(names[0])
  return palette
}

test('Enter before the search answered opens the first hit of what was typed, not one of an older text', async () => {
  const palette = await withHitsOf('P', 'Pump P-01')
  palette.type('Riverside')
  palette.press('Enter')
  expect(palette.onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('Searching…')
  await palette.rest()
  expect(palette.onClose).not.toHaveBeenCalled()
  await palette.answer(1, 'Riverside')
  expect(palette.held.map(({ text }) => text)).toEqual(['P', 'Riverside'])
  expect(palette.onClose).toHaveBeenCalledOnce()
  expect(palette.where()).toBe('/devices?open=Riverside')
})

test('whoever types on takes the Enter back', async () => {
  const palette = await withHitsOf('P', 'Pump P-01')
  palette.type('Pu')
  palette.press('Enter')
  palette.type('Pum')
  await palette.rest()
  await palette.answer(1, 'Pump P-02')
  expect(palette.onClose).not.toHaveBeenCalled()
  palette.press('Enter')
  expect(palette.where()).toBe('/devices?open=Pump+P-02')
})

test('a row that was selected opens at once, and where nothing is found Enter opens nothing', async () => {
  const palette = await withHitsOf('P', 'Pump P-01')
  palette.type('Pu')
  palette.press('ArrowDown')
  palette.press('Enter')
  expect(palette.onClose).toHaveBeenCalledOnce()

  palette.onClose.mockClear()
  palette.type('Pumq')
  palette.press('Enter')
  await palette.rest()
  await palette.answer(1)
  expect(palette.onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a command runs for the text that begins with ">", not one of a device found before', async () => {
  const palette = await withHitsOf('P', 'Pump P-01')
  palette.type('>add a dash')
  palette.press('Enter')
  expect(palette.onClose).not.toHaveBeenCalled()
  await palette.rest()
  expect(palette.onClose).toHaveBeenCalledOnce()
  expect(palette.where()).toBe('/dashboards?add=true')
})

test('a device is shown with its worst active alarm, which can be acknowledged, also undone', async () => {
  const palette = await openPalette([{ originatorId: 'Oven', severity: 'CRITICAL', count: 2 }], ['a', 'b'])
  palette.type('Oven')
  await palette.rest()
  await palette.answer(0, 'Oven')
  await palette.rest()
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('OvenCritical, pumpEnter')
  await palette.rest()
  fireEvent.click(screen.getByRole('option', { name: /^Acknowledge 2 alarms/ }))
  await palette.rest()
  expect(palette.requests.filter((path) => path.endsWith('/ack'))).toEqual(['/api/alarm/a/ack', '/api/alarm/b/ack'])
  fireEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
  await palette.rest()
  expect(palette.requests.filter((path) => path.endsWith('/acknowledgment'))).toEqual([
    '/api/v2/alarms/b/acknowledgment',
    '/api/v2/alarms/a/acknowledgment',
  ])
  expect(palette.onClose).toHaveBeenCalledOnce()
})
