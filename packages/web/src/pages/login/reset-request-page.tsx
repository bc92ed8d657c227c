/** Requests a link to set a new password. The response never reveals whether the account exists. */

import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { MailRequestForm } from './mail-request-form.tsx'

export function ResetRequestPage() {
  const t = useText()
  const client = useClient()
  return (
    <MailRequestForm
      title={t('login.resetTitle')}
      lead={t('login.resetText')}
      action={t('login.resetSend')}
      request={(email) => client.auth.requestPasswordReset(email)}
    />
  )
}
