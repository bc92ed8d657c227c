import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage, silentLive } from '../testing/render-page.tsx'
import AlarmsTab from './alarms-tab.tsx'

const entity = { entityType: 'DEVICE', id: 'd1' } as const
const day = 86_400_000

const alarmOf = (over: Partial<AlarmInfo>): AlarmInfo =>
  ({
    id: { entityType: 'ALARM', id: 'a1' },
    createdTime: Date.now() - 1000,
    type: 'High temperature',
    originator: entity,
    originatorName: 'Boiler',
    severity: 'CRITICAL',
    status: 'ACTIVE_UNACK',
    startTs: 1,
    endTs: 1,
    ackTs: 0,
    clearTs: 0,
    details: { limit: 90 },
    ...over,
  }) as AlarmInfo

function platform(alarms: AlarmInfo[], beforeAnswer: (path: string) => Promise<void> | undefined = () => undefined) {
  let stored = alarms
  const recorded = recordedRest(async ({ method, path, query }) => {
    await beforeAnswer(path)
    if (path.startsWith('/api/plugins/telemetry/')) return {}
    if (path === '/api/v2/key-descriptions') return noKeyDescriptions
    if (path.endsWith('/history')) return []
    if (path.startsWith('/api/v2/alarms/')) return stored.find(({ id }) => path.endsWith(id.id))
    if (method === 'GET') {
      const { searchStatus } = query ?? {}
      const data = stored.filter(({ status }) => searchStatus === 'ANY' || status.startsWith(String(searchStatus)))
      return { data, totalElements: data.length, totalPages: 1, hasNext: false }
    }
    const isAck = path.endsWith('/ack')
    stored = stored.map((one) =>
      path.includes(`/${one.id.id}/`)
        ? alarmOf({ ...one, ...(isAck ? { status: 'ACTIVE_ACK', ackTs: 5 } : { status: 'CLEARED_ACK', clearTs: 6 }) })
        : one,
    )
    return undefined
  })
  return {
    ...recorded,
    change(next: AlarmInfo[]) {
      stored = next
    },
  }
}

