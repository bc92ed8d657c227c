/** Details of an edge: what it is, and by those who may, changed. */

import type { EdgeInfo } from '@sonde/model/edges/edge'
import { useQueryClient } from '@tanstack/react-query'
import {
  AssignableFacts,
  type AssignableFieldsProps,
  DescriptionField,
  LabelField,
  NameAndTypeFields,
} from '../../assignment/assignable-fields.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useEdgeCalls } from './edge-calls.ts'
import { draftOf, type EdgeDraft, edgeFaults, inputOf } from './edge-input.ts'
import { EdgeKeys } from './edge-keys.tsx'

export function EdgeForm({ edge, canEdit }: { edge: EdgeInfo; canEdit: boolean }) {
  return canEdit ? <EditableEdge edge={edge} /> : <ReadOnlyEdge edge={edge} />
}

interface EdgeFieldsProps extends Pick<AssignableFieldsProps, 'faults'> {
  readonly draft: EdgeDraft
  readonly onChange: (change: Partial<EdgeDraft>) => void
  readonly onBlur: (field: 'name' | 'type') => void
}

export function EdgeFields({ draft, onChange, onBlur, faults }: EdgeFieldsProps) {
  const edges = useEdgeCalls()
  return (
    <>
      <NameAndTypeFields
        kind="EDGE"
        types={(signal) => edges.types({ signal, ignoreErrors: true, ignoreLoading: true })}
        draft={draft}
        onChange={onChange}
        onBlur={onBlur}
        faults={faults}
      />
      <LabelField value={draft.label} onChange={(label) => onChange({ label })} />
      <DescriptionField value={draft.description} onChange={(description) => onChange({ description })} />
    </>
  )
}

function EditableEdge({ edge }: { edge: EdgeInfo }) {
  const t = useText()
  const edges = useEdgeCalls()
  const queries = useQueryClient()
  const form = useEntityForm({
    stored: draftOf(edge),
    faultsOf: edgeFaults,
    reload: async () => draftOf(await edges.info(edge.id.id, { ignoreErrors: true })),
    async save(draft) {
      await edges.save(inputOf(draft, edge), { ignoreErrors: true })
      await refreshRoom(queries, 'edges')
    },
    saved: t('edges.saved'),
  })
  return (
    <EntityForm form={form} facts={<AssignableFacts row={edge} />}>
      <EdgeFields draft={form.draft} onChange={form.change} onBlur={form.touch} faults={form.faults} />
      <EdgeKeys routingKey={edge.routingKey} secret={edge.secret} />
    </EntityForm>
  )
}

function ReadOnlyEdge({ edge }: { edge: EdgeInfo }) {
  const t = useText()
  const { label, description } = draftOf(edge)
  return (
    <div className="sd-tab-body">
      <dl className="sd-facts">
        <dt>{t('assignment.name')}</dt>
        <dd>{edge.name}</dd>
        <dt>{t('assignment.type')}</dt>
        <dd>{edge.type}</dd>
        <dt>{t('assignment.label')}</dt>
        <dd>{label || t('ui.none')}</dd>
        <dt>{t('assignment.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
      <AssignableFacts row={edge} />
    </div>
  )
}
