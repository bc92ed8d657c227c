/**
 * HTTP API of devices. The access token in the path is the credential; there is no login.
 *
 * An upload is answered once it is on disk. While the rule engine is behind, uploads wait before their bodies are read.
 */

import { badRequest, DomainError, ErrorCode, unauthenticated } from '@sonde/model/errors'
import { PayloadError } from '@sonde/model/telemetry/payload'
import {
  attributesOfDevice,
  attributesPayload,
  attributesUpdate,
  callOfServer,
  claimPayload,
  clientCallPayload,
  telemetryPayload,
} from '@sonde/model/telemetry/payload-schemas'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { DeviceRecord } from '../../devices/device-directory.ts'
import { guarded } from '../../guard/work.ts'
import type { BodyOwner } from '../../http/body-room.ts'
import { plainText } from '../../http/http-answer.ts'
import type { OtherAnswer, Routes } from '../../http/http-app.ts'
import { jsonText } from '../../http/http-body.ts'
import { wireErrorSchema } from '../../http/wire-error-schema.ts'
import type { BackPressure } from '../../journal/back-pressure.ts'
import { RateLimitExceeded } from '../../limits/too-many-messages.ts'
import { createFairPlaces, type FairPlaces } from '../../turns/fair-places.ts'
import { keyList, requestedKeysMax } from '../attribute-answer.ts'
import { readClaim, readClientCall } from '../device-requests.ts'
import { checkPayloadText } from '../device-text.ts'
import { serves, type TransportDeps } from '../transport.ts'
import { longPayloadCharacters, type UplinkWaiter } from '../uplink.ts'
import { DevicePoll, type PollResult, pollTimeoutDefaultMs } from './device-poll.ts'

/** Dependencies for authenticating the calling device. */
export type DeviceAuthentication = Pick<TransportDeps, 'directory' | 'activity' | 'counts' | 'log'>

export type DeviceHttpDeps = DeviceAuthentication &
  Pick<TransportDeps, 'sessions' | 'uplink' | 'answers' | 'claims' | 'turns'> & {
    readonly backPressure: Pick<BackPressure, 'of' | 'room' | 'fullLimit'>
  }

/** Maximum number of long uploads parsed concurrently: their entries take several times the memory of their text. */
const longUploadsAtOnce = { all: 8, tenant: 1 } as const

type UploadDeps = DeviceHttpDeps & {
  /** Slots for uploads that are parsed in parts. */
  readonly longUploads: Pick<FairPlaces, 'enter'>
}

const tag = 'device API'
const authorities = 'anyone'
const byToken = Type.Object({ token: Type.String({ minLength: 1 }) })
const waiting = Type.Object({
  timeout: Type.Optional(Type.Integer({ minimum: 0, description: 'Milliseconds; 0 = one minute' })),
})
const bodyText = true
const text = Type.String()
const waitAnswers: Record<number, OtherAnswer> = {
  403: { description: 'The device was deleted', schema: wireErrorSchema },
  408: { description: 'No message within the timeout', schema: wireErrorSchema },
}

export function registerDeviceHttpRoutes(routes: Routes, deps: DeviceHttpDeps): void {
  registerUploads(routes, deps)
  registerAttributes(routes, deps)
  registerCalls(routes, deps)
}

/** Returns the device of an access token. Throws 401. */
export async function deviceOf(
  { directory, activity, counts, log }: DeviceAuthentication,
  token: string,
): Promise<DeviceRecord> {
  const device = await directory.authenticate({ kind: 'token', token })
  if (!device || !serves('HTTP', device)) {
    counts.errors.credentials++
    const why = device ? `its profile accepts ${device.profile.transportType} only` : 'unknown token'
    log.debug({ transport: 'HTTP', deviceId: device?.id.id }, `A device was refused: ${why}`)
    throw unauthenticated('No device has this access token.')
  }
  activity.seen(device)
  return device
}

/**
 * Waits until back-pressure admits an upload; its body is read afterwards. Throws 401, and 429 when too many uploads
 * wait.
 */
const roomForUpload =
  (deps: DeviceHttpDeps) =>
  async ({ token = '' }: { readonly token?: string }): Promise<BodyOwner> => {
    const { tenantId, id } = await deviceOf(deps, token)
    await deps.backPressure.room(tenantId, id.id, 0)
    return { tenantId, entity: id }
  }

/** Submits an upload and waits until it is on disk. `put` returns false when there was nothing to store. */
async function upload(
  deps: DeviceHttpDeps,
  device: DeviceRecord,
  body: string,
  put: (waiter: UplinkWaiter) => boolean,
) {
  const { backPressure, turns } = deps
  const load = backPressure.of(device.tenantId, device.id.id)
  const owner = turns.owner(device.tenantId)
  do {
    await backPressure.room(device.tenantId, device.id.id, body.length)
    await turns.turn(owner)
    // Another waiting upload may have reached the limit first.
  } while (backPressure.fullLimit(load) !== null)
  const started = performance.now()
  return new Promise<boolean>((resolve, reject) => {
    try {
      if (!put({ accepted: () => resolve(true), rejected: (_token, error) => reject(error) })) resolve(false)
    } catch (error) {
      reject(payloadRejected(deps, device, error))
    } finally {
      turns.spent(owner, performance.now() - started)
    }
  })
}

