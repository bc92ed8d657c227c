/** A resource's details: what it is, its title to be changed, its file to be fetched. */

import type { ResourceInfo } from '@sonde/model/resources/resource'
import { useQueryClient } from '@tanstack/react-query'
import { ActionRow } from '../../../entities/action-row.tsx'
import { EntityFacts } from '../../../entities/entity-facts.tsx'
import { EntityKindIcon } from '../../../entities/entity-kind.tsx'
import { refreshRoom } from '../../../entities/entity-queries.ts'
import { EntityForm, useEntityForm } from '../../../entities/use-entity-form.tsx'
import { EntityDetails } from '../../../entity-pages/entity-details.tsx'
import { useText } from '../../../locale/use-text.tsx'
import type { EntityAction } from '../../../ui/entity-table/entity-description.ts'
import { TextField } from '../../../ui/field/text-field.tsx'
import { resourceRoom, useResourceCalls } from './resource-calls.ts'
import { titleFault } from './resource-input.ts'

interface ResourceDetailsProps {
  readonly resource: ResourceInfo
  readonly isChangeable: boolean
  readonly actions: readonly EntityAction<ResourceInfo>[]
  readonly links: readonly EntityAction<ResourceInfo>[]
  readonly openPage?: EntityAction<ResourceInfo>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function ResourceDetails(props: ResourceDetailsProps) {
  const { resource, isChangeable, actions, links, openPage, onClose, onStep } = props
  const t = useText()
  return (
    <EntityDetails<ResourceInfo>
      description={{
        nameOf: ({ title }) => title,
        kindOf: () => t('entityTypes.TB_RESOURCE'),
        icon: <EntityKindIcon entityType="TB_RESOURCE" size={14} />,
        status: ({ resourceType, resourceKey }) => (
          <>
            <span>{t(`resources.${resourceType}`)}</span>
            <span className="sd-mono">{resourceKey}</span>
          </>
        ),
        actions,
        openPage,
        tabs: [
          {
            id: 'details',
            label: 'ui.tabDetails',
            render: (row) =>
              isChangeable ? (
                <ResourceForm key={row.id.id} resource={row} links={links} />
              ) : (
                <div className="sd-tab-body">
                  <ActionRow row={row} actions={links} />
                  <p className="sd-text-2 sd-sm">{t('resources.ofSystemText')}</p>
                  <EntityFacts id={row.id.id} createdTime={row.createdTime} />
                </div>
              ),
          },
        ],
      }}
      row={resource}
      onClose={onClose}
      onStep={onStep}
    />
  )
}

interface ResourceFormProps {
  readonly resource: ResourceInfo
  readonly links: readonly EntityAction<ResourceInfo>[]
}

/** Only the title can be changed: another file is another resource. */
function ResourceForm({ resource, links }: ResourceFormProps) {
  const t = useText()
  const resources = useResourceCalls()
  const queries = useQueryClient()
  const resourceId = resource.id.id
  const form = useEntityForm({
    stored: { title: resource.title },
    faultsOf: ({ title }: { title: string }): { title?: string } => ({ title: titleFault(title, t) }),
    reload: async () => {
      const { title } = await queries.fetchQuery({
        queryKey: [resourceRoom, 'one', resourceId],
        queryFn: () => resources.info(resourceId, { ignoreErrors: true }),
        staleTime: 0,
      })
      return { title }
    },
    async save({ title }) {
      const { id, resourceType } = resource
      await resources.save({ id, resourceType, title: title.trim() }, { ignoreErrors: true })
      await refreshRoom(queries, resourceRoom)
    },
    saved: t('resources.saved'),
  })
  return (
    <EntityForm form={form} facts={<EntityFacts id={resourceId} createdTime={resource.createdTime} />}>
      <ActionRow row={resource} actions={links} />
      <TextField
        label={t('resources.name')}
        value={form.draft.title}
        error={form.faults.title}
        onBlur={() => form.touch('title')}
        onChange={(title) => form.change({ title })}
        autoComplete="off"
      />
    </EntityForm>
  )
}
