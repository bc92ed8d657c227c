import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { limitRow, nowMs } from './limit-row-testing.ts'
import { limitReport, overLimit } from './limit-testing.ts'
import TenantLimits from './limits-view.tsx'

const device = { entityType: 'DEVICE', id: 'd', name: 'Meter M-06', ruleChainId: null, share: 0.97, change: null }
const report = limitReport([
  limitRow('transportDeviceMsgRateLimit', {
    ...overLimit,
    refused: { today: 4_120, week: 9_800, lastTs: nowMs - 60_000 },
    causers: [device, { ...device, entityType: 'USER', id: null, name: null }],
  }),
  limitRow('maxEmails', { used: 80, state: 'soon', forecast: { kind: 'full', ts: Date.UTC(2026, 10, 29, 12) } }),
  limitRow('maxDevices'),
  limitRow('telemetryKeys', { isStale: true, usedTs: new Date(2026, 10, 22, 14, 5).getTime() }),
  limitRow('nodeVisits', { used: null, share: null, state: 'unmeasured', forecast: { kind: 'none' } }),
  limitRow('maxAssets', { limit: null, share: null, state: 'unlimited', forecast: { kind: 'none' } }),
])

/** Sets the width that the browser would measure. */
function setWidth(px: number) {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => px })
}

afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth')
})

async function open(
  px: number,
  request = async (_: string, path: string): Promise<unknown> =>
    /limits\/\w/.test(path) ? { ts: nowMs, limit: report.limits[0], month: null } : report,
) {
  setWidth(px)
  await renderPage(<TenantLimits tenantId="t" />, { client: { rest: { request } }, authority: 'SYS_ADMIN' })
}

const rowOf = async (title: string) => within((await screen.findByText(title)).closest('[data-row]') as HTMLElement)

test('three sentences say how the limits stand, a row each what is used and what happens', async () => {
  await open(1400)
  expect(await screen.findByText('1 limit is reached')).toBeTruthy()
  expect(screen.getByText('Messages per device: 4,120 refused today')).toBeTruthy()
  expect(screen.getByText('1 will be reached before Dec 1')).toBeTruthy()
  expect(screen.getByText('Emails in 7 days')).toBeTruthy()
  expect(screen.getByText('2 stay below 90%')).toBeTruthy()
  const first = await rowOf('Messages per device')
  for (const text of [
    'per second',
    '140%',
    'Over the limit now',
    '4,120',
    'Further messages are refused',
    'Meter M-06',
  ])
    expect(first.getByText(text)).toBeTruthy()
  expect((await rowOf('Rule nodes on one path of a message')).getByText('Not measured, limit 100')).toBeTruthy()
  expect((await rowOf('Assets')).getByText('40, no limit')).toBeTruthy()
  expect((await rowOf('Telemetry keys per entity')).getByText('As of 14:05')).toBeTruthy()
})

test('arrows go through the rows, open and close them', async () => {
  await open(1400)
  const [first, second] = await screen.findAllByRole('button', { name: /^Details of/ })
  first?.focus()
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second as HTMLElement, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowRight' })
  expect(first?.getAttribute('aria-expanded')).toBe('true')
  expect(await screen.findByText(/^At 10: Further messages are refused\. Send less often\./)).toBeTruthy()
  expect(screen.getByText('4,120 refused today, 9,800 in 7 days, last at 14:30')).toBeTruthy()
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowLeft' })
  expect(first?.getAttribute('aria-expanded')).toBe('false')
})

test('where there is little room it is a list, and what is at risk is open', async () => {
  await open(360)
  expect(await screen.findByRole('list', { name: 'Limits of Acme' })).toBeTruthy()
  const expanded = (await screen.findAllByRole('button', { name: /^Details of/ })).map((button) =>
    button.getAttribute('aria-expanded'),
  )
  expect(expanded).toEqual(['true', 'true', 'false', 'false', 'false', 'false'])
})

test('a head sorts, and says so', async () => {
  await open(1400)
  fireEvent.click(await screen.findByRole('button', { name: 'Limit' }))
  expect(screen.getByRole('columnheader', { name: 'Limit' }).getAttribute('aria-sort')).toBe('ascending')
  expect(screen.getAllByRole('rowheader')[0]?.textContent).toContain('Assets')
})

test('the system’s administrator is led to the profile', async () => {
  await open(1400)
  const link = await screen.findByRole('link', { name: 'Change limits in profile “Standard”' })
  expect(link.getAttribute('href')).toBe(`/tenantProfiles?open=${report.profile.id}`)
})

test('what cannot be loaded says so and comes when asked again', async () => {
  let isBroken = true
  await open(1400, async (_, path) => {
    if (isBroken) throw new Error('no')
    return /limits\/\w/.test(path) ? {} : report
  })
  expect(await screen.findByText('Couldn’t load limits')).toBeTruthy()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(await screen.findByText('1 limit is reached')).toBeTruthy()
})