/** Like `upload`, for telemetry that is parsed and journaled in parts. */
async function longUpload(deps: UploadDeps, device: DeviceRecord, body: string): Promise<boolean> {
  const { turns, uplink } = deps
  const owner = turns.owner(device.tenantId)
  const leave = await placeForLong(deps, device)
  try {
    const count = await uplink.longTelemetry(device, body, 'HTTP', async (part) => {
      await turns.turn(owner)
      const started = performance.now()
      try {
        return part()
      } finally {
        turns.spent(owner, performance.now() - started)
      }
    })
    return count > 0
  } catch (error) {
    throw payloadRejected(deps, device, error)
  } finally {
    leave()
  }
}

/** Waits for a slot to parse a long upload; keeps it only if back-pressure admits the device at that time. */
async function placeForLong({ backPressure, longUploads }: UploadDeps, { tenantId, id }: DeviceRecord) {
  const load = backPressure.of(tenantId, id.id)
  for (;;) {
    await backPressure.room(tenantId, id.id, 0)
    const leave = await longUploads.enter(tenantId)
    if (backPressure.fullLimit(load) === null) return leave
    leave()
  }
}

function payloadRejected({ counts, log }: DeviceHttpDeps, device: DeviceRecord, error: unknown): unknown {
  if (!(error instanceof PayloadError)) return error
  if (error instanceof RateLimitExceeded) {
    counts.errors.limit++
    return new DomainError(ErrorCode.TOO_MANY_REQUESTS, error.message)
  }
  counts.errors.payload++
  log.debug({ transport: 'HTTP', deviceId: device.id.id, why: error.message }, 'The payload of a device is unreadable')
  return badRequest(error.message)
}

