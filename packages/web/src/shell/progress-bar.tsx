/** Two pixels at the top while calls are under way or a page loads; nothing before 200 ms. */

import './progress-bar.css'
import { useRouterState } from '@tanstack/react-router'
import { useText } from '../locale/use-text.tsx'
import { usePageSignals } from '../session/page-signals.tsx'
import { useObservable } from '../ui/observable.ts'

export function ProgressBar() {
  const t = useText()
  const { loading } = usePageSignals()
  const calls = useObservable(loading)
  const isPending = useRouterState({ select: (state) => state.status === 'pending' })
  if (calls === 0 && !isPending) return null
  // A landmark of its own: it shows on every page, also before there is one.
  return (
    <section aria-label={t('shell.loading')}>
      <div className="sd-progress" role="progressbar" aria-label={t('shell.loading')} />
    </section>
  )
}
