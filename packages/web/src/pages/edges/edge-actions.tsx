/** Actions of an edge, in addition to those of every entity. */

import type { EdgeInfo } from '@sonde/model/edges/edge'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { KeyRound, LockKeyhole, RefreshCcw } from 'lucide-react'
import { useMemo } from 'react'
import type { ScopedList } from '../../assignment/list-scope.ts'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { useCopy } from '../../entities/use-entity-actions.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { useEdgeCalls } from './edge-calls.ts'

/** Lists below an edge, by the last part of their address. */
const contents = [
  { path: 'devices', label: 'edges.manageDevices', entityType: 'DEVICE' },
  { path: 'assets', label: 'edges.manageAssets', entityType: 'ASSET' },
  { path: 'entityViews', label: 'edges.manageEntityViews', entityType: 'ENTITY_VIEW' },
  { path: 'dashboards', label: 'edges.manageDashboards', entityType: 'DASHBOARD' },
  { path: 'ruleChains', label: 'edges.manageRuleChains', entityType: 'RULE_CHAIN' },
] as const

export function useEdgeActions(
  { canEdit }: ScopedList,
  assignment: readonly EntityAction<EdgeInfo>[],
): readonly EntityAction<EdgeInfo>[] {
  const t = useText()
  const edges = useEdgeCalls()
  const router = useRouter()
  const navigate = useNavigate()
  const toasts = useToasts()
  const copy = useCopy()

  return useMemo((): EntityAction<EdgeInfo>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    const rooms = contents
      .filter(({ path }) => `/edgeInstances/$edgeId/${path}` in router.routesByPath)
      // Customer users cannot read rule chains.
      .filter(({ path }) => canEdit || path !== 'ruleChains')
      .map(
        ({ path, label, entityType }, at): EntityAction<EdgeInfo> => ({
          id: path,
          label,
          icon: <EntityKindIcon entityType={entityType} />,
          startsGroup: at === 0,
          // Only the route tree knows the routes; the path comes from it.
          run: ({ id }) => void navigate({ to: `/edgeInstances/${id.id}/${path}` as '/home', search: {} }),
        }),
      )
    if (!canEdit) return rooms
    return [
      ...assignment,
      ...rooms,
      {
        id: 'sync',
        label: 'edges.sync',
        icon: <RefreshCcw {...icon} />,
        startsGroup: true,
        run: (edge) =>
          void edges.sync(edge.id.id).then(
            () => toasts.show({ kind: 'success', text: t('edges.syncStarted', { name: edge.name }) }),
            // The call shows the error as a toast.
            () => {},
          ),
      },
      {
        id: 'copyKey',
        label: 'edges.copyKey',
        icon: <KeyRound {...icon} />,
        startsGroup: true,
        run: ({ routingKey }) => void copy(routingKey),
      },
      {
        id: 'copySecret',
        label: 'edges.copySecret',
        icon: <LockKeyhole {...icon} />,
        run: ({ secret }) => void copy(secret),
      },
    ]
  }, [assignment, canEdit, router, navigate, edges, toasts, t, copy])
}
