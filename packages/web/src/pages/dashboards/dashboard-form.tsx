/** Form of a dashboard's properties; only administrators can change it. */

import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import { DeclaredFields } from '../../entities/declared-fields.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import type { MayRow } from '../../entity-room/room.ts'
import { defineForm } from '../../entity-room/room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { ImagePreview } from '../../ui/field/image-field.tsx'
import { customersOf, type DashboardRow } from './dashboard-calls.ts'
import { DashboardFields } from './dashboard-fields.tsx'
import {
  type DashboardDraft,
  type DashboardErrors,
  dashboardFields,
  draftOfDashboard,
  wireDashboard,
} from './dashboard-input.ts'
import { PublicLink } from './public-link.tsx'

interface RowProps {
  readonly row: DashboardRow
}

interface FieldsProps extends RowProps {
  readonly fields: EntityFields<DashboardDraft, DashboardErrors>
}

const mayEdit: MayRow<DashboardRow> = (_, authority) => authority !== 'CUSTOMER_USER'

/** Whether it can have links for people without an account, which other sites may show. */
const isShareable = ({ assignedCustomers }: DashboardRow) => (assignedCustomers ?? []).length > 0

function Fields({ fields, row }: FieldsProps) {
  return (
    <>
      <PublicLink dashboard={row} />
      {isShareable(row) && <DeclaredFields list={dashboardFields} fields={fields} only={['sites']} />}
      <DashboardFields fields={fields} />
    </>
  )
}

function ReadOnly({ row }: RowProps) {
  const t = useText()
  const { description, image } = draftOfDashboard(row)
  return (
    <>
      {image && <ImagePreview image={image} />}
      <dl className="sd-facts">
        <dt>{t('dashboards.dashboardTitle')}</dt>
        <dd>{row.title}</dd>
        <dt>{t('dashboards.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
    </>
  )
}

/** Customers that the dashboard is shared with; hidden from customer users. */
function Facts({ row }: RowProps) {
  const t = useText()
  const titles = customersOf(row).map(({ title }) => title)
  if (useAccount()?.auth.authority === 'CUSTOMER_USER') return null
  return (
    <>
      <dt>{t('dashboards.sharedWith')}</dt>
      <dd>{titles.join(', ') || t('ui.none')}</dd>
    </>
  )
}

export const dashboardForm = defineForm<DashboardRow, DashboardDraft, DashboardErrors>({
  draftOf: draftOfDashboard,
  fieldErrorsOf: dashboardFields.fieldErrorsOf,
  async save(rest, draft, { id }, options) {
    const dashboards = createDashboardCalls(rest)
    // Another user may have changed its widgets: this form must not overwrite them.
    return dashboards.save(wireDashboard(draft, await dashboards.get(id.id, options)), options)
  },
  renderFields: (props) => <Fields {...props} />,
  Facts,
  mayEdit,
  ReadOnly,
  add: {
    newDraft: () => dashboardFields.empty,
    create: (rest, draft, options) => createDashboardCalls(rest).save(wireDashboard(draft, null), options),
    renderFields: (props) => <DashboardFields {...props} />,
    size: 480,
  },
})
