/** Page for an expired link from an email: says so, and sends another one. */

import { createMailedLinkCalls } from '@sonde/client/auth/mailed-link-calls'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { failureText } from '../../ui/states/failure-text.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { isEmail } from './email.ts'

export function LinkEndedPage() {
  const t = useText()
  const client = useClient()
  const toasts = useToasts()
  const navigate = useNavigate()
  const isActivation = useLocation().search.kind === 'activate'
  const [email, setEmail] = useState('')
  const [isTouched, setTouched] = useState(false)
  const [isSent, setSent] = useState(false)
  const error = isEmail(email) ? undefined : t('login.emailInvalid')

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (error || isSent) return
    setSent(true)
    try {
      const address = email.trim()
      await (isActivation
        ? createMailedLinkCalls(client.rest).resendActivation(address)
        : client.auth.requestPasswordReset(address))
      toasts.show({ kind: 'success', text: t('login.resetSent') })
    } catch (failure) {
      setSent(false)
      toasts.show({ kind: 'error', text: failureText(failure) })
    }
  }

  return (
    <>
      <h1>{t('login.linkEndedTitle')}</h1>
      <p className="sd-login-lead">{t(isActivation ? 'login.activationEndedText' : 'login.resetEndedText')}</p>
      <form className="sd-login-form" noValidate onSubmit={submit}>
        <TextField
          label={t('login.email')}
          type="email"
          name="username"
          autoComplete="username"
          autoFocus
          icon={<Mail size={18} strokeWidth={1.75} aria-hidden />}
          value={email}
          onChange={setEmail}
          onBlur={() => email !== '' && setTouched(true)}
          error={isTouched ? error : undefined}
          disabled={isSent}
        />
        <Button kind="filled" size="lg" type="submit" fullWidth disabled={isSent}>
          {t('login.sendNewLink')}
        </Button>
        <Button kind="plain" fullWidth onClick={() => void navigate({ to: '/login' })}>
          {t('login.backToSignIn')}
        </Button>
      </form>
    </>
  )
}
