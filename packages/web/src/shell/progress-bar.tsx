/** Progress bar of 2 px at the top while requests are in flight or a page loads; appears after 200 ms. */

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
  // Separate landmark: it is shown on every page, even before the first page.
  return (
    <section aria-label={t('shell.loading')}>
      <div className="sd-progress" role="progressbar" aria-label={t('shell.loading')} />
    </section>
  )
}
