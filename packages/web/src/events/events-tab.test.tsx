import type { EntityId } from '@sonde/model/ids'
import { NIL_UUID } from '@sonde/model/ids'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import EventsTab from './events-tab.tsx'

const device = { entityType: 'DEVICE', id: 'd1' } as const
const node = { entityType: 'RULE_NODE', id: 'n1' } as const

const debugEvent = {
  id: { id: 'e1' },
  createdTime: Date.now() - 2000,
  type: 'DEBUG_RULE_NODE',
  body: {
    type: 'IN',
    server: 'sonde-1',
    entityId: 'd7',
    entityName: 'DEVICE',
    msgId: 'm1',
    msgType: 'POST_TELEMETRY_REQUEST',
    relationType: 'Success',
    data: '{"temperature":21}',
    metadata: '{"ts":"1","deviceName":"Boiler"}',
  },
}

async function show(entity: EntityId, events: unknown[], at = '/devices') {
  let stored = events
  const recorded = recordedRest(({ path }) => {
    if (path.endsWith('/clear')) stored = []
    return { data: stored, totalElements: stored.length, totalPages: 1, hasNext: false }
  })
  const view = await renderPage(<EventsTab entity={entity} />, { client: { rest: recorded.rest }, at })
  return { ...recorded, ...view }
}

test('errors are the default, of the last day; a filter of the kind goes into the address and is dropped with it', async () => {
  const { of, address } = await show(device, [])
  expect(await screen.findByText('No events')).toBeTruthy()
  expect(of('POST')[0]).toMatchObject({
    path: '/api/events/DEVICE/d1',
    body: { eventType: 'ERROR' },
    query: { tenantId: 't' },
  })
  const { startTime, endTime } = of('POST')[0]?.query ?? {}
  expect(Number(endTime) - Number(startTime)).toBe(86_400_000)

  fireEvent.click(screen.getByRole('radio', { name: 'Statistics' }))
  expect(await screen.findByRole('radio', { name: 'Statistics', checked: true })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  fireEvent.change(screen.getByLabelText('Minimum messages processed'), { target: { value: '-3' } })
  fireEvent.click(screen.getByText('Apply'))
  expect(screen.getByText('Enter a whole number of 0 or more.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Minimum messages processed'), { target: { value: '3' } })
  fireEvent.click(screen.getByText('Apply'))
  expect(await screen.findByText('No event matches this filter')).toBeTruthy()
  expect(of('POST').at(-1)?.body).toEqual({ eventType: 'STATS', messagesProcessed: 3 })
  await waitFor(() => expect(address()).toBe('/devices?events.kind=STATS&events.messagesProcessed=3'))
  fireEvent.click(screen.getByRole('radio', { name: 'Lifecycle' }))
  await waitFor(() => expect(address()).toBe('/devices?events.kind=LC_EVENT'))
})

test('a debug event opens with its content in lines, metadata in order', async () => {
  const { of } = await show(node, [debugEvent])
  fireEvent.click(await screen.findByRole('button', { name: /ago$/ }))
  expect(of('POST')[0]?.body).toEqual({ eventType: 'DEBUG_RULE_NODE' })
  const dialog = within(await screen.findByRole('dialog', { name: /^Debug, / }))
  expect(dialog.getByText(/"temperature": 21/)).toBeTruthy()
  expect(dialog.getByText(/"deviceName": "Boiler",\s+"ts": "1"/)).toBeTruthy()
})

test('clearing asks first, then deletes what kind, filter and time find', async () => {
  const { of } = await show(node, [debugEvent], '/x?events.msgType=POST')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete events' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Last 24 hours/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Delete events' }))
  expect(await screen.findByText('Events deleted')).toBeTruthy()
  const cleared = of('POST').find(({ path }) => path.endsWith('/clear'))
  expect(cleared?.body).toEqual({ eventType: 'DEBUG_RULE_NODE', msgType: 'POST' })
  expect(Number(cleared?.query?.endTime) - Number(cleared?.query?.startTime)).toBe(86_400_000)
  expect(await screen.findByText('No event matches this filter')).toBeTruthy()
})

test('events of tenants belong to the platform', async () => {
  const { of } = await show({ entityType: 'TENANT', id: 't7' }, [])
  await screen.findByText('No events')
  expect(of('POST')[0]?.query?.tenantId).toBe(NIL_UUID)
})
