/** Fields of a dashboard, in its form and when one is added. */

import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { ImageField } from '../../ui/field/image-field.tsx'
import { CheckField, TextArea, TextField } from '../../ui/field/text-field.tsx'
import type { DashboardDraft, DashboardFaults } from './dashboard-input.ts'

interface DashboardFieldsProps {
  readonly fields: EntityFields<DashboardDraft, DashboardFaults>
}

export function DashboardFields({ fields: { draft, change, touch, faults } }: DashboardFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('dashboards.dashboardTitle')}
        value={draft.title}
        error={faults.title}
        onBlur={() => touch('title')}
        onChange={(title) => change({ title })}
        autoComplete="off"
      />
      <TextArea
        label={t('dashboards.description')}
        isOptional
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <FieldGroup title={t('dashboards.mobile')}>
        <ImageField
          label={t('dashboards.image')}
          help={t('dashboards.imageHelp')}
          value={draft.image}
          onChange={(image) => change({ image })}
        />
        <CheckField
          label={t('dashboards.mobileHide')}
          isChecked={draft.mobileHide}
          onChange={(mobileHide) => change({ mobileHide })}
        />
        <TextField
          label={t('dashboards.mobileOrder')}
          isOptional
          help={t('dashboards.mobileOrderHelp')}
          inputMode="numeric"
          value={draft.mobileOrder}
          error={faults.mobileOrder}
          onBlur={() => touch('mobileOrder')}
          onChange={(mobileOrder) => change({ mobileOrder })}
          autoComplete="off"
        />
      </FieldGroup>
    </>
  )
}
