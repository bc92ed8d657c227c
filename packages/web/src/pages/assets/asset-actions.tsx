/** What can be done with assets of a list: one, several, and those that are to come. */

import type { AssetInfo } from '@sonde/model/assets/asset'
import { useMemo } from 'react'
import { singleOwner } from '../../assignment/assignable-kind.ts'
import { type ScopedList, scopedPath } from '../../assignment/list-scope.ts'
import { type Assignment, useAssignment } from '../../assignment/use-assignment.tsx'
import { type EntityActions, useEntityActions } from '../../entities/use-entity-actions.tsx'
import { useAssetCalls } from './asset-calls.ts'

const idOf = ({ id }: AssetInfo) => id.id
const nameOf = ({ name }: AssetInfo) => name
const customerIdOf = ({ customerId }: AssetInfo) => customerId.id
const isPublic = ({ customerIsPublic }: AssetInfo) => customerIsPublic

const deleteTexts = {
  action: 'assets.delete',
  title: 'assets.deleteTitle',
  text: 'assets.deleteText',
  done: 'assets.deleted',
} as const

export interface AssetActions extends EntityActions<AssetInfo> {
  readonly assignment: Assignment<AssetInfo>
}

export function useAssetActions({ scope, isTenant }: ScopedList): AssetActions {
  const assets = useAssetCalls()
  const path = scopedPath(scope, 'assets')
  const assignment = useAssignment<AssetInfo>({
    kind: 'ASSET',
    room: 'assets',
    listPath: path ?? '/assets',
    scope,
    idOf,
    nameOf,
    customerIdOf,
    isPublic,
    calls: useMemo(() => singleOwner(assets), [assets]),
  })
  const remove = useMemo(
    () =>
      isTenant
        ? { run: (asset: AssetInfo) => assets.delete(asset.id.id), texts: deleteTexts, isUndoable: true }
        : undefined,
    [assets, isTenant],
  )
  const actions = useEntityActions({
    room: 'assets',
    listPath: '/assets',
    scopedPath: path,
    idOf,
    nameOf,
    actions: assignment.actions,
    remove,
  })
  return { ...actions, assignment }
}