function registerUploads(routes: Routes, deviceParts: DeviceHttpDeps) {
  const deps: UploadDeps = {
    ...deviceParts,
    longUploads: createFairPlaces(longUploadsAtOnce.all, longUploadsAtOnce.tenant),
  }
  const { uplink, claims, log } = deps
  const beforeBody = roomForUpload(deps)
  routes.add({
    method: 'POST',
    path: '/api/v1/:token/telemetry',
    authorities,
    summary: 'Post telemetry of a device; acknowledged once it is on disk',
    tag,
    audit: 'none: no person calls',
    bodyText,
    beforeBody,
    schema: { params: byToken, body: jsonText(telemetryPayload), response: Type.Void() },
    async handle({ params, body }) {
      const device = await deviceOf(deps, params.token)
      const isTaken =
        body.length > longPayloadCharacters
          ? await longUpload(deps, device, body)
          : await upload(deps, device, body, (waiter) => uplink.telemetry(device, body, 'HTTP', waiter, 0) > 0)
      if (isTaken) return
      log.debug({ transport: 'HTTP', deviceId: device.id.id }, 'The device sent an empty telemetry list')
      throw badRequest('The list is empty. Send at least one entry.')
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/v1/:token/attributes',
    authorities,
    summary: 'Post client attributes of a device; acknowledged once they are on disk',
    tag,
    audit: 'none: no person calls',
    bodyText,
    beforeBody,
    schema: { params: byToken, body: jsonText(attributesPayload), response: Type.Void() },
    async handle({ params, body }) {
      const device = await deviceOf(deps, params.token)
      await upload(deps, device, body, (waiter) => {
        uplink.attributes(device, body, 'HTTP', waiter, 0)
        return true
      })
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/v1/:token/claim',
    authorities,
    summary: 'Allow a device to be claimed with a secret',
    tag,
    audit: 'none: no person calls',
    bodyText,
    schema: { params: byToken, body: jsonText(claimPayload), response: Type.Void() },
    async handle({ params, body }) {
      const device = await deviceOf(deps, params.token)
      const { secretKey, durationMs } = read(deps, device, () => readClaim(body))
      await claims.register(device.id.id, secretKey, durationMs)
    },
  })
}

function read<T>(deps: DeviceHttpDeps, device: DeviceRecord, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw payloadRejected(deps, device, error)
  }
}

function registerAttributes(routes: Routes, deps: DeviceHttpDeps) {
  routes.add({
    method: 'GET',
    path: '/api/v1/:token/attributes',
    authorities,
    summary: 'Get client and shared attributes of a device',
    tag,
    schema: {
      params: byToken,
      query: Type.Object({ clientKeys: Type.Optional(text), sharedKeys: Type.Optional(text) }),
      response: attributesOfDevice,
    },
    async handle({ params, query, reply }) {
      const device = await deviceOf(deps, params.token)
      const clientKeys = keyList(query.clientKeys)
      const sharedKeys = keyList(query.sharedKeys)
      if ((clientKeys?.each.length ?? 0) + (sharedKeys?.each.length ?? 0) > requestedKeysMax) {
        throw badRequest(`A request can have at most ${requestedKeysMax} keys.`)
      }
      const { text, release } = await deps.answers.attributes(device, clientKeys, sharedKeys)
      // The response counts against the budget until the device has read it.
      if (reply.raw.destroyed) release()
      else reply.raw.once('close', guarded(release))
      return sendJson(reply, text)
    },
  })
  routes.add({
    method: 'GET',
    path: '/api/v1/:token/attributes/updates',
    authorities,
    summary: 'Wait for changes of shared attributes',
    tag,
    answers: waitAnswers,
    schema: { params: byToken, query: waiting, response: attributesUpdate },
    async handle({ params, query, reply }) {
      const device = await deviceOf(deps, params.token)
      const poll = openPoll(deps, device, reply, query.timeout ?? 0)
      poll.session.wantsAttributes = true
      return answerPoll(deps, await poll.result, reply)
    },
  })
}

function registerCalls(routes: Routes, deps: DeviceHttpDeps) {
  const { uplink, sessions } = deps
  const beforeBody = roomForUpload(deps)
  routes.add({
    method: 'GET',
    path: '/api/v1/:token/rpc',
    authorities,
    summary: 'Wait for an RPC call',
    tag,
    answers: waitAnswers,
    schema: { params: byToken, query: waiting, response: callOfServer },
    async handle({ params, query, reply }) {
      const device = await deviceOf(deps, params.token)
      const poll = openPoll(deps, device, reply, query.timeout ?? 0)
      sessions.subscribeToCalls(poll.session)
      return answerPoll(deps, await poll.result, reply)
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/v1/:token/rpc/:requestId',
    authorities,
    summary: "Send a device's response to an RPC call",
    tag,
    audit: 'none: no person calls',
    bodyText,
    schema: {
      params: Type.Object({ ...byToken.properties, requestId: Type.Integer({ minimum: 0 }) }),
      body: plainText,
      response: Type.Void(),
    },
    async handle({ params, body }) {
      const device = await deviceOf(deps, params.token)
      const reply = read(deps, device, () => checkPayloadText(body))
      await sessions.callAnswered(device, params.requestId, reply)
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/v1/:token/rpc',
    authorities,
    summary: 'Send an RPC call from a device to the server; the rule chain answers',
    tag,
    audit: 'none: no person calls',
    bodyText,
    beforeBody,
    answers: waitAnswers,
    schema: {
      params: byToken,
      query: waiting,
      body: jsonText(clientCallPayload),
      response: Type.Unknown({ description: 'Response of the rule chain' }),
    },
    async handle({ params, query, body, reply }) {
      const device = await deviceOf(deps, params.token)
      const data = read(deps, device, () => readClientCall(body))
      const poll = openPoll(deps, device, reply, query.timeout || pollTimeoutDefaultMs)
      const requestId = 0
      sessions.clientCalls.start(poll.session, requestId)
      try {
        await upload(deps, device, body, (waiter) => {
          uplink.clientCall(device, { sessionId: poll.session.id, requestId, data }, 'HTTP', waiter, 0)
          return true
        })
      } catch (error) {
        poll.close('stopping')
        throw error
      }
      return answerPoll(deps, await poll.result, reply)
    },
  })
}

/** Throws 429 when the tenant has too many connected devices. */
function openPoll({ sessions, counts }: DeviceHttpDeps, device: DeviceRecord, reply: FastifyReply, timeoutMs: number) {
  const problem = sessions.roomProblem(device)
  if (problem !== null) {
    counts.errors.limit++
    throw new DomainError(ErrorCode.TOO_MANY_REQUESTS, problem)
  }
  return new DevicePoll(sessions, device, reply.raw, timeoutMs)
}

const sendJson = (reply: FastifyReply, json: string) => reply.type('application/json').send(json)

function answerPoll({ counts }: DeviceHttpDeps, result: PollResult, reply: FastifyReply) {
  switch (result.kind) {
    case 'answered':
      counts.sent.HTTP++
      return sendJson(reply, result.json)
    case 'deviceDeleted':
      throw new DomainError(ErrorCode.GENERAL, 'The device was deleted.', { status: 403 })
    case 'timeout':
      throw new DomainError(ErrorCode.GENERAL, 'No message within the timeout. Try again.', { status: 408 })
    case 'ended':
      throw new DomainError(ErrorCode.GENERAL, 'The session ended. Try again.', { status: 408 })
  }
}
