/** Sign-in with email and password. Other providers can be configured, but can't complete a sign-in: not offered. */

import { ApiError } from '@sonde/client'
import { ErrorCode } from '@sonde/model/errors'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { Lock, Mail } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { expiredPasswordToken } from '../../session/expired-password.ts'
import { useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/field/form-error.tsx'
import { PasswordField, TextField } from '../../ui/field/text-field.tsx'
import { isEmail } from './email.ts'

export function LoginPage() {
  const t = useText()
  const client = useClient()
  const router = useRouter()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTouched, setTouched] = useState({ email: false, password: false })
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const emailError = isEmail(email) ? undefined : t('login.emailInvalid')
  const passwordError = password === '' ? t('login.passwordMissing') : undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTouched({ email: true, password: true })
    setFailure(null)
    if (emailError || passwordError) {
      form.current?.querySelectorAll('input')[emailError ? 0 : 1]?.focus()
      return
    }
    setBusy(true)
    try {
      await client.session.login(email.trim(), password)
      // The page's route guard redirects to the remembered URL or the user's start page.
      await router.invalidate()
      // Still here: the user signed out in another tab meanwhile.
      setBusy(false)
    } catch (error) {
      setBusy(false)
      const resetToken = expiredPasswordToken(error)
      if (resetToken) {
        void navigate({ to: '/login/resetExpiredPassword', search: { resetToken } })
        return
      }
      const isWrong = error instanceof ApiError && error.errorCode === ErrorCode.AUTHENTICATION
      setFailure(error instanceof ApiError && !error.isUnreachable ? error.message : t('shell.unableToConnect'))
      if (isWrong) form.current?.querySelectorAll('input')[1]?.select()
    }
  }

  return (
    <>
      <h1>{t('login.signIn')}</h1>
      <p className="sd-login-lead">{t('login.tagline')}</p>
      <form ref={form} className="sd-login-form" noValidate onSubmit={submit}>
        <FormError text={failure} />
        <TextField
          label={t('login.email')}
          type="email"
          name="username"
          autoComplete="username"
          inputMode="email"
          autoFocus
          icon={<Mail size={18} strokeWidth={1.75} aria-hidden />}
          value={email}
          onChange={setEmail}
          onBlur={() => email !== '' && setTouched((now) => ({ ...now, email: true }))}
          error={isTouched.email ? emailError : undefined}
        />
        <PasswordField
          label={t('login.password')}
          name="password"
          aside={
            <Link className="sd-sm sd-medium" to="/login/resetPasswordRequest">
              {t('login.forgot')}
            </Link>
          }
          icon={<Lock size={18} strokeWidth={1.75} aria-hidden />}
          value={password}
          onChange={setPassword}
          error={isTouched.password ? passwordError : undefined}
        />
        <Button kind="filled" size="lg" type="submit" fullWidth busy={isBusy}>
          {isBusy ? t('login.signingIn') : t('login.signIn')}
        </Button>
      </form>
    </>
  )
}
