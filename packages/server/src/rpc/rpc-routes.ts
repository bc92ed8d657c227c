/**
 * RPC calls to devices over REST: two families of routes, which differ in the status for a device that doesn't respond
 * and for one that isn't connected.
 */

import { badRequest, DomainError, ErrorCode, notFound } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import { rpc, rpcRequest, rpcStatuses } from '@sonde/model/rpc/rpc'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { OtherAnswer, Routes } from '../http/http-app.ts'
import { callEntry } from '../http/route-audit.ts'
import { wireErrorSchema } from '../http/wire-error-schema.ts'
import type { RestOutcome, RpcService } from './rpc-service.ts'
import { rpcSortColumns } from './rpc-store.ts'

const tag = 'rpc'
const everyone = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const byDevice = Type.Object({ deviceId: uuid })
const byRpc = Type.Object({ rpcId: uuid })

interface Family {
  readonly path: string
  /** Status for a device that was reached but didn't respond, and for one that wasn't reached. */
  readonly timeout: number
  readonly noConnection: number
}

const families: readonly Family[] = [
  { path: '/api/rpc', timeout: 504, noConnection: 504 },
  { path: '/api/plugins/rpc', timeout: 408, noConnection: 409 },
]

const queued = Type.Object({ rpcId: uuid }, { description: 'ID of the persistent call' })
const callAnswers = {
  oneway: Type.Union([queued, Type.Void()]),
  twoway: Type.Union([
    Type.Unknown({ description: 'Response of the device; for a persistent call `rpcId`' }),
    Type.Void(),
  ]),
}
const statusesOf = ({ timeout, noConnection }: Family): Record<number, OtherAnswer> => ({
  500: { description: 'The call has no method', schema: wireErrorSchema },
  406: { description: 'The response of the device isn’t JSON', schema: wireErrorSchema },
  [timeout]: { description: 'The device didn’t respond in time', schema: wireErrorSchema },
  [noConnection]: { description: 'The device isn’t connected, or didn’t respond in time', schema: wireErrorSchema },
})

export function registerRpcRoutes(routes: Routes, { rpcs }: { readonly rpcs: RpcService }): void {
  for (const family of families) {
    for (const way of ['oneway', 'twoway'] as const) {
      routes.add({
        method: 'POST',
        path: `${family.path}/${way}/:deviceId`,
        authorities: everyone,
        summary:
          way === 'oneway'
            ? 'Send a one-way RPC call to a device'
            : 'Send a two-way RPC call to a device and wait for its response',
        tag,
        audit: ({ params, body }) =>
          callEntry('RPC_CALL', entityId('DEVICE', params.deviceId.toLowerCase()), {
            oneWay: way === 'oneway',
            method: body.method,
            params: body.params,
          }),
        auditsSuccess: true,
        schema: { params: byDevice, body: rpcRequest, response: callAnswers[way] },
        answers: statusesOf(family),
        waits: true,
        example: { method: 'setSpeed', params: { rpm: 1200 }, timeout: 5000 },
        handle: async ({ scope, params, body, reply, signal }) =>
          answer(await rpcs.callFromRest(scope, params.deviceId, way === 'oneway', body, signal), family, reply),
      })
    }
  }
  routes.add({
    method: 'GET',
    path: '/api/rpc/persistent/device/:deviceId',
    authorities: tenantUsers,
    summary: 'List persistent RPC calls of a device, newest first',
    tag,
    schema: {
      params: byDevice,
      query: Type.Object({ ...pageQuery, rpcStatus: Type.Optional(Type.Enum([...rpcStatuses])) }),
      response: pageOf(rpc),
    },
    handle({ scope, params, query: { rpcStatus, ...query } }) {
      if (rpcStatus === 'DELETED') throw badRequest('Deleted calls aren’t stored. Choose another rpcStatus.')
      if (query.sortProperty && !Object.hasOwn(rpcSortColumns, query.sortProperty)) {
        throw badRequest(
          `Calls can’t be sorted by ${query.sortProperty}. Use ${Object.keys(rpcSortColumns).join(', ')}.`,
        )
      }
      return rpcs.ofDevice(scope, params.deviceId, rpcStatus ?? null, linkOf(query))
    },
  })
  routes.add({
    method: 'GET',
    path: '/api/rpc/persistent/:rpcId',
    authorities: tenantUsers,
    summary: 'Get a persistent RPC call',
    tag,
    schema: { params: byRpc, response: rpc },
    handle: ({ scope, params }) => rpcs.get(scope, params.rpcId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/rpc/persistent/:rpcId',
    authorities: ['TENANT_ADMIN'],
    summary: 'Delete a persistent RPC call, even if it is still waiting',
    tag,
    audit: 'none: RPC calls are logged when they are made',
    schema: { params: byRpc, response: Type.Void() },
    handle: ({ scope, params }) => rpcs.remove(scope, params.rpcId),
  })
}

function answer({ rpcId, outcome }: RestOutcome, family: Family, reply: FastifyReply): unknown {
  switch (outcome.kind) {
    case 'queued':
      return { rpcId }
    case 'sent':
      return undefined
    case 'answered':
      if (outcome.response === '') return undefined
      if (!isJson(outcome.response)) {
        throw new DomainError(ErrorCode.GENERAL, 'The response of the device isn’t JSON.', { status: 406 })
      }
      // The unchanged text of the device, so that its numbers stay as written.
      return reply.type('application/json').send(outcome.response)
    case 'failed':
      throw failure(outcome.error, family)
  }
}

function failure(error: string, family: Family): DomainError {
  switch (error) {
    case 'TIMEOUT':
      return new DomainError(ErrorCode.GENERAL, 'The device didn’t respond in time.', { status: family.timeout })
    case 'NO_ACTIVE_CONNECTION':
      return new DomainError(ErrorCode.GENERAL, 'The device isn’t connected or isn’t subscribed to RPC calls.', {
        status: family.noConnection,
      })
    case 'TOO_MANY_CALLS':
      return new DomainError(
        ErrorCode.TOO_MANY_REQUESTS,
        'Too many calls are waiting for this device. Try again later.',
      )
    case 'NOT_FOUND':
      return notFound('DEVICE', 'of the call')
    default:
      return new DomainError(ErrorCode.GENERAL, 'The call failed.')
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
