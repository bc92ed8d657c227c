/** Page for an expired link from an email; can request a new link. */

import { createMailedLinkCalls } from '@sonde/client/auth/mailed-link-calls'
import { useLocation } from '@tanstack/react-router'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { MailRequestForm } from './mail-request-form.tsx'

export function LinkEndedPage() {
  const t = useText()
  const client = useClient()
  const isActivation = useLocation().search.kind === 'activate'
  return (
    <MailRequestForm
      title={t('login.linkEndedTitle')}
      lead={t(isActivation ? 'login.activationEndedText' : 'login.resetEndedText')}
      action={t('login.sendNewLink')}
      request={(email) =>
        isActivation
          ? createMailedLinkCalls(client.rest).resendActivation(email)
          : client.auth.requestPasswordReset(email)
      }
    />
  )
}
