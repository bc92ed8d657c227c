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
 * Ms after which devices are counted again; the server caches such results. It updates counts over the WebSocket
 * connection only once a minute, which is too late for users who just connected a device.
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
      // The two counts are from different times.
      return { total, active: Math.min(active, total) }
    },
  })
}

/** Alarms that are counted by severity; of more, the worst ones are. */
const countedMax = 500
/** Ms after which alarms are asked for again without a sign of the live connection. */
const alarmsRefreshMs = 60_000
const recentMax = 6

function useAlarmCalls() {
  const { rest } = useClient()
  return createAlarmCalls(rest)
}

/** The worst of the active alarms first. */
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

/** The newest of the active alarms. */
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
/** Reload interval in ms: the server publishes no updates of it. */
const activityRefreshMs = 10_000

/** What was done last in the tenant; tenant administrators only. */
export function useRecentActivity() {
  const { rest } = useClient()
  return useQuery({
    queryKey: ['auditLogs', 'home'],
    refetchInterval: activityRefreshMs,
    queryFn: ({ signal }) =>
      createAuditLogCalls(rest).list(
        { page: 0, pageSize: activityMax, sortProperty: 'createdTime', sortOrder: 'DESC' },
        {},
        { ...quiet, signal },
      ),
  })
}
