import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type RecordedCall, recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { widgetTypes } from '../../widgets/widget-registry.ts'
import { DashboardVersions } from './dashboard-versions.tsx'

const counts = {
  widgetsAdded: 0,
  widgetsChanged: 0,
  widgetsRemoved: 0,
  states: 0,
  aliases: 0,
  filters: 0,
  settings: 0,
}
const version = (number: number, over: object = {}) => ({
  number,
  createdTime: 1_700_000_000_000 + number,
  author: { id: 'u', name: 'Ada Rivers' },
  bytes: 2048,
  changes: counts,
  restoredFrom: null,
  ...over,
})
const board = (...titles: string[]) => ({
  id: { entityType: 'DASHBOARD', id: 'b' },
  title: 'Board',
  configuration: { widgets: Object.fromEntries(titles.map((title) => [title, { config: { title } }])) },
})
const contents: Record<number, object> = { 1: board('Flow'), 2: board('Flow', 'Level'), 3: board('Level') }

function clientOf(failing?: (call: RecordedCall) => boolean) {
  const versions = [
    version(3, { changes: { ...counts, widgetsRemoved: 1 } }),
    version(2, { changes: { ...counts, widgetsAdded: 1, settings: 2 } }),
    version(1, { author: null, changes: null }),
  ]
  const recorded = recordedRest((call) => {
    const { method, path } = call
    if (failing?.(call)) throw new Error('failed')
    const number = Number(/versions\/(\d+)/.exec(path)?.[1])
    if (method === 'POST') {
      versions.unshift(version((versions[0]?.number ?? 0) + 1, { restoredFrom: number }))
      contents[versions.length] = contents[number] ?? {}
      return new Response('{}', { headers: { etag: `"${versions.length}"` } })
    }
    if (number) return contents[number]
    return { data: [...versions], totalElements: versions.length, totalPages: 1, hasNext: false }
  })
  return { ...recorded, client: { rest: recorded.rest } }
}

const draw = (client: object, onClose: () => void = () => {}) =>
  renderPage(<DashboardVersions dashboardId="b" title="Board" types={widgetTypes} onClose={onClose} />, { client })
const sections = () =>
  screen.queryAllByRole('heading', { level: 3, hidden: true }).map((one) => one.parentElement?.textContent)

test('lists who changed what, and says the changes in words', async () => {
  const { client } = clientOf()
  await draw(client)
  const rows = within(await screen.findByRole('list', { name: /Versions/, hidden: true })).getAllByRole('button', {
    hidden: true,
  })
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Version 3 \(current\)Ada Rivers, .*1 widget removed$/),
    expect.stringMatching(/^Version 2Ada Rivers, .*1 widget added, 2 settings$/),
    expect.stringMatching(/^Version 1Unknown user, .*First version$/),
  ])
  await waitFor(() => expect(sections()).toEqual(['RemovedWidget Flow']))
  expect(screen.queryByRole('button', { name: 'Restore', hidden: true })).toBeNull()
  fireEvent.click(rows[1] as HTMLElement)
  await waitFor(() => expect(sections()).toEqual(['AddedWidget Level']))
  fireEvent.click(screen.getByRole('radio', { name: 'Changes if restored', hidden: true }))
  await waitFor(() => expect(sections()).toEqual(['AddedWidget Flow']))
  fireEvent.click(rows[2] as HTMLElement)
  expect(await screen.findByText(/no older version/)).toBeTruthy()
})

test('restores a version and closes, and undo restores the one before', async () => {
  const { client, of } = clientOf()
  const onClose = vi.fn()
  await draw(client, onClose)
  fireEvent.click(await screen.findByRole('button', { name: /^Version 1/, hidden: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Restore', hidden: true }))
  expect((await screen.findAllByText('Version 1 restored')).length).toBeGreaterThan(0)
  expect(onClose).toHaveBeenCalledOnce()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await waitFor(() =>
    expect(of('POST').map(({ path }) => path)).toEqual([
      '/api/v2/dashboards/b/versions/1/restore',
      '/api/v2/dashboards/b/versions/3/restore',
    ]),
  )
})

test('offers to retry when the versions can’t be loaded', async () => {
  let fails = true
  const { client } = clientOf(() => fails)
  await draw(client)
  expect(await screen.findByText('Couldn’t load the versions')).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry now', hidden: true }))
  expect(await screen.findByRole('button', { name: /^Version 3/, hidden: true })).toBeTruthy()
})