test('lists what is seen through the entity in the last 30 days; a status narrows it and stays in the address', async () => {
  const { rest, calls } = platform([alarmOf({})])
  const { address } = await renderPage(<AlarmsTab entity={entity} />, { client: { rest }, at: '/devices' })
  expect(await screen.findByText('High temperature')).toBeTruthy()
  const { query } = calls.find(({ path }) => path === '/api/alarm/DEVICE/d1') ?? {}
  expect(query).toMatchObject({
    searchStatus: 'ANY',
    fetchOriginator: true,
    sortProperty: 'createdTime',
    sortOrder: 'DESC',
  })
  expect(Number(query?.endTime) - Number(query?.startTime)).toBe(30 * day)
  fireEvent.click(screen.getByRole('radio', { name: 'Cleared' }))
  expect(await screen.findByText('No alarm matches these filters')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/devices?alarms.status=CLEARED'))
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('High temperature')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/devices'))
})

test('details are acknowledged, then cleared; each is offered only while it can be done', async () => {
  const { rest, of } = platform([alarmOf({})])
  const { address } = await renderPage(<AlarmsTab entity={entity} />, { client: { rest }, at: '/devices' })
  fireEvent.click(await screen.findByRole('button', { name: 'High temperature' }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(address()).toBe('/devices?alarms.open=a1'))
  expect(await dialog.findByText(/"limit": 90/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Acknowledge' })).toBeNull())
  fireEvent.click(dialog.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Clear' })).toBeNull())
  expect(of('POST').map(({ path }) => path)).toEqual(['/api/alarm/a1/ack', '/api/alarm/a1/clear'])
})

test('C clears while the acknowledgement is still under way', async () => {
  const { promise: acknowledged, resolve: answer } = Promise.withResolvers<void>()
  const { rest, of } = platform([alarmOf({})], (path) => (path.endsWith('/ack') ? acknowledged : undefined))
  await renderPage(<AlarmsTab entity={entity} />, { client: { rest }, at: '/devices' })
  fireEvent.click(await screen.findByRole('button', { name: 'High temperature' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.keyDown(dialog, { key: 'a' })
  fireEvent.keyDown(dialog, { key: 'a' })
  fireEvent.keyDown(dialog, { key: 'c' })
  await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Clear' })).toBeNull())
  answer()
  await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Acknowledge' })).toBeNull())
  expect(of('POST').map(({ path }) => path)).toEqual(['/api/alarm/a1/ack', '/api/alarm/a1/clear'])
})

test('a change that the platform tells of is shown', async () => {
  const { rest, change } = platform([])
  let notify = () => {}
  const live = {
    ...silentLive,
    subscribeAlarmData: (_: unknown, { onUpdate }: { onUpdate: () => void }) => {
      notify = onUpdate
      return () => {}
    },
  }
  await renderPage(<AlarmsTab entity={entity} />, { client: { rest, live }, at: '/devices' })
  expect(await screen.findByText('No alarms')).toBeTruthy()
  change([alarmOf({ type: 'Door open' })])
  notify()
  expect(await screen.findByText('Door open')).toBeTruthy()
})

test('an empty stretch of time is named, and a wider one offered', async () => {
  const { rest, calls } = platform([])
  const { address } = await renderPage(<AlarmsTab entity={entity} />, { client: { rest }, at: '/devices' })
  expect(await screen.findByText(/Time range: Last 30 days/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show the last 365 days' }))
  await waitFor(() => expect(address()).toBe('/devices?alarms.window=last-31536000000'))
  await waitFor(() => {
    const query = calls.at(-1)?.query
    expect(Number(query?.endTime) - Number(query?.startTime)).toBe(365 * day)
  })
})

test('details of an active alarm have no end: they say when it was updated, where that is after its start', async () => {
  const { rest } = platform([
    alarmOf({ endTs: day }),
    alarmOf({ id: { entityType: 'ALARM', id: 'a2' }, type: 'Low level' }),
  ])
  await renderPage(<AlarmsTab entity={entity} />, { client: { rest }, at: '/devices' })
  for (const [type, isUpdated] of [
    ['High temperature', true],
    ['Low level', false],
  ] as const) {
    fireEvent.click(await screen.findByText(type))
    const details = within(await screen.findByRole('dialog', { name: type }))
    expect(await details.findByText('Started')).toBeTruthy()
    expect(details.queryByText('Last update') !== null).toBe(isUpdated)
    fireEvent.click(details.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

test('J and K, and two buttons, step through the alarms of the list; an unsent comment stays with its alarm', async () => {
  const second = alarmOf({ id: { entityType: 'ALARM', id: 'a2' }, type: 'Low pressure' })
  const { rest } = platform([alarmOf({}), second])
  const { address } = await renderPage(<AlarmsTab entity={entity} />, {
    client: { rest, live: silentLive },
    at: '/devices',
  })
  fireEvent.click(await screen.findByText('High temperature'))
  const details = await screen.findByRole('dialog', { name: 'High temperature' })
  fireEvent.change(await within(details).findByLabelText('Write a comment'), { target: { value: 'Valve stuck' } })
  const previous = within(details).getByRole('button', { name: 'Previous' })
  expect(previous.getAttribute('aria-disabled')).toBe('true')

  fireEvent.keyDown(previous, { key: 'j' })
  await screen.findByRole('dialog', { name: 'Low pressure' })
  await waitFor(() => expect(address()).toBe('/devices?alarms.open=a2'))
  const other = await within(details).findByLabelText<HTMLTextAreaElement>('Write a comment')
  expect(other.value).toBe('')
  expect(within(details).getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')

  // The key is text input here, not a shortcut.
  fireEvent.keyDown(other, { key: 'k' })
  expect(address()).toBe('/devices?alarms.open=a2')
  fireEvent.click(previous)
  await screen.findByRole('dialog', { name: 'High temperature' })
  const own = await within(details).findByLabelText<HTMLTextAreaElement>('Write a comment')
  expect(own.value).toBe('Valve stuck')
})

test('the alarm after one that left the list is next', async () => {
  const second = alarmOf({ id: { entityType: 'ALARM', id: 'a2' }, type: 'Low pressure' })
  const { rest } = platform([alarmOf({}), second])
  await renderPage(<AlarmsTab entity={entity} />, {
    client: { rest, live: silentLive },
    at: '/devices?alarms.status=ACTIVE',
  })
  fireEvent.click(await screen.findByText('High temperature'))
  const details = await screen.findByRole('dialog', { name: 'High temperature' })
  fireEvent.click(within(details).getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(within(details).queryByRole('button', { name: 'Clear' })).toBeNull())
  await waitFor(() => expect(document.querySelector('[data-row="a1"]')).toBeNull())
  fireEvent.keyDown(details, { key: 'j' })
  await screen.findByRole('dialog', { name: 'Low pressure' })
})

/** Opens the alarm's details for a device whose profile has rules of these types, and waits for its history. */
async function openRaised(ruleTypes: readonly string[], cause: object | null) {
  const { rest } = recordedRest(({ path }) => {
    if (path.startsWith('/api/plugins/telemetry/')) return {}
    if (path === '/api/v2/key-descriptions') return noKeyDescriptions
    if (path.endsWith('/history')) {
      return [{ id: 'h1', ts: 1, kind: 'RAISED', by: null, severity: 'CRITICAL' }]
    }
    const alarm = { ...alarmOf({}), cause, assignee: null, shelf: null, deviceProfileName: 'boiler' }
    if (path === '/api/v2/alarms/a1') return alarm
    return { data: [alarm], totalElements: 1, totalPages: 1, hasNext: false }
  })
  await renderPage(<AlarmsTab entity={entity} />, {
    client: {
      rest,
      live: silentLive,
      devices: { get: async () => ({ id: entity, deviceProfileId: { entityType: 'DEVICE_PROFILE', id: 'p1' } }) },
      deviceProfiles: {
        get: async () => ({ profileData: { alarms: ruleTypes.map((alarmType) => ({ alarmType })) } }),
      },
    },
    at: '/devices',
  })
  fireEvent.click(await screen.findByText('High temperature'))
  const details = await screen.findByRole('dialog', { name: 'High temperature' })
  await within(details).findByText(/^Raised as Critical/)
  return within(details)
}

const recorded = { ts: 1, comparisons: [], durationMs: null, eventCount: null }

test('the history names the rule that raised the alarm and links to the rules of the profile', async () => {
  const details = await openRaised(['Low pressure', 'High temperature'], recorded)
  const link = details.getByRole('link', { name: 'High temperature' })
  expect(link.closest('li')?.textContent).toContain('Raised as Critical by rule High temperature')
  expect(link.getAttribute('href')).toBe('/deviceProfiles?open=p1&tab=alarmRules')
})

test.each([
  ['the profile has no such rule any more', ['Low pressure'], recorded],
  ['no rule raised the alarm', ['High temperature'], null],
] as const)('no rule is named if %s', async (_, ruleTypes, cause) => {
  const details = await openRaised(ruleTypes, cause)
  expect(details.queryByText(/by rule/)).toBeNull()
})
