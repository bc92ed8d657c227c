/** Alarms: raised by rules and by callers, acknowledged and cleared by people. */

import type {
  Alarm,
  AlarmInfo,
  AlarmInput,
  AlarmSearchStatus,
  AlarmSeverity,
  AlarmStatus,
} from '@sonde/model/alarms/alarm'
import type { EntityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { type TimePageLink, timePageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** A status or a group of statuses, not both. */
export interface AlarmStatusFilter {
  readonly status?: AlarmStatus
  readonly searchStatus?: AlarmSearchStatus
}

export interface AlarmListFilter extends AlarmStatusFilter {
  /** Answers `originatorName` too; null otherwise. */
  readonly fetchOriginator?: boolean
}

export type AlarmCalls = ReturnType<typeof createAlarmCalls>

export function createAlarmCalls(rest: Rest) {
  const page = (path: string, link: TimePageLink, filter: AlarmListFilter, options: CallOptions) =>
    rest.request<PageData<AlarmInfo>>('GET', path, { ...options, query: { ...timePageQuery(link), ...filter } })

  return {
    /** A page of the alarms of the tenant, or of the caller's customer; times are those of `createdTime`. */
    list: (link: TimePageLink, filter: AlarmListFilter = {}, options: CallOptions = {}) =>
      page('/api/alarms', link, filter, options),

    /** A page of the alarms that are seen through an entity: its own and those propagated to it. */
    listOf: (originator: EntityId, link: TimePageLink, filter: AlarmListFilter = {}, options: CallOptions = {}) =>
      page(`/api/alarm/${originator.entityType}/${originator.id}`, link, filter, options),

    /** Throws `ApiError` 404. */
    get: (alarmId: string, options: CallOptions = {}) => rest.request<Alarm>('GET', `/api/alarm/${alarmId}`, options),

    /** With the originator's name. Throws `ApiError` 404. */
    info: (alarmId: string, options: CallOptions = {}) =>
      rest.request<AlarmInfo>('GET', `/api/alarm/info/${alarmId}`, options),

    /** Raises an alarm, or changes it when `alarm` has an id. Times are epoch ms. */
    save: (alarm: AlarmInput, options: CallOptions = {}) =>
      rest.request<Alarm>('POST', '/api/alarm', { ...options, body: alarm }),

    /** Whether there was one. */
    delete: (alarmId: string, options: CallOptions = {}) =>
      rest.request<boolean>('DELETE', `/api/alarm/${alarmId}`, options),

    /** Marks it as seen; the second time is no error. */
    acknowledge: (alarmId: string, options: CallOptions = {}) =>
      rest.request<void>('POST', `/api/alarm/${alarmId}/ack`, options),

    /** Says that its cause is gone; the second time is no error. */
    clear: (alarmId: string, options: CallOptions = {}) =>
      rest.request<void>('POST', `/api/alarm/${alarmId}/clear`, options),

    /** The worst severity of an entity's alarms; null when none matches. */
    highestSeverity: async (
      originator: EntityId,
      filter: AlarmStatusFilter = {},
      options: CallOptions = {},
    ): Promise<AlarmSeverity | null> =>
      (await rest.request<AlarmSeverity | null | undefined>(
        'GET',
        `/api/alarm/highestSeverity/${originator.entityType}/${originator.id}`,
        { ...options, query: { ...filter } },
      )) ?? null,
  }
}
