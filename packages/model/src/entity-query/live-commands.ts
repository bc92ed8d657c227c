/** Messages that clients send over the telemetry socket. A frame is a `LiveFrame` of at most 32,768 bytes. */

import type { EntityType } from '../ids.ts'
import type { Aggregation, AttributeScope } from '../telemetry/values.ts'
import type { AlarmDataQuery, EntityCountQuery, EntityDataQuery, EntityKey } from './entity-query.ts'

/** Maximum bytes of a frame to the server. */
export const frameBytesMax = 32_768
/** Maximum commands that a client puts into one frame. */
export const commandsPerFrame = 10

interface EntityCommand {
  readonly cmdId: number
  readonly entityType?: EntityType | null
  readonly entityId?: string | null
  /**
   * Comma-separated, or a list, where names may contain commas; absent or empty: all keys. Text that is the whole name
   * of an existing key means that key.
   */
  readonly keys?: string | readonly string[] | null
}

export interface AttributesCommand extends EntityCommand {
  /** Absent: all scopes. */
  readonly scope?: AttributeScope | 'ANY_SCOPE' | null
  readonly unsubscribe?: boolean
}

/** Part of a series to read: `interval` 0 or `agg` NONE returns raw points, at most `limit` per key (0: 100). */
interface SeriesWindow {
  readonly startTs?: number | null
  readonly interval?: number | null
  readonly limit?: number | null
  readonly agg?: Aggregation | null
}

/**
 * With a `timeWindow` (ms): points of [startTs, startTs + timeWindow], then live points. Without: the latest value
 * first.
 */
export interface TimeseriesCommand extends EntityCommand, SeriesWindow {
  readonly scope?: string | null
  readonly timeWindow?: number | null
  readonly unsubscribe?: boolean
}

export interface HistoryCommand extends EntityCommand, SeriesWindow {
  readonly endTs?: number | null
}

export interface EntityHistoryCommand extends SeriesWindow {
  readonly keys: readonly string[]
  readonly startTs: number
  readonly endTs: number
  /** Adds the newest point of the 365 days before `startTs`, for each key. */
  readonly fetchLatestPreviousPoint?: boolean | null
}

export interface EntitySeriesCommand extends SeriesWindow {
  readonly keys: readonly string[]
  readonly startTs: number
  /** Length of the period, ms. */
  readonly timeWindow: number
  readonly fetchLatestPreviousPoint?: boolean | null
}

export interface EntityLatestCommand {
  readonly keys: readonly EntityKey[]
}

/** With a query: subscribes to a page of entities. Without: changes what the existing page of this `cmdId` streams. */
export interface EntityDataCommand {
  readonly cmdId: number
  readonly query?: EntityDataQuery | null
  readonly historyCmd?: EntityHistoryCommand | null
  readonly latestCmd?: EntityLatestCommand | null
  readonly tsCmd?: EntitySeriesCommand | null
}

export interface AlarmDataCommand {
  readonly cmdId: number
  readonly query: AlarmDataQuery
}

export interface EntityCountCommand {
  readonly cmdId: number
  readonly query: EntityCountQuery
}

export interface UnsubscribeCommand {
  readonly cmdId: number
}

/** The server processes the lists in this order. */
export const liveCommandLists = [
  'attrSubCmds',
  'tsSubCmds',
  'historyCmds',
  'entityDataCmds',
  'alarmDataCmds',
  'entityCountCmds',
  'entityDataUnsubscribeCmds',
  'alarmDataUnsubscribeCmds',
  'entityCountUnsubscribeCmds',
] as const
export type LiveCommandList = (typeof liveCommandLists)[number]

export interface LiveCommands {
  attrSubCmds: AttributesCommand
  tsSubCmds: TimeseriesCommand
  historyCmds: HistoryCommand
  entityDataCmds: EntityDataCommand
  alarmDataCmds: AlarmDataCommand
  entityCountCmds: EntityCountCommand
  entityDataUnsubscribeCmds: UnsubscribeCommand
  alarmDataUnsubscribeCmds: UnsubscribeCommand
  entityCountUnsubscribeCmds: UnsubscribeCommand
}

/**
 * Renews the token of the same caller, in a separate frame. Without it, the connection closes when its token expires.
 */
export interface AuthFrame {
  readonly authCmd: { readonly cmdId: number; readonly token: string }
}

export type LiveFrame = { [L in LiveCommandList]?: LiveCommands[L][] }
