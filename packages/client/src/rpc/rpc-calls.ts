/** Calls to devices: two families of the wire, and the persistent calls that wait for a device. */

import type { PageData, PageLink } from '@sonde/model/paging'
import type { Rpc, RpcRequest, RpcStatus } from '@sonde/model/rpc/rpc'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** The answer to a call with `persistent: true`: the id under which it waits. */
export interface QueuedRpc {
  readonly rpcId: string
}

export type RpcCalls = ReturnType<typeof createRpcCalls>

export function createRpcCalls(rest: Rest) {
  const call = (path: string, deviceId: string, request: RpcRequest, options: CallOptions) =>
    rest.request<unknown>('POST', `${path}/${deviceId}`, { ...options, body: request })

  return {
    /**
     * Sends a call to a device and ends when it was sent. A persistent call ends at once, with its `QueuedRpc`.
     * `timeout` is ms, `expirationTime` epoch ms. Throws `ApiError` 504 when the device is away.
     */
    oneway: (deviceId: string, request: RpcRequest, options: CallOptions = {}) =>
      call('/api/rpc/oneway', deviceId, request, options),

    /**
     * Calls a device and answers what it answers: any JSON. A persistent call ends at once, with its `QueuedRpc`.
     * Throws `ApiError` 504 when the device is away or does not answer within `timeout` ms.
     */
    twoway: (deviceId: string, request: RpcRequest, options: CallOptions = {}) =>
      call('/api/rpc/twoway', deviceId, request, options),

    /** As `oneway` by the wire's older path: throws `ApiError` 409 when the device is away. */
    pluginOneway: (deviceId: string, request: RpcRequest, options: CallOptions = {}) =>
      call('/api/plugins/rpc/oneway', deviceId, request, options),

    /** As `twoway` by the wire's older path: throws `ApiError` 409 when the device is away, 408 without an answer. */
    pluginTwoway: (deviceId: string, request: RpcRequest, options: CallOptions = {}) =>
      call('/api/plugins/rpc/twoway', deviceId, request, options),

    /** A page of a device's persistent calls, of one status when it is named. */
    listOf: (
      deviceId: string,
      link: PageLink,
      { rpcStatus }: { readonly rpcStatus?: RpcStatus } = {},
      options: CallOptions = {},
    ) =>
      rest.request<PageData<Rpc>>('GET', `/api/rpc/persistent/device/${deviceId}`, {
        ...options,
        query: { ...pageQuery(link), rpcStatus },
      }),

    /** A persistent call and what became of it. Throws `ApiError` 404. */
    get: (rpcId: string, options: CallOptions = {}) =>
      rest.request<Rpc>('GET', `/api/rpc/persistent/${rpcId}`, options),

    /** Deletes a persistent call, also one that still waits. */
    delete: (rpcId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/rpc/persistent/${rpcId}`, options),
  }
}
