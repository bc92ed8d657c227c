/**
 * Device uploads on their way into the journal: parsed, converted to messages, committed and acknowledged.
 *
 * This is the hot path of the server. The uploads of a tenant in one event loop iteration, over all connections, share
 * one commit. No promise or closure is created per upload: a waiter is an object, identified by a token number.
 *
 * A transport passes an upload on only while back-pressure admits its device (back-pressure.ts).
 */

import type { ProfileData } from '@sonde/model/device-profiles/device-profile'
import {
  devicePayload,
  type PayloadEntry,
  PayloadError,
  type PayloadOptions,
  parseAttributes,
  parseTelemetry,
  strictPayload,
  type TelemetryEntry,
} from '@sonde/model/telemetry/payload'
import { telemetryParts } from '@sonde/model/telemetry/payload-parts'
import type { TransportKind } from '@sonde/model/transports/transports'
import type { Clock } from '../clock.ts'
import type { DeviceRecord } from '../devices/device-directory.ts'
import { type Guard, noGuard } from '../guard/guard.ts'
import { asNobody, type Work } from '../guard/work.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { type KeyChecks, noKeyChecks } from '../limits/key-checks.ts'
import type { Message, ParsedData } from '../messages/message.ts'
import { keepTextMetadata, parsedData } from '../messages/parsed-data.ts'
import type { Stamper } from '../telemetry/timestamp-assigner.ts'
import type { TransportCounts } from './transport-counts.ts'
import type { TransportLimits } from './transport-limits.ts'
import { valuesJson } from './values-json.ts'

/** Maximum number of messages per commit; further messages of the same iteration go into the next commit. */
export const batchMessagesMax = 2048
/** Maximum characters of a commit's payloads, which limits the memory of large payloads. */
export const batchCharactersMax = 512 * 1024

/** Maximum number of entries of one telemetry list: each becomes a message. */
export const entriesPerUploadMax = 10_000
/** Payloads with more characters are parsed and journaled in parts of this size. */
export const longPayloadCharacters = 64 * 1024
/** Maximum number of entries per part. */
const entriesPerPart = 1_000

/** Receives the result of an upload; `token` is the caller's number for the upload. */
export interface UplinkWaiter {
  /** Unit of work that an exception in a callback ends. */
  readonly work?: Work
  /** The upload is stored on disk. */
  accepted(token: number): void
  /** The upload could not be stored; receives the store's error. */
  rejected(token: number, error: unknown): void
}

export interface Uplink {
  /**
   * Accepts a telemetry payload. Returns the number of its entries; an empty list (0) is neither journaled nor reported
   * to the waiter. Throws `PayloadError`.
   */
  telemetry(device: DeviceRecord, text: string, transport: TransportKind, waiter: UplinkWaiter, token: number): number
  /**
   * Accepts a long telemetry payload in parts; each part waits for its turn. Resolves with the number of entries once
   * all are on disk. Rejects with `PayloadError` before any part is journaled, or with the store's error, when some
   * parts may have been stored.
   */
  longTelemetry(device: DeviceRecord, text: string, transport: TransportKind, turn: PartTurn): Promise<number>
  /** Accepts client attributes. Throws `PayloadError`. */
  attributes(device: DeviceRecord, text: string, transport: TransportKind, waiter: UplinkWaiter, token: number): void
  /** Accepts a client-side call with `method` and `params` as sent. */
  clientCall(
    device: DeviceRecord,
    call: ClientCall,
    transport: TransportKind,
    waiter: UplinkWaiter,
    token: number,
  ): void
  /** Resolves when no accepted upload is waiting for its commit. */
  idle(): Promise<void>
}

/** Runs a part when the device's tenant is scheduled. */
export type PartTurn = <T>(part: () => T) => Promise<T>

export interface ClientCall {
  readonly sessionId: string
  readonly requestId: number
  /** JSON text `{"method", "params"}`. */
  readonly data: string
}

export interface UplinkDeps {
  readonly commit: Commit
  readonly stamper: Stamper
  readonly clock: Clock
  readonly counts: TransportCounts
  /** Name of this process in the metadata of client-side calls. */
  readonly serviceId: string
  /** Throws `RateLimitExceeded` for a message over the limit; absent: no limits. */
  readonly limits?: TransportLimits
  /** Absent: no limit on the number of keys. */
  readonly keyChecks?: KeyChecks
  readonly guard?: Pick<Guard, 'uncaught'>
}

