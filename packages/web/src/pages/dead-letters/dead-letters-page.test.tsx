import { ApiError } from '@sonde/client'
import type { DeadLetter, DeadLetterMessage } from '@sonde/model/dead-letters/dead-letter'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type RecordedCall, recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DeadLettersPage } from './dead-letters-page.tsx'

// Wide enough for all columns.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400))

const letter = (id: string, over: Partial<DeadLetter> = {}): DeadLetter => ({
  id,
  createdTime: Date.now() - 60_000,
  tenantId: { entityType: 'TENANT', id: 't1' },
  tenantName: 'Riverside Works',
  originator: { entityType: 'DEVICE', id: 'd1' },
  originatorName: 'Press',
  messageType: 'POST_TELEMETRY_REQUEST',
  messageTs: Date.now() - 90_000,
  reason: 'The server ended 3 times while it processed this message.',
  size: 2048,
  ...over,
})

const message = (of: DeadLetter, over: Partial<DeadLetterMessage> = {}): DeadLetterMessage => ({
  ...of,
  queueName: 'Main',
  ruleChainId: null,
  ruleChainName: null,
  ruleNodeId: null,
  ruleNodeName: null,
  metadata: { ts: '1', deviceName: 'Press' },
  data: '{"pressure":7}',
  ...over,
})

const several = (count: number) => Array.from({ length: count }, (_, at) => letter(`l${at + 1}`))

interface Scene {
  readonly letters?: readonly DeadLetter[]
  readonly opened?: Partial<DeadLetterMessage>
  readonly authority?: 'TENANT_ADMIN' | 'SYS_ADMIN'
  readonly reject?: (call: RecordedCall) => void
  readonly at?: string
}

async function show({ letters = several(2), opened, authority, reject, at = '/deadLetters' }: Scene = {}) {
  const recorded = recordedRest((call) => {
    reject?.(call)
    const { method, path, query } = call
    if (path === '/api/v2/deadLetters/replay' || (method === 'DELETE' && path === '/api/v2/deadLetters')) {
      return { count: letters.length }
    }
    if (method !== 'GET') return undefined
    const one = letters.find(({ id }) => path.endsWith(`/${id}`))
    if (one) return message(one, opened)
    const data = letters.slice(0, Number(query?.pageSize))
    return { data, totalElements: letters.length, totalPages: 1, hasNext: false }
  })
  const view = await renderPage(<DeadLettersPage />, {
    client: { rest: recorded.rest },
    at,
    ...(authority && { authority }),
  })
  const sent = () => recorded.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path])
  return { ...recorded, ...view, sent }
}

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
const firstRow = async () => (await screen.findAllByRole('button', { name: /ago$/ }))[0] as HTMLElement
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))

test('a tenant sees why its messages were set aside; the system administrator also whose they are', async () => {
  const { unmount } = await show()
  await firstRow()
  expect(heads().filter(Boolean)).toEqual(
    expect.arrayContaining(['Set aside', 'Originator', 'Message type', 'Reason', 'Size']),
  )
  expect(heads()).not.toContain('Tenant')
  expect(screen.getAllByText(/ended 3 times/)).toHaveLength(2)
  expect(screen.getAllByText(/^2(\.0)?\sKB$/)).toHaveLength(2)
  unmount()
  await show({ authority: 'SYS_ADMIN' })
  expect((await screen.findAllByText('Riverside Works'))[0]).toBeTruthy()
  expect(heads()).toContain('Tenant')
})

test('a row opens the message with its data and metadata, and says where its processing starts', async () => {
  const { unmount, address } = await show()
  fireEvent.click(await firstRow())
  const details = within(await screen.findByRole('dialog', { name: 'Press, Post telemetry' }))
  expect(details.getByText(/"pressure": 7/)).toBeTruthy()
  expect(details.getByText(/"deviceName": "Press"/)).toBeTruthy()
  expect(details.getByText('Root rule chain')).toBeTruthy()
  expect(details.getByText('POST_TELEMETRY_REQUEST')).toBeTruthy()
  expect(details.queryByText('Rule node')).toBeNull()
  await waitFor(() => expect(address()).toBe('/deadLetters?open=l1'))
  unmount()
  await show({
    at: '/deadLetters?open=l1',
    opened: {
      ruleChainId: { entityType: 'RULE_CHAIN', id: 'c1' },
      ruleChainName: 'Presses',
      ruleNodeId: { entityType: 'RULE_NODE', id: 'n1' },
    },
  })
  expect(await screen.findByText('Presses')).toBeTruthy()
  expect(screen.getByText('n1')).toBeTruthy()
})

