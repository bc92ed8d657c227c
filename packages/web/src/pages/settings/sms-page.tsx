/** SMS provider, with a test message. */

import { ApiError } from '@sonde/client'
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
  type SmsFaults,
  smsFaults,
  testSmsFaults,
  wireSms,
} from './sms-input.ts'
import { useSettingsForm } from './use-settings-form.ts'

const quiet = { ignoreErrors: true } as const

/** null: none is set yet; the server answers 404. */
async function loadSms(calls: AdminSettingsCalls, signal?: AbortSignal): Promise<SmsSettings | null> {
  try {
    return (await calls.get('sms', { ...quiet, signal })).jsonValue as SmsSettings
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
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

type TextKey = Exclude<keyof SmsDraft, 'type' | 'secretFor'>

function SmsForm({ settings }: { settings: SmsSettings | null }) {
  const t = useText()
  const calls = useSettingsCalls()
  const form = useSettingsForm<SmsDraft, SmsSettings | null, SmsFaults>({
    name: 'sms',
    settings,
    load: () => loadSms(calls),
    draftOf: draftOfSms,
    faultsOf: (draft) => smsFaults(draft, t),
    save: (draft) => calls.save({ key: 'sms', jsonValue: wireSms(draft) }, quiet),
  })
  const { draft, change, touch, faults } = form
  const button = useRef<HTMLButtonElement>(null)
  const [isTesting, setTesting] = useState(false)
  const text = (field: TextKey) => ({
    label: t(`settings.${field}`),
    value: draft[field],
    error: faults[field],
    onBlur: () => touch(field),
    onChange: (value: string) => change({ [field]: value }),
    autoComplete: 'off',
  })
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

/** Stays open when the provider refuses, and says what it said. */
function TestSmsDialog({ provider, onClose }: { provider: SmsSettings; onClose: () => void }) {
  const t = useText()
  const calls = useSettingsCalls()
  const toasts = useToasts()
  return (
    <NewEntityDialog
      title={t('settings.sendTestSms')}
      size={480}
      initial={{ numberTo: '', message: '' }}
      faultsOf={(draft) => testSmsFaults(draft, t)}
      create={async ({ numberTo, message }) => {
        const number = numberTo.trim()
        await calls.testSms({ providerConfiguration: provider, numberTo: number, message: message.trim() }, quiet)
        toasts.show({ kind: 'success', text: t('settings.testSmsSent', { number }) })
        onClose()
      }}
      onClose={onClose}
    >
      {({ draft, change, touch, faults }) => (
        <>
          <p className="sd-text-2 sd-sm">{t('settings.testSmsText')}</p>
          <TextField
            label={t('settings.numberTo')}
            type="tel"
            autoComplete="off"
            value={draft.numberTo}
            error={faults.numberTo}
            onBlur={() => touch('numberTo')}
            onChange={(numberTo) => change({ numberTo })}
          />
          <TextArea
            label={t('settings.message')}
            help={t('settings.messageCount', { length: draft.message.trim().length, max: smsLengthMax })}
            value={draft.message}
            error={faults.message}
            onBlur={() => touch('message')}
            onChange={(message) => change({ message })}
          />
        </>
      )}
    </NewEntityDialog>
  )
}
