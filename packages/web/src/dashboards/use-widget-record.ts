/** Record of a widget type, with the schemas of its settings. */

import { createWidgetTypeCalls } from '@sonde/client/widgets/widget-type-calls'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { WidgetType } from '@sonde/model/widgets/widget-type'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useClient } from '../session/use-session.tsx'

export type WidgetTypeName = Pick<DashboardWidget, 'isSystemType' | 'bundleAlias' | 'typeAlias'>

const freshMs = 60_000

/** Undefined: nothing is loaded. */
export function useWidgetRecord(type: WidgetTypeName | undefined): UseQueryResult<WidgetType> {
  const { rest } = useClient()
  const { isSystemType = true, bundleAlias = '', typeAlias = '' } = type ?? {}
  return useQuery({
    queryKey: ['widgetTypeRecord', isSystemType, bundleAlias, typeAlias],
    queryFn: ({ signal }) =>
      createWidgetTypeCalls(rest).byAlias({ isSystem: isSystemType, bundleAlias }, typeAlias, {
        signal,
        ignoreErrors: true,
      }),
    enabled: type !== undefined,
    // Types of the system change only with the server.
    staleTime: isSystemType ? Number.POSITIVE_INFINITY : freshMs,
  })
}
