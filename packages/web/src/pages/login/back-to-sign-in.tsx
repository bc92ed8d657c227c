/** Button from pages of emailed links back to the sign-in page. */

import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'

export function BackToSignIn() {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Button kind="plain" fullWidth onClick={() => void navigate({ to: '/login' })}>
      {t('login.backToSignIn')}
    </Button>
  )
}
