/** Which parts of the dashboard's toolbar viewers see. */

import { flagOf } from '@sonde/model/dashboards/json-parts'
import { useText } from '../../../locale/use-text.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { FormNote } from '../../../ui/field/form-note.tsx'
import { CheckField } from '../../../ui/field/text-field.tsx'
import type { SettingsPartProps } from './settings-part.ts'

const shown = [
  'showDashboardsSelect',
  'showEntitiesSelect',
  'showFilters',
  'showDashboardTimewindow',
  'showDashboardExport',
  'showUpdateDashboardImage',
] as const

export function ToolbarSettings({ json, settings, onChange }: SettingsPartProps) {
  const t = useText()
  const { hideToolbar, toolbarAlwaysOpen, stateControllerId } = settings
  const needsToolbar = stateControllerId !== 'default'
  return (
    <>
      <CheckField
        label={t('dashboardSetup.hideToolbar')}
        isChecked={hideToolbar}
        onChange={(next) => onChange('hideToolbar', next)}
      />
      {hideToolbar && <FormNote text={t('dashboardSetup.hiddenNote')} />}
      <CheckField
        label={t('dashboardSetup.toolbarAlwaysOpen')}
        {...(needsToolbar && { help: t('dashboardSetup.alwaysOpenHelp') })}
        isChecked={toolbarAlwaysOpen}
        // What is closed already can still be opened.
        isDisabled={hideToolbar || (needsToolbar && toolbarAlwaysOpen)}
        onChange={(next) => onChange('toolbarAlwaysOpen', next)}
      />
      <FieldGroup title={t('dashboardSetup.inToolbar')}>
        {shown.map((name) => (
          <CheckField
            key={name}
            label={t(`dashboardSetup.${name}`)}
            isChecked={flagOf(json[name], true)}
            isDisabled={hideToolbar}
            onChange={(next) => onChange(name, next)}
          />
        ))}
      </FieldGroup>
    </>
  )
}
