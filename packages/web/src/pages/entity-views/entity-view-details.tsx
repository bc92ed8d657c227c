/** An entity view's details: the description that drawer and page are made of. */

import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { AssignableStatus } from '../../assignment/assignable-fields.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { standardTabs } from '../../entities/standard-tabs.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { EntityDetails, type EntityDetailsDescription } from '../../ui/entity-details/entity-details.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { EntityViewForm } from './entity-view-form.tsx'

interface EntityViewDetailsProps {
  readonly view: EntityViewInfo
  readonly canEdit: boolean
  readonly actions: readonly EntityAction<EntityViewInfo>[]
  readonly openPage?: EntityAction<EntityViewInfo>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function EntityViewDetails({ view, canEdit, actions, openPage, onClose, onStep }: EntityViewDetailsProps) {
  const authority = useAccount()?.auth.authority
  const description: EntityDetailsDescription<EntityViewInfo> = {
    nameOf: ({ name }) => name,
    kindOf: ({ type }) => type,
    icon: <EntityKindIcon entityType="ENTITY_VIEW" size={14} />,
    status: (row) => <AssignableStatus row={row} />,
    actions,
    openPage,
    tabs: [
      {
        id: 'details',
        label: 'assignment.details',
        render: (row) => <EntityViewForm key={row.id.id} view={row} canEdit={canEdit} />,
      },
      ...standardTabs({ entity: view.id, authority }),
    ],
  }
  return <EntityDetails description={description} row={view} onClose={onClose} onStep={onStep} />
}
