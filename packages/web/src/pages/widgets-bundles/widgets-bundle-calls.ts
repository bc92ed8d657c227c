/** Queries and calls shared by the widget library pages. */

import { createWidgetTypeCalls, type WidgetTypeCalls } from '@sonde/client/widgets/widget-type-calls'
import { createWidgetsBundleCalls, type WidgetsBundleCalls } from '@sonde/client/widgets/widgets-bundle-calls'
import { NIL_UUID } from '@sonde/model/ids'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { useMemo } from 'react'
import type { SignedIn } from '../../session/account.ts'
import { useClient } from '../../session/use-session.tsx'

export const widgetsBundleRoom = 'widgetsBundles'

export function useWidgetsBundleCalls(): WidgetsBundleCalls {
  const { rest } = useClient()
  return useMemo(() => createWidgetsBundleCalls(rest), [rest])
}

export function useWidgetTypeCalls(): WidgetTypeCalls {
  const { rest } = useClient()
  return useMemo(() => createWidgetTypeCalls(rest), [rest])
}

/** True for system bundles, which are available to all tenants. */
export const isOfSystem = ({ tenantId }: Pick<WidgetsBundle, 'tenantId'>): boolean => tenantId.id === NIL_UUID

/** Tenant administrators can change their own bundles, system administrators the system's. */
export const mayChange = (
  bundle: Pick<WidgetsBundle, 'tenantId'>,
  authority: SignedIn['auth']['authority'] | undefined,
): boolean => (authority === 'SYS_ADMIN' ? isOfSystem(bundle) : authority === 'TENANT_ADMIN' && !isOfSystem(bundle))

/** Parameters to request the widget types of a bundle. */
export const keyOf = (bundle: WidgetsBundle) => ({ isSystem: isOfSystem(bundle), bundleAlias: bundle.alias })
