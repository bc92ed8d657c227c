/** The dashboard that users of a tenant, of a customer, or one user see at home. */

import { useText } from '../locale/use-text.tsx'
import { CheckField } from '../ui/field/text-field.tsx'
import { type AdditionalInfo, infoText } from './additional-info.ts'
import { DashboardPicker, type DashboardsOf } from './dashboard-picker.tsx'

export interface HomeDashboardDraft {
  /** Empty: none. */
  readonly homeDashboardId: string
  readonly hidesHomeToolbar: boolean
}

export const noHomeDashboard: HomeDashboardDraft = { homeDashboardId: '', hidesHomeToolbar: true }

/** The toolbar is hidden unless it was said to be shown (pages.md §5). */
export const homeDashboardOf = (info: AdditionalInfo): HomeDashboardDraft => ({
  homeDashboardId: infoText(info, 'homeDashboardId'),
  hidesHomeToolbar: info.homeDashboardHideToolbar !== false,
})

/** As additional info. */
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
