/** Replaces a page that failed to load or render: the error, the time of the next retry, and a retry button. */

import { ApiError } from '@sonde/client'
import { type ErrorComponentProps, useMatch, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { hasJustReloaded, isMissingCode, reloadWhenReachable } from '../ui/lazy-component.tsx'
import { ErrorState } from '../ui/states/states.tsx'
import { shell } from './routes/base-routes.tsx'

/** Ms between automatic retries. */
const retryMs = 5_000

/** Whether the error may be temporary. */
const isPassing = (error: unknown): boolean =>
  isMissingCode(error) ? !hasJustReloaded() : error instanceof ApiError && (error.isUnreachable || error.status >= 500)

export function PageFailure({ error, reset }: ErrorComponentProps) {
  const t = useText()
  const router = useRouter()
  const isCode = isMissingCode(error)
  // The shell is still rendered, unless it is what failed.
  const isInShell = useMatch({ strict: false, select: (match) => String(match.routeId).startsWith(`${shell.id}/`) })
  const [retryAt, setRetryAt] = useState(() => (isPassing(error) ? Date.now() + retryMs : undefined))

  async function retry() {
    if (!isCode) {
      reset()
      await router.invalidate()
    } else if (!(await reloadWhenReachable())) setRetryAt(Date.now() + retryMs)
  }

  useEffect(() => {
    if (retryAt === undefined) return
    const timer = setTimeout(() => void retry(), Math.max(0, retryAt - Date.now()))
    return () => clearTimeout(timer)
  })

  const state = (
    <div className="sd-card">
      <ErrorState
        isPage
        title={t('shell.pageFailed')}
        error={error}
        text={isCode ? t('shell.pageMissing') : undefined}
        retryAt={retryAt}
        onRetry={() => void retry()}
      />
    </div>
  )
  return isInShell ? <div className="sd-page">{state}</div> : <main className="sd-page-alone">{state}</main>
}
