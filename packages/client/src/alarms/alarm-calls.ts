/** Alarms: rules and callers raise them, users acknowledge and clear them. */

import type { ActiveAlarms } from '@sonde/model/alarms/active-alarms'
import type {
  Alarm,
  AlarmInfo,
  AlarmInput,
  AlarmSearchStatus,
  AlarmSeverity,
  AlarmStatus,
} from '@sonde/model/alarms/alarm'
import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import type { AlarmHistogram } from '@sonde/model/alarms/alarm-histogram'
import type { AlarmEntry, AlarmUser, CommentAnswer, ShelfInput } from '@sonde/model/alarms/alarm-history'
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
  /** Whether to fill `originatorName`; null otherwise. */
  readonly fetchOriginator?: boolean
}

/** Conditions are combined with AND. */
export interface AlarmSearch extends AlarmStatusFilter {
  readonly severities?: readonly AlarmSeverity[]
  readonly types?: readonly string[]
  readonly originatorId?: string
  /** Also alarms of all entities that the originator contains. */
  readonly withContained?: boolean
  readonly customerId?: string
  readonly assigneeId?: string
  /** true: only shelved alarms; false: only others; absent: all. */
  readonly shelved?: boolean
}

export type AlarmCalls = ReturnType<typeof createAlarmCalls>

