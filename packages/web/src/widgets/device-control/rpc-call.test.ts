import { ApiError } from '@sonde/client'
import { expect, test } from 'vitest'
import { type RecordedCall, recordedRest } from '../../testing/recorded-calls.ts'
import { CallFailed, type ControlCall, callDevice, NoAnswer } from './rpc-call.ts'

const settings = { requestTimeout: 500, requestPersistent: false, persistentPollingInterval: 4000 }
const call: ControlCall = { deviceId: 'd1', way: 'twoway', method: 'getValue', params: null, settings }
const persistent: ControlCall = { ...call, settings: { ...settings, requestPersistent: true } }

async function run(what: ControlCall, answer: (call: RecordedCall) => unknown) {
  const { rest, calls } = recordedRest(answer)
  const pauses: number[] = []
  const wait = async (ms: number) => void pauses.push(ms)
  const outcome = await callDevice({ rest, wait }, what, new AbortController().signal).catch((error: unknown) => error)
  return { outcome, calls, pauses }
}

/** Answers of the server to a persistent call with these statuses, one after the other. */
function stored(statuses: readonly string[], response: unknown, oneway = false) {
  const left = [...statuses]
  return ({ method }: RecordedCall) =>
    method === 'POST' ? { rpcId: 'r1' } : { status: left.shift(), request: { oneway }, response }
}

test('sends what the wire wants and returns the response', async () => {
  const { outcome, calls } = await run(call, () => ({ on: true }))
  expect(outcome).toEqual({ on: true })
  expect(calls).toMatchObject([
    { method: 'POST', path: '/api/rpc/twoway/d1', body: { method: 'getValue', params: null, timeout: 500 } },
  ])
  expect(calls[0]?.body).not.toHaveProperty('persistent')
})

test('follows a persistent call until it has ended, first after half the interval', async () => {
  const { outcome, calls, pauses } = await run(persistent, stored(['QUEUED', 'SENT', 'DELIVERED', 'SUCCESSFUL'], 7))
  expect(outcome).toBe(7)
  expect(pauses).toEqual([2000, 4000, 4000, 4000])
  expect(calls[0]?.body).toMatchObject({ persistent: true })
  expect(calls[1]?.path).toBe('/api/rpc/persistent/r1')
  expect((await run({ ...persistent, way: 'oneway' }, stored(['DELIVERED'], null, true))).pauses).toEqual([2000])
})

test('says why a call failed', async () => {
  const timeout = new ApiError({ status: 504, message: 'Timeout', method: 'POST', path: '/' })
  expect((await run(call, () => Promise.reject(timeout))).outcome).toBeInstanceOf(NoAnswer)
  expect((await run(persistent, stored(['TIMEOUT'], null))).outcome).toBeInstanceOf(NoAnswer)
  const failed = (await run(persistent, stored(['FAILED'], { error: 'Valve is stuck' }))).outcome
  expect(failed).toBeInstanceOf(CallFailed)
  expect((failed as Error).message).toBe('Valve is stuck')
})
