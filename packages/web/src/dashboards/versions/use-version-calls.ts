/** Calls for versions of dashboards: not part of the page's own client, so that they load with what needs them. */

import {
  createDashboardVersionCalls,
  type DashboardVersionCalls,
} from '@sonde/client/dashboards/dashboard-version-calls'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'

export function useVersionCalls(): DashboardVersionCalls {
  const { rest } = useClient()
  return useMemo(() => createDashboardVersionCalls(rest), [rest])
}
