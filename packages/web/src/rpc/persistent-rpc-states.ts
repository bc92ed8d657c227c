/** State of a persistent RPC call, and requests that send it again. */

import { parseJson } from '@sonde/model/exact-json'
import { openRpcStatuses, type Rpc, type RpcRequest, type RpcStatus, waitingRpcStatuses } from '@sonde/model/rpc/rpc'

/** The device may still receive the call or respond to it. A one-way call ends when it is delivered. */
export const isOpenCall = ({ status, request }: Rpc): boolean =>
  openRpcStatuses.some((each) => each === status) && !(status === 'DELIVERED' && request.oneway)

/** The device has not received the call yet: its deletion can be undone. */
export const isWaitingCall = ({ status }: Rpc): boolean => waitingRpcStatuses.some((each) => each === status)

export type CallOutlook = 'waiting' | 'done' | 'failed'

export function outlookOf(call: Rpc): CallOutlook {
  if (isOpenCall(call)) return 'waiting'
  return call.status === 'SUCCESSFUL' || call.status === 'DELIVERED' ? 'done' : 'failed'
}

/** Deleted calls are not stored. */
export type StoredRpcStatus = Exclude<RpcStatus, 'DELETED'>
export const storedStatusOf = ({ status }: Rpc): StoredRpcStatus => (status === 'DELETED' ? 'FAILED' : status)

const requestOf = ({ request, additionalInfo }: Rpc): RpcRequest => ({
  method: request.body.method,
  params: jsonOf(request.body.params),
  persistent: true,
  retries: request.retries,
  ...(additionalInfo === null ? {} : { additionalInfo }),
})

/** Request for the same call, with the call's original lifetime. */
export const retriedCall = (call: Rpc, nowMs: number): RpcRequest => ({
  ...requestOf(call),
  expirationTime: nowMs + Math.max(0, call.expirationTime - call.createdTime),
})

/** Request that restores a deleted call, with its id and remaining lifetime. */
export const restoredCall = (call: Rpc): RpcRequest => ({
  ...requestOf(call),
  requestUUID: call.id.id,
  expirationTime: call.expirationTime,
})

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** Response as one line, for a table cell. */
export const responseText = ({ response }: Rpc): string =>
  response === null || response === undefined ? '' : JSON.stringify(response)
