/** What clients send over the telemetry socket. One frame is a `LiveFrame`, at most 32,768 bytes. */

import type { EntityType } from '../ids.ts'
import type { Aggregation, AttributeScope } from '../telemetry/values.ts'
import type { AlarmDataQuery, EntityCountQuery, EntityDataQuery, EntityKey } from './entity-query.ts'

/** Bytes of a frame to the server. */
export const frameBytesMax = 32_768
/** Commands that a client puts into one frame. */
export const commandsPerFrame = 10

interface EntityCommand {
  readonly cmdId: number
  readonly entityType?: EntityType | null
  readonly entityId?: string | null
  /** Separated by commas; absent or empty: all keys. */
  readonly keys?: string | null
}

export interface AttributesCommand extends EntityCommand {
  /** Absent: all scopes. */
  readonly scope?: AttributeScope | 'ANY_SCOPE' | null
  readonly unsubscribe?: boolean
}

/** How much of a series: `interval` 0 or `agg` NONE means raw points, at most `limit` per key (0: 100). */
interface SeriesWindow {
  readonly startTs?: number | null
  readonly interval?: number | null
  readonly limit?: number | null
  readonly agg?: Aggregation | null
}

/** With a `timeWindow` (ms): the points of [startTs, startTs + timeWindow], then live ones; without: the latest first. */
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
  /** Adds the newest point of the 365 days before `startTs`, per key. */
  readonly fetchLatestPreviousPoint?: boolean | null
}

export interface EntitySeriesCommand extends SeriesWindow {
  readonly keys: readonly string[]
  readonly startTs: number
  /** Ms. */
  readonly timeWindow: number
  readonly fetchLatestPreviousPoint?: boolean | null
}

export interface EntityLatestCommand {
  readonly keys: readonly EntityKey[]
}

/** With a query a page of entities; without one it changes what streams of the page that this `cmdId` has. */
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

/** The server works through the lists in this order. */
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

/** Hands over a newer token of the same caller, in a frame of its own: the connection ends with its token otherwise. */
export interface AuthFrame {
  readonly authCmd: { readonly cmdId: number; readonly token: string }
}

export type LiveFrame = { [L in LiveCommandList]?: LiveCommands[L][] }