export function createAlarmCalls(rest: Rest) {
  const page = (path: string, link: TimePageLink, filter: AlarmListFilter, options: CallOptions) =>
    rest.request<PageData<AlarmInfo>>('GET', path, { ...options, query: { ...timePageQuery(link), ...filter } })

  return {
    /** Page of the alarms of the tenant or of the caller's customer; the time range applies to `createdTime`. */
    list: (link: TimePageLink, filter: AlarmListFilter = {}, options: CallOptions = {}) =>
      page('/api/alarms', link, filter, options),

    /** Page of alarms, filtered by severity and type, with the originators' names and the alarms' causes. */
    search: (link: TimePageLink, { severities, types, ...status }: AlarmSearch = {}, options: CallOptions = {}) =>
      rest.request<PageData<ExplainedAlarm>>('GET', '/api/v2/alarms', {
        ...options,
        query: {
          ...timePageQuery(link),
          ...status,
          severities: severities?.join(','),
          types: types && { repeated: types },
        },
      }),

    /** Page of the alarms visible at an entity: its own and those propagated to it. */
    listOf: (originator: EntityId, link: TimePageLink, filter: AlarmListFilter = {}, options: CallOptions = {}) =>
      page(`/api/alarm/${originator.entityType}/${originator.id}`, link, filter, options),

    /** Throws `ApiError` 404. */
    get: (alarmId: string, options: CallOptions = {}) => rest.request<Alarm>('GET', `/api/alarm/${alarmId}`, options),

    /** Alarm with the originator's name. Throws `ApiError` 404. */
    info: (alarmId: string, options: CallOptions = {}) =>
      rest.request<AlarmInfo>('GET', `/api/alarm/info/${alarmId}`, options),

    /** Alarm with its cause: the values that the rule evaluated. Throws `ApiError` 404. */
    explained: (alarmId: string, options: CallOptions = {}) =>
      rest.request<ExplainedAlarm>('GET', `/api/v2/alarms/${alarmId}`, options),

    /**
     * Number of alarms of `search` per severity, in at most `bars` (1 to 100) equal parts of the time range, epoch ms.
     */
    histogram: (
      range: { readonly startTime: number; readonly endTime: number; readonly bars: number },
      { types, severities: _, ...narrowed }: AlarmSearch & { readonly textSearch?: string } = {},
      options: CallOptions = {},
    ) =>
      rest.request<AlarmHistogram>('GET', '/api/v2/alarmHistogram', {
        ...options,
        query: { ...range, ...narrowed, types: types && { repeated: types } },
      }),

    /** Active alarms of the originators, at most 100 ids; originators without one are left out. */
    active: (originatorIds: readonly string[], options: CallOptions = {}) =>
      rest.request<readonly ActiveAlarms[]>('GET', '/api/v2/activeAlarms', {
        ...options,
        query: { originatorIds: originatorIds.join(',') },
      }),

    /** Alarm types in use, in alphabetical order; the first 50. */
    types: (textSearch = '', options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', '/api/v2/alarmTypes', {
        ...options,
        query: { textSearch: textSearch || undefined },
      }),

    /** History of the alarm with comments, oldest first. Throws `ApiError` 404. */
    history: (alarmId: string, options: CallOptions = {}) =>
      rest.request<readonly AlarmEntry[]>('GET', `/api/v2/alarms/${alarmId}/history`, options),

    /** Adds a comment of up to 2,000 characters to the history. Throws `ApiError` 404. */
    comment: (alarmId: string, text: string, options: CallOptions = {}) =>
      rest.request<CommentAnswer>('POST', `/api/v2/alarms/${alarmId}/comments`, { ...options, body: { text } }),

    /** Throws `ApiError` 403 if another user wrote the comment. */
    changeComment: (alarmId: string, commentId: string, text: string, options: CallOptions = {}) =>
      rest.request<void>('PUT', `/api/v2/alarms/${alarmId}/comments/${commentId}`, { ...options, body: { text } }),

    /** Deletes a comment, which can be restored for an hour. Throws `ApiError` 403 if another user wrote it. */
    deleteComment: (alarmId: string, commentId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/v2/alarms/${alarmId}/comments/${commentId}`, options),

    /** Restores a comment that was deleted within the last hour. */
    restoreComment: (alarmId: string, commentId: string, options: CallOptions = {}) =>
      rest.request<void>('POST', `/api/v2/alarms/${alarmId}/comments/${commentId}/restore`, options),

    /** Users that the alarm can be assigned to, by name; the first 50. */
    assignees: (alarmId: string, textSearch = '', options: CallOptions = {}) =>
      rest.request<readonly AlarmUser[]>('GET', `/api/v2/alarms/${alarmId}/assignees`, {
        ...options,
        query: { textSearch: textSearch || undefined },
      }),

    /** Assigns the alarm; null unassigns it. Throws `ApiError` 400 for a user who can't see the alarm. */
    assign: (alarmId: string, userId: string | null, options: CallOptions = {}) =>
      rest.request<ExplainedAlarm>('PUT', `/api/v2/alarms/${alarmId}/assignee`, { ...options, body: { userId } }),

    /** `until`: epoch ms. */
    shelve: (alarmId: string, shelf: ShelfInput, options: CallOptions = {}) =>
      rest.request<ExplainedAlarm>('PUT', `/api/v2/alarms/${alarmId}/shelf`, { ...options, body: shelf }),

    /** Ends the shelving early; no effect on an alarm that isn't shelved. */
    unshelve: (alarmId: string, options: CallOptions = {}) =>
      rest.request<ExplainedAlarm>('DELETE', `/api/v2/alarms/${alarmId}/shelf`, options),

    /** Raises an alarm, or updates it if `alarm` has an id. Times are epoch ms. */
    save: (alarm: AlarmInput, options: CallOptions = {}) =>
      rest.request<Alarm>('POST', '/api/alarm', { ...options, body: alarm }),

    /** Returns whether the alarm existed. */
    delete: (alarmId: string, options: CallOptions = {}) =>
      rest.request<boolean>('DELETE', `/api/alarm/${alarmId}`, options),

    /** Acknowledges the alarm. Idempotent. */
    acknowledge: (alarmId: string, options: CallOptions = {}) =>
      rest.request<void>('POST', `/api/alarm/${alarmId}/ack`, options),

    /** Clears the alarm. Idempotent. */
    clear: (alarmId: string, options: CallOptions = {}) =>
      rest.request<void>('POST', `/api/alarm/${alarmId}/clear`, options),

    /** Undoes the acknowledgement. Idempotent. Sonde API. */
    unacknowledge: (alarmId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/v2/alarms/${alarmId}/acknowledgment`, options),

    /**
     * Makes a cleared alarm active again. Idempotent. Throws `ApiError` 409 if it was raised again since. Sonde API.
     */
    reopen: (alarmId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/v2/alarms/${alarmId}/clearing`, options),

    /** Highest severity of an entity's alarms; null if none matches. */
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
