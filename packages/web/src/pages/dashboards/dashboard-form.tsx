/** Details of a dashboard: what it is called and whom it is shown to; by administrators, changed. */

import './dashboard-list.css'
import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import { useQueryClient } from '@tanstack/react-query'
import { ActionRow } from '../../entities/action-row.tsx'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { ImagePreview } from '../../ui/field/image-field.tsx'
import { ShareLink } from '../../ui/share/share-link.tsx'
import { customersOf, dashboardRoom, publicLinkOf } from './dashboard-calls.ts'
import { DashboardFields } from './dashboard-fields.tsx'
import { type DashboardDraft, dashboardFaults, draftOfDashboard, wireDashboard } from './dashboard-input.ts'

interface DashboardFormProps {
  readonly dashboard: Dashboard
  readonly canEdit: boolean
  /** Most used action. */
  readonly links: readonly EntityAction<Dashboard>[]
}

export function DashboardForm({ canEdit, ...props }: DashboardFormProps) {
  return canEdit ? <EditableDashboard {...props} /> : <ReadOnlyDashboard {...props} />
}

type PartsOfForm = Omit<DashboardFormProps, 'canEdit'>

function EditableDashboard({ dashboard, links }: PartsOfForm) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const load = () => client.dashboards.get(dashboard.id.id, { ignoreErrors: true })
  const form = useEntityForm({
    stored: draftOfDashboard(dashboard),
    faultsOf: (draft: DashboardDraft) => dashboardFaults(draft, t),
    reload: async () => draftOfDashboard(await load()),
    async save(draft) {
      // Another user may have changed its widgets: this form must not overwrite them.
      await client.dashboards.save(wireDashboard(draft, await load()), { ignoreErrors: true })
      await refreshRoom(queries, dashboardRoom)
    },
    saved: t('dashboards.saved'),
  })
  return (
    <EntityForm form={form} facts={<DashboardFacts dashboard={dashboard} />}>
      <ActionRow row={dashboard} actions={links} />
      <PublicLink dashboard={dashboard} />
      <DashboardFields fields={form} />
    </EntityForm>
  )
}

function ReadOnlyDashboard({ dashboard, links }: PartsOfForm) {
  const t = useText()
  const { description, image } = draftOfDashboard(dashboard)
  return (
    <div className="sd-tab-body">
      <ActionRow row={dashboard} actions={links} />
      {image && <ImagePreview image={image} />}
      <dl className="sd-facts">
        <dt>{t('dashboards.dashboardTitle')}</dt>
        <dd>{dashboard.title}</dd>
        <dt>{t('dashboards.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
      <EntityFacts id={dashboard.id.id} createdTime={dashboard.createdTime} />
    </div>
  )
}

function DashboardFacts({ dashboard }: { dashboard: Dashboard }) {
  const t = useText()
  return (
    <EntityFacts id={dashboard.id.id} createdTime={dashboard.createdTime}>
      <dt>{t('dashboards.sharedWith')}</dt>
      <dd>
        {customersOf(dashboard)
          .map(({ title }) => title)
          .join(', ') || t('ui.none')}
      </dd>
    </EntityFacts>
  )
}

/** The link of a public dashboard, and what else must be public for it to show values. */
export function PublicLink({ dashboard }: { dashboard: Pick<Dashboard, 'id' | 'title' | 'assignedCustomers'> }) {
  const t = useText()
  const link = publicLinkOf(dashboard)
  if (link === null) return null
  return (
    <section className="sd-public-link" aria-label={t('dashboards.publicLink')}>
      <h3>{t('dashboards.publicLink')}</h3>
      <ShareLink
        label={t('dashboards.publicLink')}
        link={link}
        title={dashboard.title}
        text={t('dashboards.shareText')}
        hashTags="iot"
      />
      <p className="sd-field-note">{t('dashboards.publicNote')}</p>
    </section>
  )
}
