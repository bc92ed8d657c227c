/** General settings: base URL of links in emails. */

import type { AdminSettings } from '@sonde/model/admin-settings/admin-settings'
import { useQueryClient } from '@tanstack/react-query'
import { LinkBaseNotice, linkBaseKey } from '../../admin-settings/link-base.tsx'
import { useText } from '../../locale/use-text.tsx'
import { CheckField, TextArea, TextField } from '../../ui/field/text-field.tsx'
import { draftOfGeneral, type GeneralDraft, generalErrors, wireGeneral } from './general-input.ts'
import { useSettings, useSettingsCalls } from './settings-calls.ts'
import { SettingsForm, SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const quiet = { ignoreErrors: true } as const

export function GeneralPage() {
  const t = useText()
  const calls = useSettingsCalls()
  const query = useSettings('general', (signal) => calls.get('general', { ...quiet, signal }))
  return (
    <SettingsPage
      title={t('settings.general')}
      text={t('settings.generalText')}
      failed={t('settings.generalFailed')}
      query={query}
    >
      {(settings) => <GeneralForm settings={settings} />}
    </SettingsPage>
  )
}

function GeneralForm({ settings }: { settings: AdminSettings }) {
  const t = useText()
  const calls = useSettingsCalls()
  const queries = useQueryClient()
  const form = useSettingsForm<GeneralDraft, AdminSettings>({
    name: 'general',
    settings,
    load: () => calls.get('general', quiet),
    draftOf: ({ jsonValue }) => draftOfGeneral(jsonValue),
    fieldErrorsOf: (draft) => generalErrors(draft, t),
    async save(draft) {
      await calls.save({ key: 'general', jsonValue: wireGeneral(draft) }, quiet)
      await queries.invalidateQueries({ queryKey: linkBaseKey })
    },
  })
  return (
    <SettingsForm form={form}>
      <LinkBaseNotice />
      <TextField
        label={t('settings.baseUrl')}
        help={t('settings.baseUrlHelp')}
        type="url"
        autoComplete="off"
        value={form.draft.baseUrl}
        error={form.fieldErrors.baseUrl}
        onBlur={() => form.touch('baseUrl')}
        onChange={(baseUrl) => form.change({ baseUrl })}
      />
      <CheckField
        label={t('settings.prohibitDifferentUrl')}
        help={t('settings.prohibitDifferentUrlHelp')}
        isChecked={form.draft.prohibitDifferentUrl}
        onChange={(prohibitDifferentUrl) => form.change({ prohibitDifferentUrl })}
      />
      <TextArea
        label={t('settings.embedding')}
        help={t('settings.embeddingHelp')}
        isOptional
        isMono
        rows={3}
        placeholder={t('settings.embeddingExample')}
        value={form.draft.embeddingSites}
        error={form.fieldErrors.embeddingSites}
        onBlur={() => form.touch('embeddingSites')}
        onChange={(embeddingSites) => form.change({ embeddingSites })}
      />
    </SettingsForm>
  )
}
