/** Page content that requests a link for an email address. Can be sent once; after an error, again. */

import { Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { failureText } from '../../ui/states/failure-text.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { isEmail } from './email.ts'

interface MailRequestFormProps {
  readonly title: string
  readonly lead: string
  readonly action: string
  readonly request: (email: string) => Promise<unknown>
}

export function MailRequestForm({ title, lead, action, request }: MailRequestFormProps) {
  const t = useText()
  const toasts = useToasts()
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
      await request(email.trim())
      toasts.show({ kind: 'success', text: t('login.resetSent') })
    } catch (failure) {
      setSent(false)
      toasts.show({ kind: 'error', text: failureText(failure) })
    }
  }

  return (
    <>
      <h1>{title}</h1>
      <p className="sd-login-lead">{lead}</p>
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
          {action}
        </Button>
        <BackToSignIn />
      </form>
    </>
  )
}