/** Uploads of a tenant that share a commit; waiters, tokens and transports are parallel arrays. */
class Batch {
  readonly messages: Message[] = []
  readonly waiters: UplinkWaiter[] = []
  readonly tokens: number[] = []
  /** null: another part of the same upload is counted. */
  readonly transports: (TransportKind | null)[] = []
  characters = 0
}

export function createUplink({
  commit,
  stamper,
  clock,
  counts,
  serviceId,
  limits,
  keyChecks = noKeyChecks,
  guard = noGuard,
}: UplinkDeps): Uplink {
  /** Batches of this event loop iteration, by tenant ID. */
  let batches = new Map<string, Batch>()
  /** Batch of the last upload, cached because uploads of a tenant often follow one another. */
  let batch = new Batch()
  let batchTenant = ''
  let isScheduled = false
  let underway = 0
  let idleWaiters: (() => void)[] = []

  function flush() {
    isScheduled = false
    const sending = batches
    batches = new Map()
    batchTenant = ''
    for (const each of sending.values()) send(each)
  }

  const scheduleFlush = () => void setImmediate(flush)

  function batchOf(tenantId: string): Batch {
    if (batchTenant === tenantId) return batch
    const existing = batches.get(tenantId)
    batch = existing ?? new Batch()
    if (!existing) batches.set(tenantId, batch)
    batchTenant = tenantId
    return batch
  }

  function sendFull(tenantId: string, full: Batch) {
    batches.delete(tenantId)
    batchTenant = ''
    send(full)
  }

  function send(sending: Batch) {
    if (sending.waiters.length === 0) return
    underway++
    if (sending.messages.length === 0) {
      // Uploads that contain only nulls are acknowledged asynchronously, in order after earlier ones.
      settleAfter(Promise.resolve(), sending)
      return
    }
    let committed: Promise<unknown>
    try {
      committed = commit({ messages: sending.messages, isAdmitted: true })
    } catch (error) {
      committed = Promise.reject(error)
    }
    settleAfter(committed, sending)
  }

  function settleAfter(committed: Promise<unknown>, sent: Batch) {
    committed.then(
      () => {
        const { waiters, tokens, transports } = sent
        for (let i = 0; i < waiters.length; i++) {
          const transport = transports[i]
          if (transport) counts.accepted[transport]++
          const waiter = waiters[i] as UplinkWaiter
          try {
            waiter.accepted(tokens[i] as number)
          } catch (error) {
            guard.uncaught(error, waiter.work)
          }
        }
        settled()
      },
      (error: unknown) => {
        for (let i = 0; i < sent.waiters.length; i++) {
          const waiter = sent.waiters[i] as UplinkWaiter
          try {
            waiter.rejected(sent.tokens[i] as number, error)
          } catch (second) {
            guard.uncaught(second, waiter.work)
          }
        }
        settled()
      },
    )
  }

  function settled() {
    underway--
    if (underway > 0 || batches.size > 0) return
    const resolved = idleWaiters
    idleWaiters = []
    for (const resolve of resolved) resolve()
  }

  /** Adds the waiter of the messages that were just added to the batch. */
  function wait(
    { tenantId }: DeviceRecord,
    transport: TransportKind | null,
    characters: number,
    waiter: UplinkWaiter,
    token: number,
  ) {
    const of = batchOf(tenantId)
    of.waiters.push(waiter)
    of.tokens.push(token)
    of.transports.push(transport)
    of.characters += characters
    if (of.messages.length >= batchMessagesMax || of.characters >= batchCharactersMax) sendFull(tenantId, of)
    else if (!isScheduled) {
      isScheduled = true
      // After the poll phase, every socket with data in this event loop iteration has been read.
      asNobody(scheduleFlush)
    }
  }

  function put(
    device: DeviceRecord,
    type: string,
    nowMs: number,
    metadata: Record<string, string>,
    data: string,
    parsed: ParsedData | undefined,
  ) {
    batchOf(device.tenantId).messages.push({
      id: newId(nowMs),
      ts: nowMs,
      type,
      tenantId: device.tenantId,
      originator: device.id,
      customerId: device.customerId,
      metadata,
      dataType: 'JSON',
      data,
      parsed,
      queueName: device.profile.defaultQueueName ?? 'Main',
      ruleChainId: device.profile.defaultRuleChainId,
      ruleNodeId: null,
    })
  }

  function checkEntries(device: DeviceRecord, entries: readonly TelemetryEntry[]) {
    if (!limits) return
    let points = 0
    for (let i = 0; i < entries.length; i++) points += entries[i]?.values.length ?? 0
    limits.consume(device, true, points)
  }

  /**
   * Checks the key limit for the device itself, although the rule chain may store the values elsewhere or not at all.
   */
  function requireKeys(device: DeviceRecord, entries: readonly TelemetryEntry[]) {
    for (const { values } of entries) requireRoom(keyChecks.telemetry(device.tenantId, device.id, values))
  }

  function putEntries(device: DeviceRecord, entries: readonly PayloadEntry[]) {
    const nowMs = clock.nowMs()
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]
      if (!entry || entry.values.length === 0) continue
      const ts = entry.ts ?? stamper.stamp(device.id.id)
      const metadata = { ...metadataOf(device), ts: String(ts) }
      const data = entry.text ?? valuesJson(entry.values)
      // Messages of a list are queued, and parsed data would take far more memory than their text until then.
      const parsed = entries.length === 1 ? parsedData(data, entry.values) : undefined
      put(device, 'POST_TELEMETRY_REQUEST', nowMs, metadata, data, parsed)
    }
  }

  return {
    telemetry(device, text, transport, waiter, token) {
      const entries = parseTelemetry(text, optionsOf(device))
      if (entries.length === 0) return 0
      requireFew(entries.length)
      checkEntries(device, entries)
      requireKeys(device, entries)
      putEntries(device, entries)
      wait(device, transport, text.length, waiter, token)
      return entries.length
    },

    async longTelemetry(device, text, transport, turn) {
      const parts: PayloadEntry[][] = []
      let count = 0
      const texts = telemetryParts(text, longPayloadCharacters)
      const options = optionsOf(device)
      for (let next = texts.next(); !next.done; ) {
        const { value } = next
        next = await turn(() => {
          const entries = parseTelemetry(value, options)
          count += entries.length
          for (let at = 0; at < entries.length; at += entriesPerPart) parts.push(entries.slice(at, at + entriesPerPart))
          return texts.next()
        })
        requireFew(count)
      }
      if (count === 0) return 0
      await turn(() => checkEntries(device, parts.flat()))
      for (const part of parts) await turn(() => requireKeys(device, part))
      const stored: Promise<void>[] = []
      for (const [i, part] of parts.entries()) {
        await turn(() => {
          putEntries(device, part)
          // The upload counts once, with its last part.
          const counted = i === parts.length - 1 ? transport : null
          const characters = Math.ceil(text.length / parts.length)
          stored.push(
            new Promise((resolve, reject) => {
              wait(device, counted, characters, { accepted: () => resolve(), rejected: (_, error) => reject(error) }, 0)
            }),
          )
        })
      }
      await Promise.all(stored)
      return count
    },

    attributes(device, text, transport, waiter, token) {
      const values = parseAttributes(text, optionsOf(device))
      limits?.consume(device, false, values.length)
      requireRoom(keyChecks.attributes(device.tenantId, device.id, 'CLIENT_SCOPE', values))
      if (values.length > 0) {
        const metadata = { ...metadataOf(device), notifyDevice: 'false' }
        const data = valuesJson(values)
        put(device, 'POST_ATTRIBUTES_REQUEST', clock.nowMs(), metadata, data, parsedData(data, values))
      }
      wait(device, transport, text.length, waiter, token)
    },

    clientCall(device, { sessionId, requestId, data }, transport, waiter, token) {
      limits?.consume(device, false, 0)
      const metadata = {
        deviceName: device.name,
        deviceType: device.type,
        requestId: String(requestId),
        serviceId,
        sessionId,
      }
      put(device, 'TO_SERVER_RPC_REQUEST', clock.nowMs(), metadata, data, undefined)
      wait(device, transport, data.length, waiter, token)
    },

    idle: () =>
      underway === 0 && batches.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve)),
  }
}

/** Whether the device's texts stay texts, even if they look like numbers. */
const keepsText = ({ profile }: DeviceRecord): boolean =>
  (profile.profileData.configuration as ProfileData['configuration'])?.keepText === true

const optionsOf = (device: DeviceRecord): PayloadOptions => (keepsText(device) ? strictPayload : devicePayload)

const metadataOf = (device: DeviceRecord): Record<string, string> => ({
  deviceName: device.name,
  deviceType: device.type,
  ...(keepsText(device) && { [keepTextMetadata]: 'true' }),
})

function requireFew(entries: number) {
  if (entries <= entriesPerUploadMax) return
  throw new PayloadError(`The list has ${entries} entries; the limit is ${entriesPerUploadMax}.`)
}

function requireRoom(rejection: string | null) {
  if (rejection !== null) throw new PayloadError(rejection)
}
