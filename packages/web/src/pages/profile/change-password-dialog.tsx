/** Changes the own password; the session goes on with new tokens, all others end. */

import { useState } from 'react'
import { HelpButton } from '../../help/help-button.tsx'
import { useText } from '../../locale/use-text.tsx'
import { NewPasswordFields, useNewPassword } from '../../session/new-password.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError } from '../../ui/field/form-error.tsx'
import { PasswordField } from '../../ui/field/text-field.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const toasts = useToasts()
  const account = useAccount()
  const wanted = useNewPassword()
  const [current, setCurrent] = useState('')
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit() {
    setTried(true)
    setFailure(null)
    const password = wanted.check()
    if (isBusy || current === '' || password === undefined) return
    setBusy(true)
    try {
      client.session.loginWithTokens(await client.auth.changePassword(current, password), true)
      toasts.show({ kind: 'success', text: t('profile.passwordChanged') })
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      help={<HelpButton page="profile" />}
      title={t('profile.changePassword')}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button kind="plain" onClick={onClose} disabled={isBusy}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" busy={isBusy}>
            {t('profile.changePassword')}
          </Button>
        </>
      }
    >
      <div className="sd-form">
        <FormError text={failure} />
        {/* Password managers keep the password with the account. */}
        <input type="text" hidden readOnly autoComplete="username" value={account?.user?.email ?? ''} />
        <PasswordField
          label={t('profile.currentPassword')}
          autoFocus
          value={current}
          onChange={setCurrent}
          error={isTried && current === '' ? t('profile.currentPasswordMissing') : undefined}
        />
        <NewPasswordFields form={wanted} label={t('login.newPassword')} againLabel={t('login.newPasswordAgain')} />
      </div>
    </Dialog>
  )
}
