/** Covers the page while the account can't be loaded: nothing can be shown without it. */

import './server-unreachable.css'
import { ApiError } from '@sonde/client'
import { useText } from '../locale/use-text.tsx'
import { useAccountFailure } from '../session/use-session.tsx'
import { ErrorState } from '../ui/states/states.tsx'

export function ServerUnreachable() {
  const t = useText()
  const { failure, retry } = useAccountFailure()
  if (!failure) return null
  const { error, retryAt } = failure
  const status = error instanceof ApiError ? error.status : 0
  return (
    <main className="sd-page-alone sd-unreachable">
      <div className="sd-card">
        <ErrorState
          isPage
          title={t('shell.serverUnreachable')}
          text={status === 0 ? '' : t('shell.unhandledError', { status })}
          error={error}
          retryAt={retryAt}
          onRetry={retry}
        />
      </div>
    </main>
  )
}
