import { ApiError } from '@sonde/client'
import type { Rpc } from '@sonde/model/rpc/rpc'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { RpcTab } from './rpc-tab.tsx'

const send = () => {
  fireEvent.change(screen.getByLabelText('Method'), { target: { value: 'getStatus' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send RPC' }))
}

test('a two-way command tells that it was sent, then the answer', async () => {
  let answer: (value: unknown) => void = () => {}
  const calls: unknown[] = []
  const rpcTwoway = (...args: unknown[]) => {
    calls.push(args)
    return new Promise((resolve) => {
      answer = resolve
    })
  }
  await renderPage(<RpcTab deviceId="d1" isActive />, { client: { devices: { rpcTwoway } } })
  send()
  expect(await screen.findByText('Sent, waiting for the device')).toBeTruthy()
  expect(calls).toEqual([['d1', { method: 'getStatus', params: {}, timeout: 10_000 }]])
  answer({ ok: true })
  expect(await screen.findByText(/Response after/)).toBeTruthy()
  expect(screen.getByText(/"ok": true/)).toBeTruthy()
})

test('a device that does not answer is a failure that says what to check', async () => {
  const rpcTwoway = async () => {
    throw new ApiError({ status: 504, message: '', method: 'POST', path: '/api/rpc/twoway/d1' })
  }
  await renderPage(<RpcTab deviceId="d1" isActive={false} />, { client: { devices: { rpcTwoway } } })
  send()
  expect(await screen.findByText(/No response within 10 s/)).toBeTruthy()
})

test('nothing is sent without a method or with broken parameters', async () => {
  const calls: unknown[] = []
  await renderPage(<RpcTab deviceId="d1" isActive />, {
    client: { devices: { rpcTwoway: async () => calls.push(1) } },
  })
  fireEvent.change(screen.getByLabelText('Parameters'), { target: { value: '{' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send RPC' }))
  expect(screen.getByText('Enter a method, such as setValue.')).toBeTruthy()
  expect(screen.getByText(/Invalid JSON/)).toBeTruthy()
  expect(calls).toEqual([])
})

const stored = (method: string, status: Rpc['status'], response: unknown = null) =>
  ({
    id: { entityType: 'RPC', id: `id-${method}` },
    createdTime: 1000,
    expirationTime: 61_000,
    deviceId: { entityType: 'DEVICE', id: 'd1' },
    request: { oneway: false, retries: 3, body: { method, params: '{"pin":7}' } },
    response,
    status,
    additionalInfo: null,
  }) as unknown as Rpc

async function list(
  calls: readonly Rpc[],
  { authority = 'TENANT_ADMIN' as const, at = '/devices?rpc=persistent' } = {},
) {
  let now = calls
  const recorded = recordedRest(({ method, path, query }) => {
    if (method === 'DELETE') now = now.filter(({ id }) => !path.endsWith(id.id))
    if (method !== 'GET') return { rpcId: 'new' }
    const data = now.filter(({ status }) => !query?.rpcStatus || query.rpcStatus === status)
    return { data, totalElements: data.length, totalPages: 1, hasNext: false }
  })
  const page = await renderPage(<RpcTab deviceId="d1" isActive />, { client: { rest: recorded.rest }, authority, at })
  return { ...recorded, ...page }
}

test('a persistent call is stored with its expiry and retries, and the list opens', async () => {
  const { of, address } = await list([], { at: '/devices' })
  fireEvent.click(screen.getByLabelText('Persistent'))
  fireEvent.change(screen.getByLabelText('Retries'), { target: { value: '6' } })
  send()
  expect(screen.getByText('Enter a whole number from 0 to 5.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Retries'), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send RPC' }))
  await screen.findByText('No persistent calls')
  await waitFor(() => expect(address()).toContain('rpc=persistent'))
  expect(of('POST')).toHaveLength(1)
  expect(of('POST')[0]).toMatchObject({
    path: '/api/rpc/twoway/d1',
    body: { method: 'getStatus', params: {}, persistent: true, retries: 2 },
  })
})

test('the list shows state and response; a status filters it', async () => {
  const { calls } = await list([stored('reboot', 'QUEUED'), stored('setPin', 'SUCCESSFUL', { ok: true })])
  fireEvent.click(await screen.findByRole('button', { name: 'setPin' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'RPC call setPin' }))
  expect(dialog.getByText(/"ok": true/)).toBeTruthy()
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: 'Status' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Queued' }))
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ rpcStatus: 'QUEUED' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'setPin' })).toBeNull())
})

test('a waiting call is deleted at once, and Undo sends it again under its ID', async () => {
  const { of } = await list([stored('reboot', 'QUEUED')])
  await choose('reboot', 'Delete RPC call')
  await screen.findByText('RPC call reboot deleted')
  expect(of('DELETE')[0]?.path).toBe('/api/rpc/persistent/id-reboot')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(of('POST')).toHaveLength(1))
  expect(of('POST')[0]?.body).toMatchObject({ requestUUID: 'id-reboot', expirationTime: 61_000, params: { pin: 7 } })
})

test('a call that has ended is sent again as a new one, and deleted after a question', async () => {
  const { of } = await list([stored('reboot', 'EXPIRED')])
  await choose('reboot', 'Send again')
  await screen.findByText('reboot sent again')
  expect(of('POST')[0]?.body).not.toHaveProperty('requestUUID')
  await choose('reboot', 'Delete RPC call')
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete RPC call' }))
  await waitFor(() => expect(of('DELETE')).toHaveLength(1))
})

async function choose(name: string, action: string) {
  fireEvent.click(await screen.findByRole('button', { name: `More: ${name}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
