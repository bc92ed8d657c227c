/** Messages from the telemetry socket, and their decoding from text frames. */

import { parseJson } from '../exact-json.ts'
import type { PageData } from '../paging.ts'
import type { AlarmData, EntityData, LatestValues, TsValue } from './entity-query.ts'

export const LiveErrorCode = { NONE: 0, INTERNAL: 1, BAD_REQUEST: 2, UNAUTHORIZED: 3, TOO_MANY_UPDATES: 34 } as const

interface Outcome {
  readonly errorCode: number
  readonly errorMsg: string | null
}

/** Response to attribute, series and history commands. Also reports rejected commands of any kind. */
export interface SubscriptionUpdate extends Outcome {
  readonly subscriptionId: number
  /**
   * `[ts, value]` per key, newest first. A deleted key has ts 0 and ""; telemetry that was requested but never sent has
   * null.
   */
  readonly data: Readonly<Record<string, readonly (readonly [ts: number, value: string | null])[]>> | null
  readonly latestValues: Readonly<Record<string, number>>
}

/** Change of one entity: `latest` after a latestCmd, `timeseries` after a tsCmd. */
export interface EntityUpdate {
  readonly entityId: EntityData['entityId']
  readonly latest: LatestValues | null
  readonly timeseries: Readonly<Record<string, readonly TsValue[]>> | null
}

export interface EntityDataUpdate extends Outcome {
  readonly cmdUpdateType: 'ENTITY_DATA'
  readonly cmdId: number
  /** Page of entities; null if only `update` is sent. */
  readonly data: PageData<EntityData> | null
  readonly update: readonly EntityUpdate[] | null
  /** Maximum entities of one subscription. */
  readonly allowedEntities: number
}

export interface AlarmDataUpdate extends Outcome {
  readonly cmdUpdateType: 'ALARM_DATA'
  readonly cmdId: number
  readonly data: PageData<AlarmData> | null
  readonly update: readonly AlarmData[] | null
  readonly allowedEntities: number
  readonly totalEntities: number
}

export interface EntityCountUpdate extends Outcome {
  readonly cmdUpdateType: 'COUNT_DATA'
  readonly cmdId: number
  readonly count: number
}

/** Response to an `authCmd`: with error code 0, the connection stays open until the new token expires. */
export interface AuthUpdate extends Outcome {
  readonly cmdUpdateType: 'AUTH'
  readonly cmdId: number
}

export type LiveUpdate = SubscriptionUpdate | EntityDataUpdate | AlarmDataUpdate | EntityCountUpdate | AuthUpdate

const updateTypes: ReadonlySet<unknown> = new Set(['ENTITY_DATA', 'ALARM_DATA', 'COUNT_DATA', 'AUTH'])

/** Decodes a text frame; undefined if it isn't a known update. */
export function decodeLiveUpdate(text: string): LiveUpdate | undefined {
  let json: unknown
  try {
    json = parseJson(text)
  } catch {
    return undefined
  }
  if (typeof json !== 'object' || json === null) return undefined
  const { cmdUpdateType, cmdId, subscriptionId } = json as Record<string, unknown>
  if (updateTypes.has(cmdUpdateType)) {
    return typeof cmdId === 'number' ? (json as LiveUpdate) : undefined
  }
  return typeof subscriptionId === 'number' ? (json as LiveUpdate) : undefined
}

/** Id of the command that the update responds to. */
export const commandIdOf = (update: LiveUpdate): number =>
  'cmdUpdateType' in update ? update.cmdId : update.subscriptionId
