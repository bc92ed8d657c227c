/** Opens a dashboard's data layer while the page is mounted. */

import type { DashboardConfiguration, JsonObject, WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import type { AliasContext } from '@sonde/model/dashboards/entity-aliases'
import { own } from '@sonde/model/own'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import type { SignedIn } from '../session/account.ts'
import type { Client } from '../session/page-client.ts'
import { useAccount, useClient } from '../session/use-session.tsx'
import { useWindowContext } from '../time-windows/window-context.ts'
import { createAliasStore } from './alias-store.ts'
import type { OpenDashboard } from './dashboard-context.tsx'
import { createDashboardData } from './dashboard-data.ts'
import { createFilterStore } from './filter-store.ts'
import { createSeriesColors } from './series-colors.ts'
import { decimalsDefault } from './value-display.ts'

/**
 * Null until the first effect ran; another one for each `configuration`. `stateParams`: parameters of the open state.
 * `edited`: the same configuration with changes to widgets, which keep their data.
 */
export function useOpenDashboard(
  configuration: DashboardConfiguration,
  stateParams: JsonObject,
  edited = configuration,
): OpenDashboard | null {
  const client = useClient()
  const account = useAccount()
  const windowContext = useWindowContext()
  const [open, setOpen] = useState<OpenDashboard | null>(null)
  const params = JSON.stringify(stateParams)
  const current = useRef(edited)
  useLayoutEffect(() => {
    current.current = edited
  })

  /** State parameters at the time of opening; the effect below applies later changes. */
  const firstParams = useEffectEvent(() => stateParams)
  useEffect(() => {
    if (!account) return
    const made = openDashboard(client, account, configuration, firstParams(), windowContext, current)
    setOpen(made)
    return () => {
      made.data.close()
      setOpen(null)
    }
  }, [client, account, configuration, windowContext])

  useEffect(() => {
    if (open && account) open.aliases.setContext(aliasContextOf(account, JSON.parse(params) as JsonObject))
  }, [open, account, params])

  const lookup = useKeyLookup()
  useEffect(() => open?.data.setKeys(lookup), [open, lookup])

  return open
}

function openDashboard(
  client: Client,
  account: SignedIn,
  configuration: DashboardConfiguration,
  stateParams: JsonObject,
  windowContext: ReturnType<typeof useWindowContext>,
  current: RefObject<DashboardConfiguration>,
): OpenDashboard {
  const aliases = createAliasStore(configuration.entityAliases, aliasContextOf(account, stateParams), (query) =>
    client.entityQuery.find(query, { ignoreErrors: true, ignoreLoading: true }),
  )
  const filters = createFilterStore(configuration.filters)
  const configOf = (widgetId: string) => own(current.current.widgets, widgetId)?.config
  const functions = {
    load: async () => (await import('../sandbox/browser-sandbox.ts')).openBrowserSandbox(),
    contextOf: (widgetId: string) => functionContext(configOf(widgetId)),
  }
  const data = createDashboardData({ live: client.live, aliases, filters, configOf, functions, windowContext })
  return { configuration, data, aliases, filters, colors: createSeriesColors() }
}

/** What functions of a widget see as `ctx`. */
function functionContext(config: WidgetConfig | undefined): JsonObject {
  if (!config) return {}
  const { settings, units, decimals } = config
  return { settings, widgetConfig: config, units, decimals: decimals ?? decimalsDefault }
}

/** What aliases are resolved with: the user, and the parameters of the open state. */
export const aliasContextOf = ({ auth }: SignedIn, stateParams: JsonObject): AliasContext => ({
  authority: auth.authority === 'CUSTOMER_USER' ? 'CUSTOMER_USER' : 'TENANT_ADMIN',
  tenantId: auth.tenantId ?? '',
  customerId: auth.customerId,
  userId: auth.userId,
  stateParams,
})
