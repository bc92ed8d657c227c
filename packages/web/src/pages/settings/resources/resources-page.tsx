/** Resource library: list, drawer with details, add dialog; and the page of one resource. */

import type { ResourceInfo } from '@sonde/model/resources/resource'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../../entities/entity-own-page.tsx'
import { EntityPage, type OpenEntity } from '../../../entity-pages/entity-page.tsx'
import { useListDialogs } from '../../../entity-pages/list-dialogs.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { useResourceActions } from './resource-actions.tsx'
import { resourceRoom, useResource, useResourceCalls } from './resource-calls.ts'
import { ResourceDetails } from './resource-details.tsx'
import { resourceTable } from './resource-table.tsx'

const AddResourceDialog = lazy(() => import('./add-resource-dialog.tsx'))

export function ResourcesPage() {
  const resources = useResourceCalls()
  const adding = useListDialogs({ room: resourceRoom, add: 'resources.add' })
  const actions = useResourceActions()
  const { all, links, isChangeable } = actions
  const description = useMemo(
    () => resourceTable({ resources, quickAction: links[0] ?? actions.openPage, actions: all, isChangeable }),
    [resources, links, actions.openPage, all, isChangeable],
  )
  return (
    <EntityPage<ResourceInfo>
      description={description}
      primary={adding.primary}
      renderOpen={(open) => <ResourceDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>{adding.open && <AddResourceDialog onClose={adding.close} />}</Suspense>
    </EntityPage>
  )
}

interface ResourceDrawerProps {
  readonly open: OpenEntity<ResourceInfo>
  readonly parts: ReturnType<typeof useResourceActions>
}

function ResourceDrawer({ open: { id, row, onClose, onStep }, parts }: ResourceDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useResource(id, row)}
      nameOf={({ title }) => title}
      kind={t('entityTypes.TB_RESOURCE')}
      failed={t('resources.resourceFailed')}
      onClose={onClose}
    >
      {(resource) => (
        <ResourceDetails
          resource={resource}
          isChangeable={parts.isChangeable(resource)}
          actions={parts.all}
          links={parts.links}
          openPage={parts.openPage}
          onClose={onClose}
          onStep={onStep}
        />
      )}
    </EntityDrawer>
  )
}

export function ResourcePage() {
  const t = useText()
  const { entityId } = useParams({ from: '/guarded/shell/settings/resources-library/$entityId' })
  const { all, links, isChangeable, dialogs } = useResourceActions()
  return (
    <EntityOwnPage
      entity={useResource(entityId)}
      nameOf={({ title }) => title}
      kind={t('entityTypes.TB_RESOURCE')}
      failed={t('resources.resourceFailed')}
    >
      {(resource) => (
        <>
          <ResourceDetails
            resource={resource}
            isChangeable={isChangeable(resource)}
            actions={all.filter(({ id }) => id !== 'open')}
            links={links}
          />
          {dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
