/** The resource library: the list and the page of one resource, from their description. */

import { createResourceCalls } from '@sonde/client/resources/resource-calls'
import type { ResourceInfo } from '@sonde/model/resources/resource'
import { lazy } from 'react'
import { definePlainRoom } from '../../../entity-room/plain-room.ts'
import { PlainListPage, PlainOwnPage } from '../../../entity-room/plain-room-pages.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { useResourceActions } from './resource-actions.tsx'
import { mayChange, resourceRoom } from './resource-calls.ts'
import { ResourceForm } from './resource-form.tsx'
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

const room = definePlainRoom<ResourceInfo>({
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
  Form: ResourceForm,
  AddDialog: lazy(() => import('./add-resource-dialog.tsx')),
})

export const ResourcesPage = () => <PlainListPage room={room} />
export const ResourcePage = () => <PlainOwnPage room={room} />
