/** Fields for the mapping of a provider's account to a user: fields of the response, tenant and customer. */

import { useText } from '../../../locale/use-text.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { CheckField, PasswordField, Select, TextField } from '../../../ui/field/text-field.tsx'
import { useFieldErrors } from './field-errors.ts'
import { pathOf } from './oauth2-input.ts'
import {
  keepsMapperPassword,
  type MapperDraft,
  type MapperType,
  type ProviderDraft,
  type TenantNameStrategy,
} from './provider-input.ts'

interface MapperFieldsProps {
  readonly path: string
  readonly provider: ProviderDraft
  readonly onChange: (provider: ProviderDraft) => void
}

type TextKey = {
  [F in keyof MapperDraft]: MapperDraft[F] extends string ? (string extends MapperDraft[F] ? F : never) : never
}[keyof MapperDraft]

const types: readonly MapperType[] = ['BASIC', 'CUSTOM', 'GITHUB', 'APPLE']
const strategies: readonly TenantNameStrategy[] = ['DOMAIN', 'EMAIL', 'CUSTOM']

export function MapperFields({ path, provider, onChange }: MapperFieldsProps) {
  const t = useText()
  const fieldErrors = useFieldErrors()
  const { mapper } = provider
  const change = (part: Partial<MapperDraft>) => onChange({ ...provider, mapper: { ...mapper, ...part } })
  const text = (field: TextKey) => ({
    label: t(`oauth2.${field}`),
    value: mapper[field],
    error: fieldErrors.of(pathOf(path, field)),
    onBlur: () => fieldErrors.touch(pathOf(path, field)),
    onChange: (value: string) => change({ [field]: value }),
    autoComplete: 'off',
  })
  const nameAt = pathOf(path, 'userNameAttributeName')
  return (
    <FieldGroup title={t('oauth2.mapping')}>
      <CheckField
        label={t('oauth2.allowUserCreation')}
        help={t('oauth2.allowUserCreationHelp')}
        isChecked={mapper.allowUserCreation}
        onChange={(allowUserCreation) => change({ allowUserCreation })}
      />
      <CheckField
        label={t('oauth2.activateUser')}
        help={t('oauth2.activateUserHelp')}
        isChecked={mapper.activateUser}
        onChange={(activateUser) => change({ activateUser })}
      />
      <div className="sd-form-pair">
        <TextField
          label={t('oauth2.userNameAttributeName')}
          value={provider.userNameAttributeName}
          error={fieldErrors.of(nameAt)}
          onBlur={() => fieldErrors.touch(nameAt)}
          onChange={(userNameAttributeName) => onChange({ ...provider, userNameAttributeName })}
          autoComplete="off"
        />
        <Select<MapperType>
          label={t('oauth2.mapperType')}
          value={mapper.type}
          options={types.map((value) => ({ value, label: t(`oauth2.mapper${value}`) }))}
          onChange={(type) => change({ type })}
        />
      </div>
      {mapper.type === 'CUSTOM' ? (
        <>
          <TextField {...text('url')} type="url" help={t('oauth2.urlHelp')} />
          <div className="sd-form-pair">
            <TextField {...text('username')} isOptional />
            <PasswordField
              {...text('password')}
              isOptional
              autoComplete="new-password"
              help={t(
                keepsMapperPassword(mapper)
                  ? 'settings.secretStored'
                  : mapper.passwordFor
                    ? 'settings.secretForOther'
                    : 'settings.passwordHelp',
              )}
            />
          </div>
          <CheckField
            label={t('oauth2.sendToken')}
            isChecked={mapper.sendToken}
            onChange={(sendToken) => change({ sendToken })}
          />
        </>
      ) : (
        <>
          {mapper.type !== 'GITHUB' && <TextField {...text('emailAttributeKey')} />}
          <div className="sd-form-pair">
            <TextField {...text('firstNameAttributeKey')} isOptional />
            <TextField {...text('lastNameAttributeKey')} isOptional />
          </div>
          <Select<TenantNameStrategy>
            label={t('oauth2.tenantNameStrategy')}
            help={t(`oauth2.strategy${mapper.tenantNameStrategy}Help`)}
            value={mapper.tenantNameStrategy}
            options={strategies.map((value) => ({ value, label: t(`oauth2.strategy${value}`) }))}
            onChange={(tenantNameStrategy) => change({ tenantNameStrategy })}
          />
          {mapper.tenantNameStrategy === 'CUSTOM' && (
            <TextField {...text('tenantNamePattern')} help={t('oauth2.patternHelp')} isMono />
          )}
          <TextField {...text('customerNamePattern')} isOptional help={t('oauth2.patternHelp')} isMono />
          <TextField {...text('defaultDashboardName')} isOptional help={t('oauth2.defaultDashboardNameHelp')} />
          <CheckField
            label={t('oauth2.alwaysFullScreen')}
            isChecked={mapper.alwaysFullScreen}
            onChange={(alwaysFullScreen) => change({ alwaysFullScreen })}
          />
        </>
      )}
    </FieldGroup>
  )
}
