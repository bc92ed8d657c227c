/** RPC calls of control widgets. A persistent call is followed until its device has answered it. */

import { ApiError } from '@sonde/client'
import { createRpcCalls, type QueuedRpc } from '@sonde/client/rpc/rpc-calls'
import { isJsonObject } from '@sonde/model/dashboards/json-parts'
import type { Rpc } from '@sonde/model/rpc/rpc'
import type { CallSettings } from '@sonde/model/widgets/rpc-settings'
import type { Client } from '../../session/page-client.ts'

export interface ControlCall {
  readonly deviceId: string
  readonly way: 'oneway' | 'twoway'
  readonly method: string
  readonly params: unknown
  readonly settings: CallSettings
}

export interface CallDeps {
  readonly rest: Client['rest']
  /** Resolves after `ms`, or rejects when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The device didn't answer in time, or isn't connected. */
export class NoAnswer extends Error {}

/** The device answered a persistent call with an error, or the call ended without an answer. */
export class CallFailed extends Error {}

/** The device answered that it isn't ready. */
export class StatusRefused extends Error {}

/** Resolves with the device's response. Rejects with `NoAnswer`, `CallFailed` or an `ApiError`. */
export async function callDevice(
  { rest, wait = waitFor }: CallDeps,
  { deviceId, way, method, params, settings }: ControlCall,
  signal: AbortSignal,
): Promise<unknown> {
  const rpc = createRpcCalls(rest)
  const options = { signal, ignoreErrors: true, ignoreLoading: true }
  const { requestTimeout, requestPersistent, persistentPollingInterval } = settings
  const request = {
    method,
    params,
    ...(requestTimeout > 0 && { timeout: requestTimeout }),
    ...(requestPersistent && { persistent: true }),
  }
  try {
    const response = await rpc[way](deviceId, request, options)
    if (!requestPersistent) return response
    const { rpcId } = response as QueuedRpc
    // The first answer usually comes sooner than the others would be asked for.
    for (let pauseMs = persistentPollingInterval / 2; ; pauseMs = persistentPollingInterval) {
      await wait(pauseMs, signal)
      const ended = outcomeOf(await rpc.get(rpcId, options))
      if (ended) return ended.response
    }
  } catch (error) {
    throw error instanceof ApiError && error.status === 504 ? new NoAnswer(error.message) : error
  }
}

/** Null: the call is still open. Throws if it failed. */
function outcomeOf({ status, request, response }: Rpc): { readonly response: unknown } | null {
  switch (status) {
    case 'QUEUED':
    case 'SENT':
      return null
    case 'DELIVERED':
      return request.oneway ? { response } : null
    case 'SUCCESSFUL':
      return { response }
    case 'TIMEOUT':
    case 'EXPIRED':
      throw new NoAnswer(status)
    case 'FAILED':
    case 'DELETED':
      throw new CallFailed(isJsonObject(response) && typeof response.error === 'string' ? response.error : status)
  }
}

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
