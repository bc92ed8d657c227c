import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Client } from '../../session/page-client.ts'
import { englishTexts, renderPage, silentLive } from '../../testing/render-page.tsx'
import { queueCharts, queueDashboard } from './queue-charts.ts'
// Loaded before the tests, so that the lazy import in the page resolves at once.
import './queue-statistics.tsx'
import { UsagePage } from './usage-page.tsx'

const nowMs = Date.parse('2026-11-20T12:30:00Z')
const at = '/?feature=rule_engine_statistics'
const asset = (id: string, name: string) => ({
  entityId: { entityType: 'ASSET', id },
  latest: { ENTITY_FIELD: { name: { ts: 0, value: name } } },
})
const main = asset('00000000-0000-4000-8000-000000000001', 'Main_host-1')
const high = asset('00000000-0000-4000-8000-000000000002', 'HighPriority_host-1')
const chainId = '00000000-0000-4000-8000-00000000000c'

type Find = (query: { readonly entityFilter: object }) => Promise<object>
type Range = (entity: { readonly id: string }, range: { startTs: number; endTs: number }) => Promise<object>

const clientOf = (find: Find, range: Range = async () => ({})) => {
  let notify: (update: object) => void = () => {}
  const live = {
    ...silentLive,
    subscribeTelemetry(_: unknown, __: unknown, ___: unknown, onValues: (update: object) => void) {
      notify = onValues
      return () => {}
    },
  } as unknown as Client['live']
  return {
    client: { live, session: { serverNowMs: () => nowMs }, entityQuery: { find }, telemetry: { range } },
    notify: (update: object) => notify(update),
  }
}

test('the card of the rule engine leads to its queues; without any it says when figures come', async () => {
  const requested: object[] = []
  const { client } = clientOf(async (query) => {
    requested.push(query.entityFilter)
    return 'assetType' in query.entityFilter ? { data: [] } : { data: [{ entityId: { id: 's' }, latest: {} }] }
  })
  await renderPage(<UsagePage />, { client })
  const card = within(await screen.findByLabelText('Rule engine'))
  const link = await card.findByRole('link', { name: 'View statistics' })
  expect(link.getAttribute('href')).toBe('/usage?feature=rule_engine_statistics')
  expect(screen.getAllByRole('link', { name: 'View statistics' })).toHaveLength(1)
  await renderPage(<UsagePage />, { client, at })
  expect(await screen.findByText('No statistics yet')).toBeTruthy()
  expect(requested.at(-1)).toMatchObject({ assetType: 'TbServiceQueue' })
})

test('queues have their charts, and errors stand below, newest first, with a link to the chain', async () => {
  const requested: { startTs: number; endTs: number }[] = []
  const error = (ruleNodeName: string, message: string) => ({
    ...{ ruleChainId: chainId, ruleChainName: 'Root', ruleNodeId: 'n', ruleNodeName },
    message,
  })
  const of: Record<string, object[]> = {
    [main.entityId.id]: [
      { ts: nowMs - 1_000, value: error('Script', 'x is not defined') },
      { ts: nowMs - 9_000, value: { message: 'The tenant has no root rule chain.' } },
      { ts: nowMs - 9_500, value: 'of somebody else' },
    ],
    [high.entityId.id]: [{ ts: nowMs - 5_000, value: error('Save', 'no room') }],
  }
  const { client, notify } = clientOf(
    async () => ({ data: [high, main] }),
    async ({ id }, range) => {
      requested.push(range)
      return { ruleEngineException: of[id] }
    },
  )
  await renderPage(<UsagePage />, { client, at })
  for (const name of ['Queue HighPriority', 'Queue Main']) {
    const queue = within(await screen.findByLabelText(name))
    expect(await queue.findByLabelText('Messages')).toBeTruthy()
    expect(queue.getByLabelText('Timeouts')).toBeTruthy()
  }
  const errors = within(screen.getByLabelText('Errors in rule chains'))
  await errors.findByText('x is not defined')
  const texts = () =>
    errors.getAllByText(/x is not defined|no room|no root rule chain|again/).map((one) => one.textContent)
  expect(texts()).toEqual(['x is not defined', 'no room', 'The tenant has no root rule chain.'])
  expect(errors.getByText('No chain')).toBeTruthy()
  expect(requested[0] && requested[0].endTs - requested[0].startTs).toBe(30 * 86_400_000)

  // Simulates an error in another minute.
  of[main.entityId.id]?.unshift({ ts: nowMs, value: error('Script', 'again') })
  notify({ isSnapshot: false, values: {} })
  expect(await errors.findByText('again')).toBeTruthy()
  fireEvent.click(errors.getByText('again'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Error in a rule chain' }))
  expect(dialog.getByText('Queue Main on host-1')).toBeTruthy()
})

test('what cannot be loaded is asked for again', async () => {
  let fails = true
  const { client } = clientOf(async () => {
    if (fails) throw new Error('down')
    return { data: [main] }
  })
  await renderPage(<UsagePage />, { client, at })
  expect(await screen.findByText('Couldn’t load queues')).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(await screen.findByLabelText('Queue Main')).toBeTruthy()
  expect(await screen.findByText('No errors')).toBeTruthy()
})

test('charts are of the last hour, a point for each minute as it was counted', () => {
  const t = englishTexts().t
  const queue = { id: { entityType: 'ASSET', id: main.entityId.id } as const, queue: 'Main', serviceId: 'host-1' }
  const { widgets, timewindow } = queueDashboard([queue], t, nowMs)
  expect([timewindow.realtime.timewindowMs, timewindow.aggregation.type]).toEqual([3_600_000, 'NONE'])
  expect(Object.values(widgets).map(({ config }) => config.datasources[0]?.dataKeys.map(({ name }) => name))).toEqual(
    queueCharts.map(({ keys }) => keys),
  )
})
