/** Sets a password by a link: a new one, one in place of an expired one, or the first of an activated account. */

import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/field/text-field.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'

export function NewPasswordPage() {
  const t = useText()
  const client = useClient()
  const toasts = useToasts()
  const router = useRouter()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isFirst = pathname.endsWith('/createPassword')
  const isExpired = pathname.endsWith('/resetExpiredPassword')
  const token = isFirst ? search.activateToken : search.resetToken
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isBusy, setBusy] = useState(false)
  const tell = (text: string) => toasts.show({ kind: 'error', text })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!token) return tell(t('login.tokenMissing'))
    if (password === '') return tell(t('login.passwordMissing'))
    if (password !== again) return tell(t('login.mismatch'))
    setBusy(true)
    try {
      const tokens = isFirst
        ? await client.auth.activate(token, password, true)
        : await client.auth.resetPassword(token, password)
      client.session.loginWithTokens(tokens, true)
      await router.invalidate()
    } catch (failure) {
      tell(failure instanceof Error ? failure.message : String(failure))
      setBusy(false)
    }
  }

  const icon = <Lock size={18} strokeWidth={1.75} aria-hidden />
  return (
    <>
      <h1>{t(isFirst ? 'login.createTitle' : 'login.newPasswordTitle')}</h1>
      {isExpired && <p className="sd-login-lead">{t('login.expiredText')}</p>}
      <form className="sd-login-form" noValidate onSubmit={submit}>
        <PasswordField
          label={t(isFirst ? 'login.password' : 'login.newPassword')}
          autoComplete="new-password"
          autoFocus
          icon={icon}
          value={password}
          onChange={setPassword}
        />
        <PasswordField
          label={t(isFirst ? 'login.passwordAgain' : 'login.newPasswordAgain')}
          autoComplete="new-password"
          icon={icon}
          value={again}
          onChange={setAgain}
        />
        <Button kind="filled" size="lg" type="submit" fullWidth busy={isBusy}>
          {t(isFirst ? 'login.createPassword' : 'login.setPassword')}
        </Button>
        <Button kind="plain" fullWidth onClick={() => void navigate({ to: '/login' })}>
          {t('login.backToSignIn')}
        </Button>
      </form>
    </>
  )
}
