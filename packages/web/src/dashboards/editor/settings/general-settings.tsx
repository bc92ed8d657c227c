/** Settings of the dashboard as a whole: navigation between states, title, logo. */

import { useText } from '../../../locale/use-text.tsx'
import { ColorField } from '../../../ui/color/color-field.tsx'
import { ImageField } from '../../../ui/field/image-field.tsx'
import { CheckField, Select } from '../../../ui/field/text-field.tsx'
import type { SettingsPartProps } from './settings-part.ts'

export function GeneralSettings({ settings, onChange }: SettingsPartProps) {
  const t = useText()
  const { stateControllerId, showTitle, titleColor, showDashboardLogo, dashboardLogoUrl } = settings
  const controllers = [
    { value: 'entity', label: t('dashboardSetup.controller.entity') },
    { value: 'default', label: t('dashboardSetup.controller.default') },
  ]
  const isKnown = controllers.some(({ value }) => value === stateControllerId)

  function setController(id: string) {
    onChange('stateControllerId', id)
    // The path of states is in the toolbar.
    if (id !== 'default' && !settings.toolbarAlwaysOpen) onChange('toolbarAlwaysOpen', true)
  }

  return (
    <>
      <Select
        label={t('dashboardSetup.stateController')}
        help={t('dashboardSetup.stateControllerHelp')}
        value={stateControllerId}
        // Dashboards of other products may have a controller of their own.
        options={isKnown ? controllers : [...controllers, { value: stateControllerId, label: stateControllerId }]}
        onChange={setController}
      />
      <CheckField
        label={t('dashboardSetup.showTitle')}
        isChecked={showTitle}
        onChange={(next) => onChange('showTitle', next)}
      />
      {showTitle && (
        <ColorField
          label={t('dashboardSetup.titleColor')}
          isOptional
          value={titleColor ?? ''}
          onChange={(color) => onChange('titleColor', color === '' ? null : color)}
        />
      )}
      <CheckField
        label={t('dashboardSetup.showLogo')}
        isChecked={showDashboardLogo}
        onChange={(next) => onChange('showDashboardLogo', next)}
      />
      {showDashboardLogo && (
        <ImageField
          label={t('dashboardSetup.logo')}
          help={t('dashboardSetup.logoHelp')}
          value={dashboardLogoUrl ?? ''}
          onChange={(image) => onChange('dashboardLogoUrl', image === '' ? null : image)}
        />
      )}
    </>
  )
}
