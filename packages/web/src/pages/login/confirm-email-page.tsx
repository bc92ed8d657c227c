/** Confirms a new email address by an emailed link. Requires a button press, since mail servers also open links. */

import { createMailedLinkCalls } from '@sonde/client/auth/mailed-link-calls'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useClient, useReloadAccount } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/field/form-error.tsx'
import { failureText } from '../../ui/states/failure-text.ts'

export function ConfirmEmailPage() {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const reloadAccount = useReloadAccount()
  const { token } = useLocation().search
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked')
  const [failure, setFailure] = useState<string | null>(token ? null : t('login.tokenMissing'))

  async function confirm() {
    setState('busy')
    setFailure(null)
    try {
      await createMailedLinkCalls(client.rest).confirmEmail(token ?? '')
      setState('done')
      if (client.session.user) await reloadAccount()
    } catch (error) {
      setState('asked')
      setFailure(failureText(error))
    }
  }

  return (
    <>
      <h1>{t(state === 'done' ? 'login.emailConfirmedTitle' : 'login.confirmEmailTitle')}</h1>
      <p className="sd-login-lead">{t(state === 'done' ? 'login.emailConfirmedText' : 'login.confirmEmailText')}</p>
      <div className="sd-login-form">
        <FormError text={failure} />
        {state === 'done' ? (
          <Button kind="filled" size="lg" fullWidth autoFocus onClick={() => void navigate({ to: '/login' })}>
            {t('login.continue')}
          </Button>
        ) : (
          <>
            <Button
              kind="filled"
              size="lg"
              fullWidth
              autoFocus
              busy={state === 'busy'}
              disabled={!token}
              onClick={() => void confirm()}
            >
              {t('login.confirmEmail')}
            </Button>
            <Button kind="plain" fullWidth onClick={() => void navigate({ to: '/login' })}>
              {t('login.backToSignIn')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
