/** Details of an entity view: what it shows, and by those who may, changed. */

import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { useQueryClient } from '@tanstack/react-query'
import { AssignableFacts } from '../../assignment/assignable-fields.tsx'
import { EntityLink } from '../../entities/entity-link.tsx'
import { useEntityName } from '../../entities/entity-picker.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { useEntityViewCalls } from './entity-view-calls.ts'
import { EntityViewFields } from './entity-view-fields.tsx'
import { draftOf, inputOf, type ViewDraft, viewFaults } from './entity-view-input.ts'

export function EntityViewForm({ view, canEdit }: { view: EntityViewInfo; canEdit: boolean }) {
  return canEdit ? <EditableView view={view} /> : <ReadOnlyView view={view} />
}

function EditableView({ view }: { view: EntityViewInfo }) {
  const t = useText()
  const entityViews = useEntityViewCalls()
  const queries = useQueryClient()
  const name = useEntityName(view.entityId)
  const form = useEntityForm({
    stored: draftOf(view),
    faultsOf: viewFaults,
    reload: async () => draftOf(await entityViews.info(view.id.id, { ignoreErrors: true })),
    async save(draft: ViewDraft) {
      await entityViews.save(inputOf(draft, view), { ignoreErrors: true })
      await refreshRoom(queries, 'entityViews')
    },
    saved: t('entityViews.saved'),
  })
  return (
    <EntityForm
      form={form}
      facts={
        <>
          <dl className="sd-facts">
            <dt>{t('entityViews.target')}</dt>
            <dd>
              <EntityLink id={view.entityId} name={name ?? '…'} />
            </dd>
          </dl>
          <AssignableFacts row={view} />
        </>
      }
    >
      <EntityViewFields draft={form.draft} onChange={form.change} onBlur={form.touch} faults={form.faults} />
    </EntityForm>
  )
}

function ReadOnlyView({ view }: { view: EntityViewInfo }) {
  const t = useText()
  const format = useFormat()
  const name = useEntityName(view.entityId)
  const { description, timeseries, client, shared, server, startMs, endMs } = draftOf(view)
  const keys = (list: readonly string[]) => (list.length > 0 ? list.join(', ') : t('entityViews.noKeys'))
  const moment = (ms: number) => (ms === 0 ? t('ui.none') : format.dateTime(ms))
  return (
    <div className="sd-tab-body">
      <dl className="sd-facts">
        <dt>{t('assignment.name')}</dt>
        <dd>{view.name}</dd>
        <dt>{t('assignment.type')}</dt>
        <dd>{view.type}</dd>
        <dt>{t('entityViews.target')}</dt>
        <dd>
          <EntityLink id={view.entityId} name={name ?? '…'} />
        </dd>
        <dt>{t('entityViews.timeseriesKeys')}</dt>
        <dd>{timeseries.length > 0 ? timeseries.join(', ') : t('entityViews.allKeys')}</dd>
        <dt>{t('entityViews.clientKeys')}</dt>
        <dd>{keys(client)}</dd>
        <dt>{t('entityViews.sharedKeys')}</dt>
        <dd>{keys(shared)}</dd>
        <dt>{t('entityViews.serverKeys')}</dt>
        <dd>{keys(server)}</dd>
        <dt>{t('entityViews.start')}</dt>
        <dd className="sd-num">{moment(startMs)}</dd>
        <dt>{t('entityViews.end')}</dt>
        <dd className="sd-num">{moment(endMs)}</dd>
        <dt>{t('assignment.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
      <AssignableFacts row={view} />
    </div>
  )
}
