/** Requests a change of the user's email address; needs the password. A link is sent to the new address. */

import { useState } from 'react'
import { isContactEmail } from '../../contact/contact-input.ts'
import { HelpButton } from '../../help/help-button.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { tooLong } from '../../ui/field/text-errors.ts'
import { PasswordField, TextField } from '../../ui/field/text-field.tsx'
import { useSubmit } from '../../ui/field/use-submit.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'

export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const toasts = useToasts()
  const current = useAccount()?.user?.email ?? ''
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const sending = useSubmit()
  const typed = email.trim()
  const emailError =
    typed === current
      ? t('profile.emailIsTheSame')
      : isContactEmail(typed)
        ? tooLong(typed, t)
        : t('contact.emailInvalid')
  const passwordError = password === '' ? t('profile.currentPasswordMissing') : undefined

  function ask() {
    setTried(true)
    sending.setFailure(null)
    if (emailError || passwordError) return
    void sending.submit(async () => {
      await client.auth.requestEmailChange(typed, password)
      toasts.show({ kind: 'success', text: t('profile.emailLinkSent', { email: typed }) })
      onClose()
    })
  }

  return (
    <FormDialog
      help={<HelpButton page="profile" />}
      title={t('profile.changeEmail')}
      onClose={onClose}
      action={t('profile.sendLink')}
      sending={sending}
      onSubmit={ask}
    >
      <p className="sd-text-2 sd-sm">{t('profile.changeEmailText', { email: current })}</p>
      <TextField
        label={t('profile.newEmail')}
        type="email"
        autoComplete="email"
        autoFocus
        value={email}
        onChange={setEmail}
        error={isTried ? emailError : undefined}
      />
      <PasswordField
        label={t('profile.currentPassword')}
        value={password}
        onChange={setPassword}
        error={isTried ? passwordError : undefined}
      />
    </FormDialog>
  )
}
