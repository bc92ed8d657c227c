/** Queries of the home page: entity counts, active alarms, recent activity. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { createAuditLogCalls } from '@sonde/client/audit-log/audit-log-calls'
import type { EntityCountQuery } from '@sonde/model/entity-query/entity-query'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../session/use-session.tsx'
import { deviceCountsKey, useHomeFacts } from './use-home-facts.ts'

const quiet = { ignoreErrors: true, ignoreLoading: true } as const

const devices: EntityCountQuery = { entityFilter: { type: 'entityType', entityType: 'DEVICE' } }
const activeDevices: EntityCountQuery = {
  ...devices,
  keyFilters: [
    {
      key: { type: 'SERVER_ATTRIBUTE', key: 'active' },
      valueType: 'BOOLEAN',
      predicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } },
    },
  ],
}

interface DeviceCounts {
  readonly total: number
  readonly active: number
}

/**
 * Polling interval of the device counts in ms; the server caches the results. Live count updates come only once a
 * minute, which is too slow for users who just connected a device.
 */
const countsRefreshMs = 5_000

export function useDeviceCounts() {
  const { entityQuery } = useClient()
  const { isSettled } = useHomeFacts()
  return useQuery({
    queryKey: deviceCountsKey,
    enabled: isSettled,
    staleTime: countsRefreshMs,
    refetchInterval: countsRefreshMs,
    queryFn: async ({ signal }): Promise<DeviceCounts> => {
      const [total, active] = await Promise.all([
        entityQuery.count(devices, { ...quiet, signal }),
        entityQuery.count(activeDevices, { ...quiet, signal }),
      ])
      // The counts are from two requests, so `active` could exceed `total`.
      return { total, active: Math.min(active, total) }
    },
  })
}

/** Maximum number of alarms counted by severity, most severe first. */
const countedMax = 500
/** Polling interval of alarms in ms, in addition to reloads after live updates. */
const alarmsRefreshMs = 60_000
const recentMax = 6

function useAlarmCalls() {
  const { rest } = useClient()
  return createAlarmCalls(rest)
}

/** Active alarms that aren't shelved, most severe first. */
export function useActiveAlarms() {
  const alarms = useAlarmCalls()
  return useQuery({
    queryKey: ['alarms', 'fleet', 'active'],
    refetchInterval: alarmsRefreshMs,
    queryFn: ({ signal }) =>
      alarms.search(
        { page: 0, pageSize: countedMax, sortProperty: 'severityRank', sortOrder: 'ASC' },
        { searchStatus: 'ACTIVE', shelved: false },
        { ...quiet, signal },
      ),
  })
}

/** Newest active alarms that aren't shelved. */
export function useRecentAlarms() {
  const alarms = useAlarmCalls()
  return useQuery({
    queryKey: ['alarms', 'fleet', 'recent'],
    refetchInterval: alarmsRefreshMs,
    queryFn: ({ signal }) =>
      alarms.search(
        { page: 0, pageSize: recentMax, sortProperty: 'createdTime', sortOrder: 'DESC' },
        { searchStatus: 'ACTIVE', shelved: false },
        { ...quiet, signal },
      ),
  })
}

const activityMax = 8
/** Polling interval of the activity in ms: the server publishes no updates of it. */
const activityRefreshMs = 10_000

/** Newest audit log entries of the tenant, without the many sign-ins; for tenant administrators only. */
export function useRecentActivity() {
  const { rest } = useClient()
  return useQuery({
    queryKey: ['auditLogs', 'home'],
    refetchInterval: activityRefreshMs,
    queryFn: ({ signal }) =>
      createAuditLogCalls(rest).list(
        { page: 0, pageSize: activityMax, sortProperty: 'createdTime', sortOrder: 'DESC' },
        { withoutActionTypes: ['LOGIN', 'LOGOUT'] },
        { ...quiet, signal },
      ),
  })
}
