/** Shows why OAuth 2.0 sign-in failed, as given in the URL. */

import { useText } from '../locale/use-text.tsx'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { useObservable } from '../ui/observable.ts'
import { usePageSignals } from './page-signals.tsx'

export function LoginErrorDialog() {
  const t = useText()
  const { loginError } = usePageSignals()
  const text = useObservable(loginError)
  if (text === null) return null
  return (
    <AlertDialog title={t('login.error')} ok={t('ui.close')} onClose={() => loginError.set(null)}>
      {text}
    </AlertDialog>
  )
}
