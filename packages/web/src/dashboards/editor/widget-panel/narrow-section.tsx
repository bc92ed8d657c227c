/** Place of a widget in the single column of narrow screens, stored in the layout. */

import { type MobilePlace, setMobilePlace } from '@sonde/model/dashboards/editing/commands'
import { partAt } from '@sonde/model/dashboards/editing/json-path'
import { textOf } from '@sonde/model/dashboards/json-parts'
import { useText } from '../../../locale/use-text.tsx'
import { CheckField, TextField } from '../../../ui/field/text-field.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useDraft } from './use-draft.ts'
import type { WidgetTabProps } from './widget-tab.ts'

export function NarrowSection(props: WidgetTabProps) {
  const { editor, place, id } = props
  const t = useText()
  const stored = partAt(editor.dashboard.configuration, [
    'states',
    place.stateId,
    'layouts',
    place.layoutId,
    'widgets',
    id,
  ])
  const set = (part: Partial<MobilePlace>) =>
    editor.run(setMobilePlace(editor.dashboard, place, id, part), `${id} ${Object.keys(part).join()}`)
  const order = useDraft({
    stored: textOf(stored.mobileOrder) ?? '',
    errorOf: (text) => (/^\s*(-?\d{1,6})?\s*$/.test(text) ? undefined : t('widgetSettings.orderInvalid')),
    store: (text) => set({ mobileOrder: text.trim() === '' ? null : Number(text) }),
  })
  const height = useDraft({
    stored: textOf(stored.mobileHeight) ?? '',
    errorOf: (text) =>
      text.trim() === '' || (Number(text) >= 1 && Number(text) <= rowsMax)
        ? undefined
        : t('dashboardEditor.numberFrom', { max: rowsMax }),
    store: (text) => set({ mobileHeight: text.trim() === '' ? null : Number(text) }),
  })
  return (
    <SettingsSection {...props} title={t('widgetSettings.narrowSection')}>
      <CheckField
        label={t('dashboardEditor.mobileHide')}
        isChecked={stored.mobileHide === true}
        onChange={(mobileHide) => set({ mobileHide })}
      />
      <div className="sd-form-pair">
        <TextField
          label={t('widgetSettings.mobileOrder')}
          help={t('widgetSettings.mobileOrderHelp')}
          inputMode="numeric"
          {...order}
        />
        <TextField
          label={t('dashboardEditor.mobileHeight')}
          help={t('widgetSettings.mobileHeightHelp')}
          inputMode="decimal"
          {...height}
        />
      </div>
    </SettingsSection>
  )
}

/** Far above what a page could show. */
const rowsMax = 10_000
