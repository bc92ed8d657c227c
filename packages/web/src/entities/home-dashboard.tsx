/** Home dashboard of a tenant's users, a customer's users or one user. */

import { useText } from '../locale/use-text.tsx'
import { CheckField } from '../ui/field/text-field.tsx'
import { type AdditionalInfo, infoText } from './additional-info.ts'
import type { DashboardsOf } from './dashboard-choices.ts'
import { DashboardPicker } from './dashboard-picker.tsx'

export interface HomeDashboardDraft {
  /** Empty: no home dashboard. */
  readonly homeDashboardId: string
  readonly hidesHomeToolbar: boolean
}

export const noHomeDashboard: HomeDashboardDraft = { homeDashboardId: '', hidesHomeToolbar: true }

/** The toolbar is hidden by default. */
export const homeDashboardOf = (info: AdditionalInfo): HomeDashboardDraft => ({
  homeDashboardId: infoText(info, 'homeDashboardId'),
  hidesHomeToolbar: info.homeDashboardHideToolbar !== false,
})

/** Converts the draft to additional info. */
export const wireHomeDashboard = ({ homeDashboardId, hidesHomeToolbar }: HomeDashboardDraft): AdditionalInfo => ({
  homeDashboardId: homeDashboardId || null,
  homeDashboardHideToolbar: hidesHomeToolbar,
})

interface HomeDashboardFieldsProps {
  readonly of: DashboardsOf
  readonly draft: HomeDashboardDraft
  readonly onChange: (part: Partial<HomeDashboardDraft>) => void
}

export function HomeDashboardFields({ of, draft, onChange }: HomeDashboardFieldsProps) {
  const t = useText()
  return (
    <>
      <DashboardPicker
        of={of}
        label={t('ui.homeDashboard')}
        help={t('ui.homeDashboardHelp')}
        value={draft.homeDashboardId}
        onChange={(homeDashboardId) => onChange({ homeDashboardId })}
      />
      {draft.homeDashboardId !== '' && (
        <CheckField
          label={t('ui.hideHomeToolbar')}
          isChecked={draft.hidesHomeToolbar}
          onChange={(hidesHomeToolbar) => onChange({ hidesHomeToolbar })}
        />
      )}
    </>
  )
}
