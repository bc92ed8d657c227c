/** Rules for passwords and failed sign-ins. */

import type { SecuritySettings } from '@sonde/model/admin-settings/admin-settings'
import { useText } from '../../locale/use-text.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { CheckField, TextField } from '../../ui/field/text-field.tsx'
import {
  draftOfSecurity,
  letterFields,
  type SecurityDraft,
  type SecurityErrors,
  securityErrors,
  signFields,
  wireSecurity,
} from './security-input.ts'
import { useSettings, useSettingsCalls } from './settings-calls.ts'
import { SettingsForm, SettingsPage } from './settings-page.tsx'
import { textFields } from './text-fields.ts'
import { useSettingsForm } from './use-settings-form.ts'

const quiet = { ignoreErrors: true } as const

export function SecurityPage() {
  const t = useText()
  const calls = useSettingsCalls()
  const query = useSettings('security', (signal) => calls.security({ ...quiet, signal }))
  return (
    <SettingsPage
      title={t('settings.security')}
      text={t('settings.securityText')}
      failed={t('settings.securityFailed')}
      query={query}
    >
      {(settings) => <SecurityForm settings={settings} />}
    </SettingsPage>
  )
}

function SecurityForm({ settings }: { settings: SecuritySettings }) {
  const t = useText()
  const calls = useSettingsCalls()
  const form = useSettingsForm<SecurityDraft, SecuritySettings, SecurityErrors>({
    name: 'security',
    settings,
    load: () => calls.security(quiet),
    draftOf: draftOfSecurity,
    fieldErrorsOf: (draft) => securityErrors(draft, t),
    save: (draft) => calls.saveSecurity(wireSecurity(draft), quiet),
  })
  const { draft, change } = form
  const text = textFields(form, (field) => t(`settings.${field}`))
  const number = (field: Parameters<typeof text>[0]) => ({ ...text(field), inputMode: 'numeric' as const })
  return (
    <SettingsForm form={form}>
      <FieldGroup title={t('settings.lockout')}>
        <TextField {...number('maxFailedLoginAttempts')} isOptional help={t('settings.maxFailedLoginAttemptsHelp')} />
        <TextField {...text('userLockoutNotificationEmail')} isOptional type="email" />
      </FieldGroup>
      <FieldGroup title={t('settings.passwordPolicy')} text={t('settings.policyNote')}>
        <TextField {...number('minimumLength')} />
        {[letterFields, signFields].map((pair) => (
          <div key={pair[0]} className="sd-form-pair">
            {pair.map((field) => (
              <TextField key={field} {...number(field)} isOptional />
            ))}
          </div>
        ))}
        <div className="sd-form-pair">
          <TextField
            {...number('passwordExpirationPeriodDays')}
            isOptional
            help={t('settings.passwordExpirationPeriodDaysHelp')}
          />
          <TextField
            {...number('passwordReuseFrequencyDays')}
            isOptional
            help={t('settings.passwordReuseFrequencyDaysHelp')}
          />
        </div>
        <CheckField
          label={t('settings.allowWhitespaces')}
          isChecked={draft.allowWhitespaces}
          onChange={(allowWhitespaces) => change({ allowWhitespaces })}
        />
      </FieldGroup>
    </SettingsForm>
  )
}