test('a deleted originator shows by its ID', async () => {
  await show({ letters: [letter('l1', { originatorName: null })] })
  await firstRow()
  expect(screen.getByText('d1')).toBeTruthy()
})

test('one message is replayed after a question, and its details close', async () => {
  const { sent, address } = await show({ at: '/deadLetters?open=l1' })
  const details = within(await screen.findByRole('dialog', { name: /^Press/ }))
  fireEvent.click(await details.findByRole('button', { name: 'Replay' }))
  const requested = await question('Replay 1 message?')
  expect(sent()).toEqual([])
  fireEvent.click(requested.getByRole('button', { name: 'Replay 1 message' }))
  await screen.findByText('1 message replayed')
  expect(sent()).toEqual([['POST', '/api/v2/deadLetters/l1/replay']])
  await waitFor(() => expect(address()).toBe('/deadLetters'))
})

test('a message that is gone says so and changes nothing', async () => {
  const { sent } = await show({
    reject: ({ method }) => {
      if (method === 'DELETE') throw new ApiError({ status: 404, message: 'Gone.', method, path: '/', body: {} })
    },
  })
  await firstRow()
  fireEvent.click(screen.getAllByRole('button', { name: /^More: / })[0] as HTMLElement)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  fireEvent.click((await question('Delete 1 message?')).getByRole('button', { name: 'Delete 1 message' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent()).toEqual([['DELETE', '/api/v2/deadLetters/l1']])
  expect(screen.queryByText('1 message deleted')).toBeNull()
})

test('selected messages are replayed one by one', async () => {
  const { sent } = await show()
  await firstRow()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  const bar = within(screen.getByRole('region', { name: '2 selected' }))
  fireEvent.click(bar.getByRole('button', { name: 'Replay' }))
  fireEvent.click((await question('Replay 2 messages?')).getByRole('button', { name: 'Replay 2 messages' }))
  await screen.findByText('2 messages replayed')
  expect(sent().map(([, path]) => path)).toEqual(['/api/v2/deadLetters/l1/replay', '/api/v2/deadLetters/l2/replay'])
})

test('all messages are deleted at once; from eleven on the number is typed', async () => {
  const { sent, unmount } = await show({ letters: several(10) })
  await firstRow()
  fireEvent.click(screen.getByRole('button', { name: 'Delete all' }))
  const requested = await question('Delete 10 messages?')
  expect(requested.queryByText(/belong to all tenants/)).toBeNull()
  fireEvent.click(requested.getByRole('button', { name: 'Delete 10 messages' }))
  await screen.findByText('10 messages deleted')
  expect(sent()).toEqual([['DELETE', '/api/v2/deadLetters']])
  unmount()

  const system = await show({ letters: several(11), authority: 'SYS_ADMIN' })
  await firstRow()
  fireEvent.click(screen.getByRole('button', { name: 'Replay all' }))
  const typed = await question('Replay 11 messages?')
  expect(typed.getByText(/belong to all tenants/)).toBeTruthy()
  const button = typed.getByRole('button', { name: 'Replay 11 messages' })
  expect((button as HTMLButtonElement).disabled).toBe(true)
  fireEvent.change(typed.getByLabelText('Type 11 to confirm'), { target: { value: '11' } })
  fireEvent.click(button)
  await screen.findByText('11 messages replayed')
  expect(system.sent()).toEqual([['POST', '/api/v2/deadLetters/replay']])
})

test('without dead letters there is nothing to replay; a failure says what failed', async () => {
  const { unmount } = await show({ letters: [] })
  await screen.findByText('No dead letters')
  expect(screen.queryByRole('button', { name: 'Replay all' })).toBeNull()
  unmount()
  await show({
    reject: () => {
      throw new Error('Out of order.')
    },
  })
  await screen.findByText('Couldn’t load dead letters')
  expect(screen.getByText(/^Out of order\./)).toBeTruthy()
})
