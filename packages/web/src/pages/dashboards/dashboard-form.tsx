/** Form of a dashboard: what it is called and whom it is shown to; administrators change it. */

import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import type { MayRow, PlainRoomFormProps } from '../../entity-room/plain-room.ts'
import { definePlainForm, PlainDetails } from '../../entity-room/plain-room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { ImagePreview } from '../../ui/field/image-field.tsx'
import { customersOf, type DashboardRow } from './dashboard-calls.ts'
import { DashboardFields } from './dashboard-fields.tsx'
import {
  type DashboardDraft,
  type DashboardFaults,
  dashboardFaults,
  draftOfDashboard,
  wireDashboard,
} from './dashboard-input.ts'
import { PublicLink } from './public-link.tsx'

interface RowProps {
  readonly row: DashboardRow
}

interface FieldsProps extends RowProps {
  readonly fields: EntityFields<DashboardDraft, DashboardFaults>
}

const mayEdit: MayRow<DashboardRow> = (_, authority) => authority !== 'CUSTOMER_USER'

function Fields({ fields, row }: FieldsProps) {
  return (
    <>
      <PublicLink dashboard={row} />
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

/** Users of a customer do not learn who else sees it. */
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

const form = definePlainForm<DashboardRow, DashboardDraft, DashboardFaults>({
  draftOf: draftOfDashboard,
  faultsOf: dashboardFaults,
  async save(rest, draft, { id }, options) {
    const dashboards = createDashboardCalls(rest)
    // Another user may have changed its widgets: this form must not overwrite them.
    return dashboards.save(wireDashboard(draft, await dashboards.get(id.id, options)), options)
  },
  Fields,
  Facts,
  mayEdit,
  ReadOnly,
})

export const DashboardForm = (props: PlainRoomFormProps<DashboardRow>) => <PlainDetails {...props} form={form} />
