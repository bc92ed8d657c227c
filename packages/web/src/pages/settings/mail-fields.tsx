/** Fields of the mail server. */

import { tlsVersions } from '@sonde/model/admin-settings/admin-settings'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { CheckField, PasswordField, Select, TextField } from '../../ui/field/text-field.tsx'
import {
  keepsPassword,
  keepsProxyPassword,
  type MailDraft,
  type MailErrors,
  typesPassword,
  typesProxyPassword,
} from './mail-input.ts'
import { textFields } from './text-fields.ts'

interface MailFieldsProps {
  readonly fields: EntityFields<MailDraft, MailErrors>
}

export function MailFields({ fields }: MailFieldsProps) {
  const t = useText()
  const { draft, change } = fields
  const text = textFields(fields, (field) => t(`settings.${field}`))
  const passwordHelp = (isStored: boolean, isRetained: boolean) =>
    t(isRetained ? 'settings.newPasswordHelp' : isStored ? 'settings.passwordForOther' : 'settings.passwordHelp')
  return (
    <>
      <TextField {...text('mailFrom')} help={t('settings.mailFromHelp')} />
      <FieldGroup title={t('settings.smtpServer')}>
        <Select
          label={t('settings.smtpProtocol')}
          value={draft.smtpProtocol}
          options={[
            { value: 'smtp', label: 'SMTP' },
            { value: 'smtps', label: 'SMTPS' },
          ]}
          onChange={(smtpProtocol) => change({ smtpProtocol })}
        />
        <TextField {...text('smtpHost')} />
        <div className="sd-form-pair">
          <TextField {...text('smtpPort')} inputMode="numeric" />
          <TextField {...text('timeout')} inputMode="numeric" />
        </div>
        <CheckField
          label={t('settings.enableTls')}
          help={t('settings.enableTlsHelp')}
          isChecked={draft.enableTls}
          onChange={(enableTls) => change({ enableTls })}
        />
        {draft.enableTls && (
          <Select
            label={t('settings.tlsVersion')}
            value={draft.tlsVersion}
            options={tlsVersions.map((value) => ({ value, label: value }))}
            onChange={(tlsVersion) => change({ tlsVersion })}
          />
        )}
      </FieldGroup>
      <FieldGroup title={t('settings.proxy')}>
        <CheckField
          label={t('settings.enableProxy')}
          isChecked={draft.enableProxy}
          onChange={(enableProxy) => change({ enableProxy })}
        />
        {draft.enableProxy && (
          <>
            <div className="sd-form-pair">
              <TextField {...text('proxyHost')} />
              <TextField {...text('proxyPort')} inputMode="numeric" />
            </div>
            <TextField {...text('proxyUser')} isOptional />
            {keepsProxyPassword(draft) && (
              <CheckField
                label={t('settings.changeProxyPassword')}
                help={t('settings.changePasswordHelp')}
                isChecked={draft.changesProxyPassword}
                onChange={(changesProxyPassword) => change({ changesProxyPassword, proxyPassword: '' })}
              />
            )}
            {typesProxyPassword(draft) && (
              <PasswordField
                {...text('proxyPassword')}
                isOptional
                autoComplete="new-password"
                help={passwordHelp(draft.proxyPasswordFor !== null, keepsProxyPassword(draft))}
              />
            )}
          </>
        )}
      </FieldGroup>
      <FieldGroup title={t('settings.signIn')}>
        <TextField {...text('username')} isOptional />
        {keepsPassword(draft) && (
          <CheckField
            label={t('settings.changePassword')}
            help={t('settings.changePasswordHelp')}
            isChecked={draft.changesPassword}
            onChange={(changesPassword) => change({ changesPassword, password: '' })}
          />
        )}
        {typesPassword(draft) && (
          <PasswordField
            {...text('password')}
            isOptional
            autoComplete="new-password"
            help={passwordHelp(draft.passwordFor !== null, keepsPassword(draft))}
          />
        )}
      </FieldGroup>
    </>
  )
}
