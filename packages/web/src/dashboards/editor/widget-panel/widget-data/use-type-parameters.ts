/** What the type of a widget accepts as data. */

import { createWidgetTypeCalls } from '@sonde/client/widgets/widget-type-calls'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { type TypeParameters, typeParametersOf } from '@sonde/model/widgets/type-parameters'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../../../session/use-session.tsx'

/** Without limits until the type is loaded, and for types that don't exist. */
export function useTypeParameters({ isSystemType, bundleAlias, typeAlias }: DashboardWidget): TypeParameters {
  const { rest } = useClient()
  const { data } = useQuery({
    queryKey: ['widgetType', isSystemType, bundleAlias, typeAlias],
    queryFn: ({ signal }) =>
      createWidgetTypeCalls(rest).byAlias({ isSystem: isSystemType, bundleAlias }, typeAlias, {
        signal,
        ignoreErrors: true,
        ignoreLoading: true,
      }),
    staleTime: 60_000,
    retry: false,
  })
  return useMemo(() => typeParametersOf(data?.descriptor ?? {}), [data])
}
