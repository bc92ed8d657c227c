/** Page for a share link of a dashboard that has ended, was revoked or isn't complete. */

import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'

export function ShareEndedPage() {
  const t = useText()
  const navigate = useNavigate()
  return (
    <>
      <h1>{t('login.shareEndedTitle')}</h1>
      <p className="sd-login-lead">{t('login.shareEndedText')}</p>
      <div className="sd-login-form">
        <Button kind="filled" size="lg" fullWidth autoFocus onClick={() => void navigate({ to: '/login' })}>
          {t('login.signIn')}
        </Button>
      </div>
    </>
  )
}
