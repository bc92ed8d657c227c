/** Changes the user's own password. This session continues with new tokens; all other sessions end. */

import { useState } from 'react'
import { HelpButton } from '../../help/help-button.tsx'
import { useText } from '../../locale/use-text.tsx'
import { NewPasswordFields, useNewPassword } from '../../session/new-password.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { PasswordField } from '../../ui/field/text-field.tsx'
import { useSubmit } from '../../ui/field/use-submit.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const toasts = useToasts()
  const account = useAccount()
  const wanted = useNewPassword()
  const [current, setCurrent] = useState('')
  const [isTried, setTried] = useState(false)
  const sending = useSubmit()

  function change() {
    setTried(true)
    sending.setFailure(null)
    const password = wanted.check()
    if (current === '' || password === undefined) return
    void sending.submit(async () => {
      client.session.loginWithTokens(await client.auth.changePassword(current, password), true)
      toasts.show({ kind: 'success', text: t('profile.passwordChanged') })
      onClose()
    })
  }

  return (
    <FormDialog
      help={<HelpButton page="profile" />}
      title={t('profile.changePassword')}
      onClose={onClose}
      action={t('profile.changePassword')}
      sending={sending}
      onSubmit={change}
    >
      {/* Password managers store the password with the account. */}
      <input type="text" hidden readOnly autoComplete="username" value={account?.user?.email ?? ''} />
      <PasswordField
        label={t('profile.currentPassword')}
        autoFocus
        value={current}
        onChange={setCurrent}
        error={isTried && current === '' ? t('profile.currentPasswordMissing') : undefined}
      />
      <NewPasswordFields form={wanted} label={t('login.newPassword')} againLabel={t('login.newPasswordAgain')} />
    </FormDialog>
  )
}
