import { ApiError } from '@sonde/client'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { RpcTab } from './rpc-tab.tsx'

const send = () => {
  fireEvent.change(screen.getByLabelText('Method'), { target: { value: 'getStatus' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send command' }))
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
  expect(await screen.findByText(/Confirmed: answered after/)).toBeTruthy()
  expect(screen.getByText(/"ok": true/)).toBeTruthy()
})

test('a device that does not answer is a failure that says what to check', async () => {
  const rpcTwoway = async () => {
    throw new ApiError({ status: 504, message: '', method: 'POST', path: '/api/rpc/twoway/d1' })
  }
  await renderPage(<RpcTab deviceId="d1" isActive={false} />, { client: { devices: { rpcTwoway } } })
  send()
  expect(await screen.findByText(/no answer within 10 s/)).toBeTruthy()
})

test('nothing is sent without a method or with broken parameters', async () => {
  const calls: unknown[] = []
  await renderPage(<RpcTab deviceId="d1" isActive />, {
    client: { devices: { rpcTwoway: async () => calls.push(1) } },
  })
  fireEvent.change(screen.getByLabelText('Parameters'), { target: { value: '{' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send command' }))
  expect(screen.getByText('Enter a method, such as setValue.')).toBeTruthy()
  expect(screen.getByText(/no valid JSON/)).toBeTruthy()
  expect(calls).toEqual([])
})
