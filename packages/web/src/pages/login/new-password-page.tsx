/** Sets a password through a link: a reset, a replacement of an expired one, or the first one of a new account. */

import { useLocation, useRouter } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { NewPasswordFields, useNewPassword } from '../../session/new-password.tsx'
import { useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { focusFirstError } from '../../ui/field/focus-first-error.ts'
import { failureText } from '../../ui/states/failure-text.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'

export function NewPasswordPage() {
  const t = useText()
  const client = useClient()
  const toasts = useToasts()
  const router = useRouter()
  const { pathname, search } = useLocation()
  const isFirst = pathname.endsWith('/createPassword')
  const isExpired = pathname.endsWith('/resetExpiredPassword')
  const token = isFirst ? search.activateToken : search.resetToken
  const wanted = useNewPassword()
  const [isBusy, setBusy] = useState(false)
  const showError = (text: string) => toasts.show({ kind: 'error', text })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!token) return showError(t('login.tokenMissing'))
    const password = wanted.check()
    if (password === undefined) return focusFirstError(event.currentTarget)
    setBusy(true)
    try {
      const tokens = isFirst
        ? await client.auth.activate(token, password, true)
        : await client.auth.resetPassword(token, password)
      client.session.loginWithTokens(tokens, true)
      await router.invalidate()
    } catch (failure) {
      showError(failureText(failure))
      setBusy(false)
    }
  }

  return (
    <>
      <h1>{t(isFirst ? 'login.createTitle' : 'login.newPasswordTitle')}</h1>
      {isExpired && <p className="sd-login-lead">{t('login.expiredText')}</p>}
      <form className="sd-login-form" noValidate onSubmit={submit}>
        <NewPasswordFields
          form={wanted}
          label={t(isFirst ? 'login.password' : 'login.newPassword')}
          againLabel={t(isFirst ? 'login.passwordAgain' : 'login.newPasswordAgain')}
          icon={<Lock size={18} strokeWidth={1.75} aria-hidden />}
          autoFocus
        />
        <Button kind="filled" size="lg" type="submit" fullWidth busy={isBusy}>
          {t(isFirst ? 'login.createPassword' : 'login.setPassword')}
        </Button>
        <BackToSignIn />
      </form>
    </>
  )
}
