/** Loads the dashboard that an action opens, for its title and states. */

import { ApiError } from '@sonde/client/rest/api-error'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../../session/use-session.tsx'
import { stateChoices, type TargetDashboard } from './action-form.ts'

/** Ms for which a loaded dashboard is used again. */
const freshMs = 60_000

const unknownTarget: TargetDashboard = { isMissing: false, states: null }
const missingTarget: TargetDashboard = { isMissing: true, states: null }

/** `dashboardId`: empty: none. */
export function useTargetDashboard(dashboardId: string): TargetDashboard & { readonly title: string } {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['dashboards', 'target', dashboardId],
    enabled: dashboardId !== '',
    staleTime: freshMs,
    retry: false,
    queryFn: async ({ signal }) => {
      const { title, configuration } = await client.dashboards.get(dashboardId, { signal, ignoreErrors: true })
      return { title, states: stateChoices(configuration) }
    },
  })
  if (data) return { ...data, isMissing: false }
  // An ID that isn't valid is answered with 400.
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return { ...(isMissing ? missingTarget : unknownTarget), title: '' }
}
