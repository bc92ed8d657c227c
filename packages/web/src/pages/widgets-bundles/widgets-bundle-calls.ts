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

/** The system's bundles are for all tenants. */
export const isOfSystem = ({ tenantId }: Pick<WidgetsBundle, 'tenantId'>): boolean => tenantId.id === NIL_UUID

/** Each changes one's own: tenants theirs, the system administrator the system's. */
export const mayChange = (
  bundle: Pick<WidgetsBundle, 'tenantId'>,
  authority: SignedIn['auth']['authority'] | undefined,
): boolean => (authority === 'SYS_ADMIN' ? isOfSystem(bundle) : authority === 'TENANT_ADMIN' && !isOfSystem(bundle))

/** How widget types of a bundle are asked for. */
export const keyOf = (bundle: WidgetsBundle) => ({ isSystem: isOfSystem(bundle), bundleAlias: bundle.alias })
