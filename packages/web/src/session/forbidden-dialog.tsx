/**
 * Reports that a page or a request is forbidden and offers to sign in as another user. Inside the mobile app, which
 * owns the session, it only reports.
 */

import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useObservable } from '../ui/observable.ts'
import { isInMobileApp } from './mobile-bridge.ts'
import { usePageSignals } from './page-signals.tsx'
import { useClient } from './use-session.tsx'

export function ForbiddenDialog() {
  const { forbidden } = usePageSignals()
  return useObservable(forbidden) ? <OpenDialog onClose={() => forbidden.set(false)} /> : null
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useClient()
  if (isInMobileApp()) {
    return (
      <AlertDialog title={t('shell.deniedTitle')} ok={t('ui.close')} onClose={onClose}>
        {t('shell.deniedText')}
      </AlertDialog>
    )
  }
  return (
    <Dialog
      title={t('shell.forbiddenTitle')}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose} data-autofocus>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="filled"
            onClick={() => {
              onClose()
              void client.session.logout()
            }}
          >
            {t('login.signInAsOther')}
          </Button>
        </>
      }
    >
      <p className="sd-text-2">{t('shell.forbiddenText')}</p>
    </Dialog>
  )
}
