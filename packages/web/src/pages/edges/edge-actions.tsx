/** Actions of an edge, in addition to those of every entity. */

import type { EdgeInfo } from '@sonde/model/edges/edge'
import { kindOf, plainTypes } from '@sonde/model/entities/entity-kinds'
import type { EntityType } from '@sonde/model/ids'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { KeyRound, LockKeyhole } from 'lucide-react'
import { useMemo } from 'react'
import type { ScopedList } from '../../assignment/list-scope.ts'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { useCopy } from '../../entities/use-entity-actions.tsx'
import type { MessageKey } from '../../locale/messages.ts'
import { entityPages } from '../../places/entity-pages.ts'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'

interface EdgeContents {
  readonly path: string
  readonly label: MessageKey
  readonly entityType: EntityType
}

/** Lists of an edge's entities, with the last part of their URL path. */
const contents: readonly EdgeContents[] = [
  { path: 'devices', label: 'edges.manageDevices', entityType: 'DEVICE' },
  ...plainTypes.map(
    (entityType): EdgeContents => ({
      path: kindOf(entityType).page.slice(1),
      label: `${entityPages[entityType].words}.manageOfEdge`,
      entityType,
    }),
  ),
  { path: 'entityViews', label: 'edges.manageEntityViews', entityType: 'ENTITY_VIEW' },
  { path: 'dashboards', label: 'edges.manageDashboards', entityType: 'DASHBOARD' },
  { path: 'ruleChains', label: 'edges.manageRuleChains', entityType: 'RULE_CHAIN' },
]

export function useEdgeActions(
  { canEdit }: ScopedList,
  assignment: readonly EntityAction<EdgeInfo>[],
): readonly EntityAction<EdgeInfo>[] {
  const router = useRouter()
  const navigate = useNavigate()
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
          // The cast is safe, because the path was looked up in the route tree.
          run: ({ id }) => void navigate({ to: `/edgeInstances/${id.id}/${path}` as '/home', search: {} }),
        }),
      )
    if (!canEdit) return rooms
    return [
      ...assignment,
      ...rooms,
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
  }, [assignment, canEdit, router, navigate, copy])
}
