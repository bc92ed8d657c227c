/** Parses clients' frames into commands; missing or invalid values are rejected with a message. */

import { type EntityKey, entityKeyTypes } from '@sonde/model/entity-query/entity-query'
import { type LiveCommandList, liveCommandLists } from '@sonde/model/entity-query/live-commands'
import { badRequest } from '@sonde/model/errors'
import { type EntityId, entityId, isEntityType, isUuid } from '@sonde/model/ids'
import { type Aggregation, type AttributeScope, aggregations, attributeScopes } from '@sonde/model/telemetry/values'
import { requireKeyName } from '../entity-query/query-parsing.ts'
import { type NamedKeys, namedKeys } from '../telemetry/named-keys.ts'
import { bucketsMax, keysPerCallMax } from '../telemetry/telemetry-service.ts'

type Json = Readonly<Record<string, unknown>>

export interface RawCommand {
  readonly list: LiveCommandList
  readonly cmdId: number
  readonly json: Json
  /** Approximate length of the command. */
  readonly characters: number
}

/** Maximum points per key when a command has no limit. */
const limitDefault = 100

/**
 * Returns the commands of a frame in execution order; undefined when the frame isn't a JSON object with valid lists.
 */
export function parseFrame(text: string): RawCommand[] | undefined {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(frame)) return undefined
  const commands: Omit<RawCommand, 'characters'>[] = []
  for (const list of liveCommandLists) {
    const items = frame[list]
    if (items === undefined || items === null) continue
    if (!Array.isArray(items)) return undefined
    for (const json of items) {
      if (!isObject(json)) return undefined
      const cmdId = json.cmdId ?? 0
      if (typeof cmdId !== 'number' || !Number.isInteger(cmdId)) return undefined
      commands.push({ list, cmdId, json })
    }
  }
  const characters = Math.ceil(text.length / Math.max(1, commands.length))
  return commands.map((command) => ({ ...command, characters }))
}

export const isObject = (json: unknown): json is Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** Throws 400 when the command has no valid entity. */
export function entityOf({ entityType, entityId: id }: Json): EntityId {
  if (typeof id !== 'string' || id === '') throw badRequest('The command has no entity. Set entityType and entityId.')
  if (!isUuid(id)) throw badRequest('The entityId isn’t a UUID.')
  if (typeof entityType !== 'string' || !isEntityType(entityType)) throw badRequest('The entityType is unknown.')
  return entityId(entityType, id.toLowerCase())
}

/** Returns the keys of a comma-separated text or a list; null when there are none. */
export function keysOf(keys: unknown): NamedKeys | null {
  const named = Array.isArray(keys)
    ? namedKeys(
        null,
        keys.filter((key) => typeof key === 'string'),
      )
    : namedKeys(typeof keys === 'string' ? keys : null)
  if (!named) return null
  const each = [...new Set(named.each.map((key) => key.trim()))].filter(Boolean)
  for (const key of each) requireKeyName(key)
  if (each.length > keysPerCallMax) throw badRequest(`Specify at most ${keysPerCallMax} keys at once.`)
  return each.length > 0 ? { ...named, each } : null
}

/** null: all scopes. */
export function attributeScopeOf(scope: unknown): AttributeScope | null {
  if (scope === undefined || scope === null || scope === '' || scope === 'ANY_SCOPE') return null
  const existing = attributeScopes.find((one) => one === scope)
  if (!existing) throw badRequest(`The scope must be one of ${attributeScopes.join(', ')}.`)
  return existing
}

export function entityKeysOf(json: unknown): EntityKey[] {
  if (!isObject(json) || !Array.isArray(json.keys)) throw badRequest('The latestCmd has no keys.')
  return json.keys.map((item: unknown): EntityKey => {
    const type = isObject(item) ? entityKeyTypes.find((one) => one === item.type) : undefined
    if (!isObject(item) || !type || typeof item.key !== 'string' || item.key === '') {
      throw badRequest('A key of the latestCmd needs a type and a key.')
    }
    requireKeyName(item.key)
    return { type, key: item.key }
  })
}

function keyList(keys: unknown): readonly string[] {
  const named = keysOf(keys)
  if (!named) throw badRequest('The command has no keys.')
  return named.each
}

/** Range of series that a command requests. */
export interface SeriesRequest {
  readonly keys: readonly string[]
  readonly startTs: number
  /** Exclusive. */
  readonly endTs: number
  readonly limit: number
  readonly aggregation: Aggregation
  /** 0: raw points. */
  readonly intervalMs: number
  readonly withPrevious: boolean
}

/**
 * The range ends at `endTs`, or at `startTs + timeWindow`. Throws 400 for a request that exceeds the limits of a
 * response.
 */
export function seriesRequestOf(json: unknown, pointsPerKey: number): SeriesRequest {
  if (!isObject(json)) throw badRequest('The command for series must be an object.')
  const startTs = numberOr(json.startTs, 0)
  const endTs = json.timeWindow === undefined ? numberOr(json.endTs, 0) : startTs + numberOr(json.timeWindow, 0)
  const named = aggregations.find((one) => one === (json.agg ?? 'NONE'))
  if (!named) throw badRequest(`The aggregation must be one of ${aggregations.join(', ')}.`)
  const interval = numberOr(json.interval, 0)
  const aggregation = interval > 0 ? named : 'NONE'
  if (aggregation !== 'NONE' && (endTs - startTs) / Math.max(interval, 1000) > bucketsMax) {
    throw badRequest(`The range has more than ${bucketsMax} intervals. Use a longer interval or a shorter range.`)
  }
  return {
    keys: keyList(json.keys),
    startTs,
    endTs,
    limit: Math.min(numberOr(json.limit, 0) || limitDefault, pointsPerKey),
    aggregation,
    intervalMs: aggregation === 'NONE' ? 0 : interval,
    withPrevious: json.fetchLatestPreviousPoint === true,
  }
}

export function numberOr(value: unknown, otherwise: number): number {
  if (value === undefined || value === null) return otherwise
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw badRequest('Times, intervals and limits must be 0 or more.')
  }
  return Math.trunc(value)
}
