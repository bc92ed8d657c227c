/** Shows why OAuth 2.0 sign-in failed, as given in the URL. */

import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useObservable } from '../ui/observable.ts'
import { usePageSignals } from './page-signals.tsx'

export function LoginErrorDialog() {
  const { loginError } = usePageSignals()
  const text = useObservable(loginError)
  return text === null ? null : <OpenDialog text={text} onClose={() => loginError.set(null)} />
}

function OpenDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      title={t('login.error')}
      role="alertdialog"
      onClose={onClose}
      footer={
        <Button kind="filled" onClick={onClose} data-autofocus>
          {t('ui.close')}
        </Button>
      }
    >
      <p className="sd-text-2">{text}</p>
    </Dialog>
  )
}
