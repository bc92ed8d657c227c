/** In place of a page that could not be entered or drawn: what failed, and the way to try it again. */

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useText } from '../locale/use-text.tsx'
import { ErrorState } from '../ui/states/states.tsx'

export function PageFailure({ error, reset }: ErrorComponentProps) {
  const t = useText()
  const router = useRouter()
  return (
    <main>
      <ErrorState
        isPage
        title={t('shell.pageFailed')}
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </main>
  )
}
