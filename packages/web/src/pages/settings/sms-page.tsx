/** SMS provider, with a test message. */

import type { AdminSettingsCalls } from '@sonde/client/admin-settings/admin-settings-calls'
import { type SmsSettings, smsLengthMax } from '@sonde/model/admin-settings/admin-settings'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { focusFirstError } from '../../ui/field/focus-first-error.ts'
import { PasswordField, Select, TextArea, TextField } from '../../ui/field/text-field.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { useSettings, useSettingsCalls } from './settings-calls.ts'
import { SettingsForm, SettingsPage } from './settings-page.tsx'
import {
  draftOfSms,
  keepsSmsSecret,
  type SmsDraft,
  type SmsErrors,
  smsErrors,
  testSmsErrors,
  wireSms,
} from './sms-input.ts'
import { textFields } from './text-fields.ts'
import { useSettingsForm } from './use-settings-form.ts'

const quiet = { ignoreErrors: true } as const

/** Null: no provider is set yet. All providers have a secret, so without a stored secret there is nothing to load. */
async function loadSms(calls: AdminSettingsCalls, signal?: AbortSignal): Promise<SmsSettings | null> {
  const secrets = await calls.secrets('sms', { ...quiet, signal })
  return secrets.length === 0 ? null : ((await calls.get('sms', { ...quiet, signal })).jsonValue as SmsSettings)
}

export function SmsPage() {
  const t = useText()
  const calls = useSettingsCalls()
  const query = useSettings('sms', (signal) => loadSms(calls, signal))
  return (
    <SettingsPage title={t('settings.sms')} text={t('settings.smsText')} failed={t('settings.smsFailed')} query={query}>
      {(settings) => <SmsForm settings={settings} />}
    </SettingsPage>
  )
}

function SmsForm({ settings }: { settings: SmsSettings | null }) {
  const t = useText()
  const calls = useSettingsCalls()
  const form = useSettingsForm<SmsDraft, SmsSettings | null, SmsErrors>({
    name: 'sms',
    settings,
    load: () => loadSms(calls),
    draftOf: draftOfSms,
    fieldErrorsOf: (draft) => smsErrors(draft, t),
    save: (draft) => calls.save({ key: 'sms', jsonValue: wireSms(draft) }, quiet),
  })
  const { draft, change } = form
  const button = useRef<HTMLButtonElement>(null)
  const [isTesting, setTesting] = useState(false)
  const text = textFields(form, (field) => t(`settings.${field}`))
  const secretHelp = t(
    keepsSmsSecret(draft) ? 'settings.secretStored' : settings ? 'settings.secretForOther' : 'settings.passwordHelp',
  )
  return (
    <>
      <SettingsForm form={form}>
        {settings === null && <p className="sd-text-2 sd-sm">{t('settings.smsNone')}</p>}
        <Select
          label={t('settings.smsProvider')}
          value={draft.type}
          options={[
            { value: 'AWS_SNS', label: t('settings.awsSns') },
            { value: 'TWILIO', label: t('settings.twilio') },
          ]}
          onChange={(type) => change({ type })}
        />
        {draft.type === 'AWS_SNS' ? (
          <>
            <TextField {...text('accessKeyId')} />
            <PasswordField {...text('secretAccessKey')} autoComplete="new-password" help={secretHelp} />
            <TextField {...text('region')} />
          </>
        ) : (
          <>
            <TextField {...text('numberFrom')} help={t('settings.numberFromHelp')} />
            <TextField {...text('accountSid')} />
            <PasswordField {...text('accountToken')} autoComplete="new-password" help={secretHelp} />
          </>
        )}
        <FieldGroup title={t('settings.test')}>
          <div className="sd-settings-test">
            <Button
              ref={button}
              icon={<Send size={16} strokeWidth={2} aria-hidden />}
              onClick={() => (form.check() ? setTesting(true) : focusFirstError(button.current?.form ?? null))}
            >
              {t('settings.sendTestSms')}
            </Button>
            <p>{t('settings.testSmsHelp')}</p>
          </div>
        </FieldGroup>
      </SettingsForm>
      {isTesting && <TestSmsDialog provider={wireSms(draft)} onClose={() => setTesting(false)} />}
    </>
  )
}

/** Sends a test message; stays open and shows the error if the provider rejects it. */
function TestSmsDialog({ provider, onClose }: { provider: SmsSettings; onClose: () => void }) {
  const t = useText()
  const calls = useSettingsCalls()
  const toasts = useToasts()
  return (
    <NewEntityDialog
      title={t('settings.sendTestSms')}
      size={480}
      initial={{ numberTo: '', message: '' }}
      fieldErrorsOf={(draft) => testSmsErrors(draft, t)}
      create={async ({ numberTo, message }) => {
        const number = numberTo.trim()
        await calls.testSms({ providerConfiguration: provider, numberTo: number, message: message.trim() }, quiet)
        toasts.show({ kind: 'success', text: t('settings.testSmsSent', { number }) })
        onClose()
      }}
      onClose={onClose}
    >
      {({ draft, change, touch, fieldErrors }) => (
        <>
          <p className="sd-text-2 sd-sm">{t('settings.testSmsText')}</p>
          <TextField
            label={t('settings.numberTo')}
            type="tel"
            autoComplete="off"
            value={draft.numberTo}
            error={fieldErrors.numberTo}
            onBlur={() => touch('numberTo')}
            onChange={(numberTo) => change({ numberTo })}
          />
          <TextArea
            label={t('settings.message')}
            help={t('settings.messageCount', { length: draft.message.trim().length, max: smsLengthMax })}
            value={draft.message}
            error={fieldErrors.message}
            onBlur={() => touch('message')}
            onChange={(message) => change({ message })}
          />
        </>
      )}
    </NewEntityDialog>
  )
}
