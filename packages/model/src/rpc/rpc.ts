/** API schemas of RPC calls to devices. */

import Type, { type Static } from 'typebox'
import { additionalInfo, epochMs, epochMsInput, idOf, nullable, nullish, uuid } from '../schema-parts.ts'

export const rpcStatuses = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'SUCCESSFUL',
  'TIMEOUT',
  'EXPIRED',
  'FAILED',
  'DELETED',
] as const
export type RpcStatus = (typeof rpcStatuses)[number]

/** In these statuses, the call may still reach its device or be answered. */
export const openRpcStatuses = ['QUEUED', 'SENT', 'DELIVERED', 'TIMEOUT'] as const satisfies readonly RpcStatus[]

/** In these statuses, a persistent call waits for delivery to its device. */
export const waitingRpcStatuses = ['QUEUED', 'SENT', 'TIMEOUT'] as const satisfies readonly RpcStatus[]

/** Default timeout for the device's response, ms. */
export const rpcTimeoutDefaultMs = 10_000
/** Minimum; shorter timeouts are raised to it. */
export const rpcTimeoutMinMs = 5_000

/** Request body of a call. `params` is any JSON. */
export const rpcRequest = Type.Object({
  method: nullish(Type.String()),
  params: Type.Optional(Type.Unknown()),
  timeout: nullish(Type.Number({ description: 'Milliseconds' })),
  expirationTime: nullish(epochMsInput),
  requestUUID: nullish(uuid),
  persistent: nullish(Type.Boolean()),
  retries: nullish(Type.Integer({ minimum: 0 })),
  additionalInfo: Type.Optional(additionalInfo),
})
export type RpcRequest = Static<typeof rpcRequest>

/** Persistent call. */
export const rpc = Type.Object({
  id: idOf('RPC'),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  deviceId: idOf('DEVICE'),
  expirationTime: epochMs,
  request: Type.Object({
    id: uuid,
    tenantId: idOf('TENANT'),
    deviceId: idOf('DEVICE'),
    oneway: Type.Boolean(),
    expirationTime: epochMs,
    body: Type.Object({ method: Type.String(), params: Type.String({ description: 'JSON text' }) }),
    persisted: Type.Boolean(),
    retries: nullable(Type.Integer()),
  }),
  response: Type.Unknown(),
  status: Type.Enum([...rpcStatuses]),
  additionalInfo,
})
export type Rpc = Static<typeof rpc>
