/** Fields of a set: providers, and the domains and mobile applications that offer them. */

import type { OAuth2Template } from '@sonde/model/oauth2/oauth2'
import { Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { CopyIconButton } from '../../../ui/copy/copy-button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { Select, TextField } from '../../../ui/field/text-field.tsx'
import { useFieldErrors } from './field-errors.ts'
import { FoldingPart } from './folding-part.tsx'
import {
  type DomainDraft,
  type DomainScheme,
  keepsAppSecret,
  type MobileDraft,
  newDomain,
  newMobile,
  newProvider,
  newSecret,
  type ParamsDraft,
  pathOf,
  redirectUris,
  titleOf,
} from './oauth2-input.ts'
import type { ProviderDraft } from './provider-input.ts'
import { ProviderPart } from './provider-part.tsx'
import { SecretField } from './secret-field.tsx'

const small = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const

interface ParamsPartProps {
  readonly params: ParamsDraft
  readonly onChange: (params: ParamsDraft) => void
  readonly onRemove: () => void
  /** Saves a provider as a template. */
  readonly onKeep: (provider: ProviderDraft) => void
  readonly templates: readonly OAuth2Template[]
  /** Path of the redirect URI. */
  readonly processingUrl: string
  readonly startsOpen: boolean
}

/** Replaces the item with this key, or removes it if `one` is null. */
export const withChanged = <T extends { readonly key: string }>(all: readonly T[], key: string, one: T | null) =>
  one === null ? all.filter((each) => each.key !== key) : all.map((each) => (each.key === key ? one : each))

export function ParamsPart({
  params,
  onChange,
  onRemove,
  onKeep,
  templates,
  processingUrl,
  startsOpen,
}: ParamsPartProps) {
  const t = useText()
  const fieldErrors = useFieldErrors()
  const [asks, setAsks] = useState(false)
  const { key, domains, mobiles, providers } = params
  const title = titleOf(params) || t('oauth2.newSet')
  return (
    <>
      <FoldingPart
        title={title}
        note={providers.map(({ loginButtonLabel }) => loginButtonLabel).join(', ')}
        startsOpen={startsOpen}
        mustBeOpen={fieldErrors.isBelow(key)}
        tools={
          <IconButton
            size="sm"
            label={t('oauth2.removeSet', { name: title })}
            icon={<Trash2 {...small} />}
            onClick={() => setAsks(true)}
          />
        }
      >
        <FieldGroup title={t('oauth2.domains')} text={t('oauth2.domainsText')}>
          {domains.map((domain) => (
            <DomainRow
              key={domain.key}
              path={pathOf(key, 'domains', domain.key)}
              domain={domain}
              processingUrl={processingUrl}
              onChange={(next) => onChange({ ...params, domains: withChanged(domains, domain.key, next) })}
              canRemove={domains.length > 1}
            />
          ))}
          <div>
            <Button
              size="sm"
              icon={<Plus {...small} />}
              onClick={() => onChange({ ...params, domains: [...domains, newDomain()] })}
            >
              {t('oauth2.addDomain')}
            </Button>
          </div>
        </FieldGroup>
        <FieldGroup title={t('oauth2.mobiles')} text={t('oauth2.mobilesText')}>
          {mobiles.map((mobile) => (
            <MobileRow
              key={mobile.key}
              path={pathOf(key, 'mobiles', mobile.key)}
              mobile={mobile}
              onChange={(next) => onChange({ ...params, mobiles: withChanged(mobiles, mobile.key, next) })}
            />
          ))}
          <div>
            <Button
              size="sm"
              icon={<Plus {...small} />}
              onClick={() => onChange({ ...params, mobiles: [...mobiles, newMobile()] })}
            >
              {t('oauth2.addMobile')}
            </Button>
          </div>
        </FieldGroup>
        <FieldGroup title={t('oauth2.providers')}>
          {providers.map((provider) => (
            <ProviderPart
              key={provider.key}
              path={pathOf(key, 'providers', provider.key)}
              provider={provider}
              templates={templates}
              onChange={(next) => onChange({ ...params, providers: withChanged(providers, provider.key, next) })}
              onKeep={() => onKeep(provider)}
              onRemove={
                providers.length > 1
                  ? () => onChange({ ...params, providers: withChanged(providers, provider.key, null) })
                  : undefined
              }
            />
          ))}
          <div>
            <Button
              size="sm"
              icon={<Plus {...small} />}
              onClick={() => onChange({ ...params, providers: [...providers, newProvider(templates)] })}
            >
              {t('oauth2.addProvider')}
            </Button>
          </div>
        </FieldGroup>
      </FoldingPart>
      {asks && (
        <ConfirmDialog
          title={t('oauth2.removeSetTitle', { name: title })}
          action={t('oauth2.removeSetAction')}
          onCancel={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false)
            onRemove()
          }}
        >
          {t('oauth2.removeSetText')}
        </ConfirmDialog>
      )}
    </>
  )
}

