/** Copies the access token as an authorization header value, and shows when it expires. */

import { claimsOf } from '@sonde/client/session/tokens'
import { Copy } from 'lucide-react'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { copyText } from '../../ui/copy/copy-button.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'

const secondMs = 1000

export function CopyTokenButton() {
  const t = useText()
  const format = useFormat()
  const client = useClient()
  const toasts = useToasts()

  async function copy() {
    // Renews an expired token. If that fails, the session reports the error itself.
    const token = await client.session.accessToken().catch(() => null)
    const expiry = Number(claimsOf(token ?? '')?.exp) * secondMs
    if (!token || !(expiry > client.session.serverNowMs())) {
      toasts.show({ kind: 'warning', text: t('profile.tokenExpired') })
      return
    }
    const isCopied = await copyText(`Bearer ${token}`)
    toasts.show(
      isCopied
        ? { kind: 'success', text: t('profile.tokenCopied', { time: format.dateTime(expiry) }) }
        : { kind: 'error', text: t('profile.tokenNotCopied') },
    )
  }

  return (
    <Button icon={<Copy size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void copy()}>
      {t('profile.copyToken')}
    </Button>
  )
}
