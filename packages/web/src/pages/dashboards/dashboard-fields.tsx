/** Fields of a dashboard, used in its form and in the dialog that adds one. */

import { DeclaredFields } from '../../entities/declared-fields.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { type DashboardDraft, type DashboardErrors, dashboardFields } from './dashboard-input.ts'

interface DashboardFieldsProps {
  readonly fields: EntityFields<DashboardDraft, DashboardErrors>
}

export function DashboardFields({ fields }: DashboardFieldsProps) {
  const t = useText()
  return (
    <>
      <DeclaredFields list={dashboardFields} fields={fields} only={['title', 'description']} />
      <FieldGroup title={t('dashboards.mobile')}>
        <DeclaredFields list={dashboardFields} fields={fields} only={['image', 'mobileHide', 'mobileOrder']} />
      </FieldGroup>
    </>
  )
}