interface DomainRowProps {
  readonly path: string
  readonly domain: DomainDraft
  readonly processingUrl: string
  /** Called with null to remove the domain. */
  readonly onChange: (domain: DomainDraft | null) => void
  readonly canRemove: boolean
}

function DomainRow({ path, domain, processingUrl, onChange, canRemove }: DomainRowProps) {
  const t = useText()
  const fieldErrors = useFieldErrors()
  const at = pathOf(path, 'name')
  const uris = redirectUris(domain, processingUrl)
  return (
    <div className="sd-oauth2-row">
      <div className="sd-oauth2-pair">
        <Select<DomainScheme>
          label={t('oauth2.scheme')}
          value={domain.scheme}
          options={[
            { value: 'HTTP', label: 'HTTP' },
            { value: 'HTTPS', label: 'HTTPS' },
            { value: 'MIXED', label: t('oauth2.schemeMixed') },
          ]}
          onChange={(scheme) => {
            onChange({ ...domain, scheme })
            fieldErrors.touch(at)
          }}
        />
        <TextField
          label={t('oauth2.domain')}
          value={domain.name}
          error={fieldErrors.of(at)}
          onBlur={() => fieldErrors.touch(at)}
          onChange={(name) => onChange({ ...domain, name })}
          autoComplete="off"
        />
        {canRemove && (
          <div className="sd-oauth2-remove">
            <IconButton
              label={t('oauth2.removeDomain', { name: domain.name || t('oauth2.thisDomain') })}
              icon={<Trash2 {...small} />}
              onClick={() => onChange(null)}
            />
          </div>
        )}
      </div>
      {uris.length > 0 && (
        <dl className="sd-oauth2-uris">
          {uris.map((uri) => (
            <div key={uri}>
              <dt>{t('oauth2.redirectUri')}</dt>
              <dd>
                <span className="sd-mono">{uri}</span>
                <CopyIconButton text={uri} label={t('oauth2.copyRedirectUri', { uri })} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

interface MobileRowProps {
  readonly path: string
  readonly mobile: MobileDraft
  /** Called with null to remove the application. */
  readonly onChange: (mobile: MobileDraft | null) => void
}

function MobileRow({ path, mobile, onChange }: MobileRowProps) {
  const t = useText()
  const fieldErrors = useFieldErrors()
  const parts = (field: 'pkgName' | 'appSecret') => ({
    label: t(`oauth2.${field}`),
    value: mobile[field],
    error: fieldErrors.of(pathOf(path, field)),
    onBlur: () => fieldErrors.touch(pathOf(path, field)),
    onChange: (value: string) => onChange({ ...mobile, [field]: value }),
  })
  return (
    <div className="sd-oauth2-row">
      <div className="sd-oauth2-pair" data-even>
        <TextField {...parts('pkgName')} autoComplete="off" placeholder="org.example.app" />
        <SecretField
          {...parts('appSecret')}
          help={t(mobile.appSecret === '' && keepsAppSecret(mobile) ? 'settings.secretStored' : 'oauth2.appSecretHelp')}
          copyLabel={t('oauth2.copyAppSecret')}
          tools={
            <IconButton
              size="sm"
              label={t('oauth2.makeSecret')}
              icon={<RefreshCw size={16} strokeWidth={2} />}
              onClick={() => onChange({ ...mobile, appSecret: newSecret() })}
            />
          }
        />
        <div className="sd-oauth2-remove">
          <IconButton
            label={t('oauth2.removeMobile', { name: mobile.pkgName || t('oauth2.thisMobile') })}
            icon={<Trash2 {...small} />}
            onClick={() => onChange(null)}
          />
        </div>
      </div>
    </div>
  )
}
