/** Fields of a provider: template, client credentials and mapping of accounts to users. */

import type { OAuth2Template } from '@sonde/model/oauth2/oauth2'
import { BookmarkPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { ComboListField } from '../../../ui/field/combo-list-field.tsx'
import { CheckField, Select, TextField } from '../../../ui/field/text-field.tsx'
import { useFieldErrors } from './field-errors.ts'
import { FoldingPart } from './folding-part.tsx'
import { MapperFields } from './mapper-fields.tsx'
import { pathOf } from './oauth2-input.ts'
import {
  type ClientAuthentication,
  customProvider,
  keepsClientSecret,
  morePart,
  type Platform,
  type ProviderDraft,
  withTemplate,
} from './provider-input.ts'
import { SecretField } from './secret-field.tsx'

interface ProviderPartProps {
  readonly path: string
  readonly provider: ProviderDraft
  readonly templates: readonly OAuth2Template[]
  readonly onChange: (provider: ProviderDraft) => void
  /** Saves the provider as a template. */
  readonly onKeep: () => void
  /** Absent for the last provider, which can't be removed. */
  readonly onRemove?: () => void
}

const platforms: readonly Platform[] = ['WEB', 'ANDROID', 'IOS']

export function ProviderPart({ path, provider, templates, onChange, onKeep, onRemove }: ProviderPartProps) {
  const t = useText()
  const fieldErrors = useFieldErrors()
  const isCustom = provider.provider === customProvider
  const known = templates.map(({ providerId }) => providerId)
  // The provider's template may have been deleted.
  const names = [...new Set([...known, ...(isCustom ? [] : [provider.provider])]), customProvider]
  const template = templates.find(({ providerId }) => providerId === provider.provider)
  const title = provider.loginButtonLabel || provider.provider
  const morePath = pathOf(path, morePart)
  const text = (field: 'clientId' | 'clientSecret') => ({
    label: t(`oauth2.${field}`),
    value: provider[field],
    error: fieldErrors.of(pathOf(path, field)),
    onBlur: () => fieldErrors.touch(pathOf(path, field)),
    onChange: (value: string) => onChange({ ...provider, [field]: value }),
  })
  return (
    <FoldingPart
      title={title}
      note={provider.clientId}
      startsOpen
      mustBeOpen={fieldErrors.isBelow(path)}
      tools={
        onRemove && (
          <IconButton
            size="sm"
            label={t('oauth2.removeProvider', { name: title })}
            icon={<Trash2 size={16} strokeWidth={2} />}
            onClick={onRemove}
          />
        )
      }
    >
      <Select
        label={t('oauth2.provider')}
        value={provider.provider}
        help={
          template?.helpLink && (
            <a href={template.helpLink} target="_blank" rel="noreferrer">
              {t('oauth2.providerHelp', { name: template.providerId })}
            </a>
          )
        }
        options={names.map((value) => ({ value, label: value === customProvider ? t('oauth2.custom') : value }))}
        onChange={(name) =>
          onChange(
            withTemplate(
              provider,
              templates.find(({ providerId }) => providerId === name),
            ),
          )
        }
      />
      <fieldset className="sd-oauth2-choices">
        <legend>{t('oauth2.platforms')}</legend>
        {platforms.map((platform) => (
          <CheckField
            key={platform}
            label={t(`oauth2.${platform}`)}
            isChecked={provider.platforms.includes(platform)}
            onChange={(isOn) =>
              onChange({
                ...provider,
                platforms: platforms.filter((one) => (one === platform ? isOn : provider.platforms.includes(one))),
              })
            }
          />
        ))}
        <p className="sd-field-note">{t('oauth2.platformsHelp')}</p>
      </fieldset>
      <div className="sd-form-pair">
        <TextField {...text('clientId')} autoComplete="off" />
        <SecretField
          {...text('clientSecret')}
          help={t(
            keepsClientSecret(provider)
              ? 'settings.secretStored'
              : provider.secretFor
                ? 'settings.secretForOther'
                : 'settings.passwordHelp',
          )}
          copyLabel={t('oauth2.copyClientSecret')}
        />
      </div>
      <FoldingPart
        key={provider.provider}
        title={t('oauth2.customSettings')}
        startsOpen={isCustom}
        mustBeOpen={fieldErrors.isBelow(morePath)}
      >
        <GeneralFields path={morePath} provider={provider} isLocked={!isCustom} onChange={onChange} />
        <MapperFields path={morePath} provider={provider} onChange={onChange} />
        <div className="sd-oauth2-keep">
          <Button size="sm" icon={<BookmarkPlus size={16} strokeWidth={2} aria-hidden />} onClick={onKeep}>
            {t('oauth2.keepTemplate')}
          </Button>
          <p className="sd-text-3 sd-xs">{t('oauth2.keepTemplateText')}</p>
        </div>
      </FoldingPart>
    </FoldingPart>
  )
}

interface GeneralFieldsProps {
  readonly path: string
  readonly provider: ProviderDraft
  /** URLs come from the template until the user edits them. */
  readonly isLocked: boolean
  readonly onChange: (provider: ProviderDraft) => void
}

type AddressField = 'accessTokenUri' | 'authorizationUri' | 'jwkSetUri' | 'userInfoUri'

function GeneralFields({ path, provider, isLocked, onChange }: GeneralFieldsProps) {
  const t = useText()
  const fieldErrors = useFieldErrors()
  const [unlocked, setUnlocked] = useState<ReadonlySet<AddressField>>(new Set())
  const parts = (field: AddressField | 'loginButtonLabel' | 'loginButtonIcon') => ({
    label: t(`oauth2.${field}`),
    value: provider[field],
    error: fieldErrors.of(pathOf(path, field)),
    onBlur: () => fieldErrors.touch(pathOf(path, field)),
    onChange: (value: string) => onChange({ ...provider, [field]: value }),
    autoComplete: 'off',
  })
  const address = (field: AddressField, isOptional = false) => {
    const isReadOnly = isLocked && !unlocked.has(field)
    const { label, ...rest } = parts(field)
    return (
      <TextField
        {...rest}
        label={label}
        isOptional={isOptional}
        type="url"
        readOnly={isReadOnly}
        end={
          isReadOnly && (
            <IconButton
              size="sm"
              label={t('oauth2.unlock', { name: label })}
              icon={<Pencil size={16} strokeWidth={2} />}
              onClick={() => setUnlocked(new Set([...unlocked, field]))}
            />
          )
        }
      />
    )
  }
  const option = (value: string) => ({ value, label: value })
  return (
    <>
      {address('accessTokenUri')}
      {address('authorizationUri')}
      {address('jwkSetUri', true)}
      {address('userInfoUri', true)}
      <Select<ClientAuthentication>
        label={t('oauth2.clientAuthentication')}
        value={provider.clientAuthenticationMethod}
        options={[
          { value: 'BASIC', label: t('oauth2.authBasic') },
          { value: 'POST', label: t('oauth2.authPost') },
        ]}
        onChange={(clientAuthenticationMethod) => onChange({ ...provider, clientAuthenticationMethod })}
      />
      {!isLocked && (
        <div className="sd-form-pair">
          <TextField {...parts('loginButtonLabel')} help={t('oauth2.labelHelp')} />
          <TextField {...parts('loginButtonIcon')} isOptional help={t('oauth2.iconHelp')} />
        </div>
      )}
      <ComboListField
        label={t('oauth2.scope')}
        help={t('oauth2.scopeHelp')}
        error={fieldErrors.of(pathOf(path, 'scope'))}
        source={['oauth2', 'scopes']}
        load={async () => usualScopes.filter((one) => !provider.scope.includes(one)).map(option)}
        ofText={option}
        values={provider.scope.map(option)}
        onBlur={() => fieldErrors.touch(pathOf(path, 'scope'))}
        onChange={(values) => onChange({ ...provider, scope: values.map(({ value }) => value) })}
      />
    </>
  )
}

/** Standard scopes of OpenID Connect. */
const usualScopes = ['openid', 'email', 'profile']
