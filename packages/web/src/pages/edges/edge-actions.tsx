/** What can be done with edges of a list: one, several, and those that are to come. */

import type { EdgeInfo } from '@sonde/model/edges/edge'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { KeyRound, LockKeyhole, RefreshCcw } from 'lucide-react'
import { useMemo } from 'react'
import { singleOwner } from '../../assignment/assignable-kind.ts'
import { type ScopedList, scopedPath } from '../../assignment/list-scope.ts'
import { type Assignment, useAssignment } from '../../assignment/use-assignment.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { type EntityActions, useCopy, useEntityActions } from '../../entities/use-entity-actions.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { useEdgeCalls } from './edge-calls.ts'

const idOf = ({ id }: EdgeInfo) => id.id
const nameOf = ({ name }: EdgeInfo) => name
const customerIdOf = ({ customerId }: EdgeInfo) => customerId.id
const isPublic = ({ customerIsPublic }: EdgeInfo) => customerIsPublic

const deleteTexts = {
  action: 'edges.delete',
  title: 'edges.deleteTitle',
  text: 'edges.deleteText',
  done: 'edges.deleted',
} as const

/** Lists below an edge, by the last part of their address. */
const contents = [
  { path: 'devices', label: 'edges.manageDevices', entityType: 'DEVICE' },
  { path: 'assets', label: 'edges.manageAssets', entityType: 'ASSET' },
  { path: 'entityViews', label: 'edges.manageEntityViews', entityType: 'ENTITY_VIEW' },
  { path: 'dashboards', label: 'edges.manageDashboards', entityType: 'DASHBOARD' },
  { path: 'ruleChains', label: 'edges.manageRuleChains', entityType: 'RULE_CHAIN' },
] as const

export interface EdgeActions extends EntityActions<EdgeInfo> {
  readonly assignment: Assignment<EdgeInfo>
}

export function useEdgeActions({ scope, isTenant, canEdit }: ScopedList): EdgeActions {
  const t = useText()
  const edges = useEdgeCalls()
  const router = useRouter()
  const navigate = useNavigate()
  const toasts = useToasts()
  const copy = useCopy()
  const path = scopedPath(scope, 'edgeInstances')
  const assignment = useAssignment<EdgeInfo>({
    kind: 'EDGE',
    room: 'edges',
    listPath: path ?? '/edgeInstances',
    scope,
    idOf,
    nameOf,
    customerIdOf,
    isPublic,
    calls: useMemo(() => singleOwner(edges), [edges]),
  })

  const actions = useMemo((): EntityAction<EdgeInfo>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    const rooms = contents
      .filter(({ path }) => `/edgeInstances/$edgeId/${path}` in router.routesByPath)
      // Of rule chains customers' users know nothing.
      .filter(({ path }) => canEdit || path !== 'ruleChains')
      .map(
        ({ path, label, entityType }, at): EntityAction<EdgeInfo> => ({
          id: path,
          label,
          icon: <EntityKindIcon entityType={entityType} />,
          startsGroup: at === 0,
          // Which routes there are is known to the tree alone; the path was just found in it.
          run: ({ id }) => void navigate({ to: `/edgeInstances/${id.id}/${path}` as '/home', search: {} }),
        }),
      )
    if (!canEdit) return rooms
    return [
      ...assignment.actions,
      ...rooms,
      {
        id: 'sync',
        label: 'edges.sync',
        icon: <RefreshCcw {...icon} />,
        startsGroup: true,
        run: (edge) =>
          void edges.sync(edge.id.id).then(
            () => toasts.show({ kind: 'success', text: t('edges.syncStarted', { name: edge.name }) }),
            // A refusal is told by the toast of the call.
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
  }, [assignment.actions, canEdit, router, navigate, edges, toasts, t, copy])

  const remove = useMemo(
    () =>
      isTenant
        ? { run: (edge: EdgeInfo) => edges.delete(edge.id.id), texts: deleteTexts, isUndoable: true }
        : undefined,
    [edges, isTenant],
  )
  const all = useEntityActions({
    room: 'edges',
    listPath: '/edgeInstances',
    scopedPath: path,
    idOf,
    nameOf,
    actions,
    remove,
  })
  return { ...all, assignment }
}
