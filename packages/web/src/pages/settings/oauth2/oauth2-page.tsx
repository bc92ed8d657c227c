/** Sign-in with accounts of other providers: providers, domains and user mapping. */

import './oauth2.css'
import type { OAuth2Template } from '@sonde/model/oauth2/oauth2'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { FormNote } from '../../../ui/field/form-note.tsx'
import { CheckField } from '../../../ui/field/text-field.tsx'
import { useSettings } from '../settings-calls.ts'
import { SettingsForm, SettingsPage } from '../settings-page.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { ErrorsProvider, useErrors } from './field-errors.ts'
import { loadOAuth2, quiet, type StoredOAuth2, useOAuth2Calls, useTemplates } from './oauth2-calls.ts'
import { draftOfOAuth2, newParams, type OAuth2Draft, oauth2Errors, wireOAuth2 } from './oauth2-input.ts'
import { ParamsPart, withChanged } from './params-part.tsx'
import type { ProviderDraft } from './provider-input.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { TemplateList } from './template-list.tsx'

export function OAuth2Page() {
  const t = useText()
  const calls = useOAuth2Calls()
  const query = useSettings('oauth2', (signal) => loadOAuth2(calls, signal))
  const templates = useTemplates()
  // If loading the templates fails, providers can still be entered manually.
  const isReady = !templates.isPending
  return (
    <SettingsPage
      title={t('oauth2.title')}
      text={t('oauth2.text')}
      failed={t('oauth2.failed')}
      query={isReady ? query : { ...query, data: undefined }}
    >
      {(stored) => <OAuth2Form stored={stored} templates={templates.data ?? []} />}
    </SettingsPage>
  )
}

interface OAuth2FormProps {
  readonly stored: StoredOAuth2
  readonly templates: readonly OAuth2Template[]
}

function OAuth2Form({ stored, templates }: OAuth2FormProps) {
  const t = useText()
  const calls = useOAuth2Calls()
  const form = useSettingsForm<OAuth2Draft, StoredOAuth2>({
    name: 'oauth2',
    settings: stored,
    load: () => loadOAuth2(calls),
    draftOf: draftOfOAuth2,
    // One message for the whole form; the parts show the errors of their fields.
    fieldErrorsOf: (draft) => ({ sets: oauth2Errors(draft, t).size > 0 ? t('oauth2.faulty') : undefined }),
    save: (draft) => calls.saveConfig(wireOAuth2(draft), quiet),
  })
  const { draft, change } = form
  const all = useMemo(() => oauth2Errors(draft, t), [draft, t])
  const fieldErrors = useErrors(all, form.fieldErrors.sets !== undefined)
  const { enabled, sets } = draft
  const [storedDraft, setStoredDraft] = useState<ProviderDraft | null>(null)
  const add = () => newParams(templates, window.location.host)
  return (
    <ErrorsProvider value={fieldErrors}>
      <SettingsForm form={form}>
        <FormNote text={t('oauth2.notAvailable')} />
        <CheckField
          label={t('oauth2.enabled')}
          help={t('oauth2.enabledHelp')}
          isChecked={enabled}
          isDisabled={!enabled}
          onChange={(isOn) => change({ enabled: isOn })}
        />
        {sets.map((params) => (
          <ParamsPart
            key={params.key}
            params={params}
            templates={templates}
            processingUrl={stored.processingUrl}
            startsOpen={sets.length === 1 || params.key.startsWith('new')}
            onChange={(next) => change({ sets: withChanged(sets, params.key, next) })}
            onKeep={setStoredDraft}
            onRemove={() => change({ sets: withChanged(sets, params.key, null) })}
          />
        ))}
        {(enabled || sets.length > 0) && (
          <div>
            <Button
              icon={<Plus size={16} strokeWidth={2} aria-hidden />}
              aria-invalid={fieldErrors.of('sets') ? true : undefined}
              onClick={() => change({ sets: [...sets, add()] })}
            >
              {t('oauth2.addSet')}
            </Button>
            {fieldErrors.of('sets') && (
              <p className="sd-field-note" data-error role="alert">
                {fieldErrors.of('sets')}
              </p>
            )}
          </div>
        )}
      </SettingsForm>
      {templates.length > 0 && (enabled || sets.length > 0) && (
        <div className="sd-settings-form sd-oauth2-foot">
          <TemplateList templates={templates} />
        </div>
      )}
      {storedDraft && (
        <TemplateDialog provider={storedDraft} templates={templates} onClose={() => setStoredDraft(null)} />
      )}
    </ErrorsProvider>
  )
}
