/** RPC calls to devices under two paths, and persistent calls that wait for a device. */

import type { PageData, PageLink } from '@sonde/model/paging'
import type { Rpc, RpcRequest, RpcStatus } from '@sonde/model/rpc/rpc'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** Response to a call with `persistent: true`: id of the stored call. */
export interface QueuedRpc {
  readonly rpcId: string
}

export type RpcCalls = ReturnType<typeof createRpcCalls>

export function createRpcCalls(rest: Rest) {
  const call = (path: string, deviceId: string, request: RpcRequest, options: CallOptions) =>
    rest.request<unknown>('POST', `${path}/${deviceId}`, { ...options, body: request })

  return {
    /**
     * Sends a call to a device and resolves when it was sent. A persistent call resolves at once with its `QueuedRpc`.
     * `timeout` is in ms, `expirationTime` in epoch ms. Throws `ApiError` 504 if the device isn't connected.
     */
    oneway: (deviceId: string, request: RpcRequest, options: CallOptions = {}) =>
      call('/api/rpc/oneway', deviceId, request, options),

    /**
     * Calls a device and returns its response: any JSON. A persistent call resolves at once with its `QueuedRpc`.
     * Throws `ApiError` 504 if the device isn't connected or doesn't respond within `timeout` ms.
     */
    twoway: (deviceId: string, request: RpcRequest, options: CallOptions = {}) =>
      call('/api/rpc/twoway', deviceId, request, options),

    /** Same as `oneway` under the older path: throws `ApiError` 409 if the device isn't connected. */
    pluginOneway: (deviceId: string, request: RpcRequest, options: CallOptions = {}) =>
      call('/api/plugins/rpc/oneway', deviceId, request, options),

    /**
     * Same as `twoway` under the older path: throws `ApiError` 409 if the device isn't connected, 408 without a
     * response.
     */
    pluginTwoway: (deviceId: string, request: RpcRequest, options: CallOptions = {}) =>
      call('/api/plugins/rpc/twoway', deviceId, request, options),

    /** Page of a device's persistent calls, optionally with one status. */
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

    /** Persistent call with its status and response. Throws `ApiError` 404. */
    get: (rpcId: string, options: CallOptions = {}) =>
      rest.request<Rpc>('GET', `/api/rpc/persistent/${rpcId}`, options),

    /** Deletes a persistent call, even if it is still waiting. */
    delete: (rpcId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/rpc/persistent/${rpcId}`, options),
  }
}
