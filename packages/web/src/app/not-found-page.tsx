/** Page for unknown URLs: inside the shell, or in the frame of the sign-in page without a session. */

import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { Suspense } from 'react'
import { useText } from '../locale/use-text.tsx'
import { BackToSignIn } from '../pages/login/back-to-sign-in.tsx'
import { useAccount } from '../session/use-session.tsx'
import { Shell } from '../shell/shell.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { EmptyState } from '../ui/states/states.tsx'

const LoginFrame = lazyComponent(() => import('../pages/login/login-frame.tsx'), 'LoginFrame')

export function NotFoundPage() {
  return useAccount() ? <NotFoundInShell /> : <NotFoundSignedOut />
}

function NotFoundInShell() {
  const t = useText()
  return (
    <Shell>
      <div className="sd-page">
        <div className="sd-card">
          <EmptyState
            isPage
            icon={<Compass size={24} strokeWidth={1.75} aria-hidden />}
            title={t('shell.unknownTitle')}
            text={t('shell.unknownText')}
          >
            <Link to="/home" search={{}} className="sd-button" data-kind="filled" data-size="md">
              {t('shell.goHome')}
            </Link>
          </EmptyState>
        </div>
      </div>
    </Shell>
  )
}

function NotFoundSignedOut() {
  const t = useText()
  return (
    <Suspense>
      <LoginFrame>
        <h1>{t('shell.unknownTitle')}</h1>
        <p className="sd-login-lead">{t('shell.unknownText')}</p>
        <BackToSignIn />
      </LoginFrame>
    </Suspense>
  )
}
