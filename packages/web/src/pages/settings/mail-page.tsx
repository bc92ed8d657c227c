/** Outgoing mail server, with a test email. */

import type { AdminSettingsCalls } from '@sonde/client/admin-settings/admin-settings-calls'
import type { MailSettings } from '@sonde/model/admin-settings/admin-settings'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { focusFirstError } from '../../ui/field/focus-first-error.ts'
import { FormError } from '../../ui/field/form-error.tsx'
import { useSubmit } from '../../ui/field/use-submit.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { MailFields } from './mail-fields.tsx'
import { draftOfMail, type MailDraft, type MailErrors, mailErrors, type StoredMail, wireMail } from './mail-input.ts'
import { useSettings, useSettingsCalls } from './settings-calls.ts'
import { SettingsForm, SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const quiet = { ignoreErrors: true } as const

async function loadMail(calls: AdminSettingsCalls, signal?: AbortSignal): Promise<StoredMail> {
  const options = { ...quiet, signal }
  const [{ jsonValue }, secrets] = await Promise.all([calls.get('mail', options), calls.secrets('mail', options)])
  return { settings: jsonValue as Partial<MailSettings>, secrets }
}

export function MailPage() {
  const t = useText()
  const calls = useSettingsCalls()
  const query = useSettings('mail', (signal) => loadMail(calls, signal))
  return (
    <SettingsPage
      title={t('settings.mail')}
      text={t('settings.mailText')}
      failed={t('settings.mailFailed')}
      query={query}
    >
      {(stored) => <MailForm stored={stored} />}
    </SettingsPage>
  )
}

function MailForm({ stored }: { stored: StoredMail }) {
  const t = useText()
  const calls = useSettingsCalls()
  const form = useSettingsForm<MailDraft, StoredMail, MailErrors>({
    name: 'mail',
    settings: stored,
    load: () => loadMail(calls),
    draftOf: draftOfMail,
    fieldErrorsOf: (draft) => mailErrors(draft, t),
    save: (draft) => calls.save(wireMail(draft), quiet),
  })
  return (
    <SettingsForm form={form}>
      <MailFields fields={form} />
      <FieldGroup title={t('settings.test')}>
        <TestMail draft={form.draft} isRight={form.check} />
      </FieldGroup>
    </SettingsForm>
  )
}

/** Sends a test email with the form's settings. Shows the server's error until a setting is changed. */
function TestMail({ draft, isRight }: { draft: MailDraft; isRight: () => boolean }) {
  const t = useText()
  const calls = useSettingsCalls()
  const toasts = useToasts()
  const email = useAccount()?.user?.email ?? ''
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, failure, setFailure, submit } = useSubmit()
  const [sent, setSent] = useState<MailDraft | null>(null)

  function send() {
    setFailure(null)
    if (!isRight()) return focusFirstError(button.current?.form ?? null)
    setSent(draft)
    void submit(async () => {
      await calls.testMail(wireMail(draft), quiet)
      toasts.show({ kind: 'success', text: t('settings.testMailSent', { email }) })
    })
  }

  return (
    <>
      <div className="sd-settings-test">
        <Button ref={button} icon={<Send size={16} strokeWidth={2} aria-hidden />} busy={isBusy} onClick={send}>
          {t('settings.sendTestMail')}
        </Button>
        <p>{t('settings.testMailHelp', { email })}</p>
      </div>
      <FormError text={sent === draft ? failure : null} />
    </>
  )
}
