/** What can be done with entity views of a list: one, several, and those that are to come. */

import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { useMemo } from 'react'
import { singleOwner } from '../../assignment/assignable-kind.ts'
import { type ScopedList, scopedPath } from '../../assignment/list-scope.ts'
import { type Assignment, useAssignment } from '../../assignment/use-assignment.tsx'
import { type EntityActions, useEntityActions } from '../../entities/use-entity-actions.tsx'
import { useEntityViewCalls } from './entity-view-calls.ts'

const idOf = ({ id }: EntityViewInfo) => id.id
const nameOf = ({ name }: EntityViewInfo) => name
const customerIdOf = ({ customerId }: EntityViewInfo) => customerId.id
const isPublic = ({ customerIsPublic }: EntityViewInfo) => customerIsPublic

const deleteTexts = {
  action: 'entityViews.delete',
  title: 'entityViews.deleteTitle',
  text: 'entityViews.deleteText',
  done: 'entityViews.deleted',
} as const

export interface EntityViewActions extends EntityActions<EntityViewInfo> {
  readonly assignment: Assignment<EntityViewInfo>
}

export function useEntityViewActions({ scope, isTenant }: ScopedList): EntityViewActions {
  const entityViews = useEntityViewCalls()
  const path = scopedPath(scope, 'entityViews')
  const assignment = useAssignment<EntityViewInfo>({
    kind: 'ENTITY_VIEW',
    room: 'entityViews',
    listPath: path ?? '/entityViews',
    scope,
    idOf,
    nameOf,
    customerIdOf,
    isPublic,
    calls: useMemo(() => singleOwner(entityViews), [entityViews]),
  })
  const remove = useMemo(
    () =>
      isTenant
        ? { run: (view: EntityViewInfo) => entityViews.delete(view.id.id), texts: deleteTexts, isUndoable: true }
        : undefined,
    [entityViews, isTenant],
  )
  const actions = useEntityActions({
    room: 'entityViews',
    listPath: '/entityViews',
    scopedPath: path,
    idOf,
    nameOf,
    actions: assignment.actions,
    remove,
  })
  return { ...actions, assignment }
}
