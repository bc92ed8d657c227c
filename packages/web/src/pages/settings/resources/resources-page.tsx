/** Description of the list of resources and of the page of a resource. */

import { createResourceCalls } from '@sonde/client/resources/resource-calls'
import type { ResourceInfo } from '@sonde/model/resources/resource'
import { lazy } from 'react'
import { defineRoom } from '../../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../../entity-room/room-pages.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { useResourceActions } from './resource-actions.tsx'
import { mayChange, resourceRoom } from './resource-calls.ts'
import { resourceForm } from './resource-form.tsx'
import { resourceTable } from './resource-table.tsx'

function Status({ row: { resourceType, resourceKey } }: { readonly row: ResourceInfo }) {
  const t = useText()
  return (
    <>
      <span>{t(`resources.${resourceType}`)}</span>
      <span className="sd-mono">{resourceKey}</span>
    </>
  )
}

const room = defineRoom<ResourceInfo>({
  kind: 'TB_RESOURCE',
  name: resourceRoom,
  words: 'resources',
  path: '/settings/resources-library',
  deleteManyText: 'resources.deleteManyText',
  oneFailed: 'resources.resourceFailed',
  nameOf: ({ title }) => title,
  createCalls: createResourceCalls,
  mayDelete: mayChange,
  useActions: useResourceActions,
  useTable: () => resourceTable,
  Status,
  form: resourceForm,
  AddDialog: lazy(() => import('./add-resource-dialog.tsx')),
})

export const ResourcesPage = () => <RoomListPage room={room} />
export const ResourcePage = () => <RoomOwnPage room={room} />
