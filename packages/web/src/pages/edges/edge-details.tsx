/** An edge's details: the description that drawer and page are made of. */

import type { EdgeInfo } from '@sonde/model/edges/edge'
import { lazy, Suspense } from 'react'
import { AssignableStatus } from '../../assignment/assignable-fields.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { standardTabs } from '../../entities/standard-tabs.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { EntityDetails, type EntityDetailsDescription } from '../../ui/entity-details/entity-details.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { EdgeForm } from './edge-form.tsx'

const DownlinksTab = lazy(() => import('./downlinks-tab.tsx'))

interface EdgeDetailsProps {
  readonly edge: EdgeInfo
  readonly canEdit: boolean
  readonly actions: readonly EntityAction<EdgeInfo>[]
  readonly openPage?: EntityAction<EdgeInfo>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function EdgeDetails({ edge, canEdit, actions, openPage, onClose, onStep }: EdgeDetailsProps) {
  const authority = useAccount()?.auth.authority
  const description: EntityDetailsDescription<EdgeInfo> = {
    nameOf: ({ name }) => name,
    kindOf: ({ type }) => type,
    icon: <EntityKindIcon entityType="EDGE" size={14} />,
    status: (row) => <AssignableStatus row={row} />,
    actions,
    openPage,
    tabs: [
      {
        id: 'details',
        label: 'assignment.details',
        render: (row) => <EdgeForm key={row.id.id} edge={row} canEdit={canEdit} />,
      },
      ...standardTabs({
        entity: edge.id,
        authority,
        afterEvents:
          authority === 'TENANT_ADMIN'
            ? [
                {
                  id: 'downlinks',
                  label: 'edges.downlinks',
                  render: () => (
                    <Suspense key={edge.id.id}>
                      <DownlinksTab edge={edge} />
                    </Suspense>
                  ),
                },
              ]
            : [],
      }),
    ],
  }
  return <EntityDetails description={description} row={edge} onClose={onClose} onStep={onStep} />
}
