/** Dialog with the activation link of a new user, to share it by other ways than email. */

import type { User } from '@sonde/client/users/user-calls'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { useUserCalls } from './user-calls.ts'

export default function ActivationLinkDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText()
  const users = useUserCalls()
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'activationLink', user.id.id],
    // Not cached: the link becomes invalid when the user sets a password.
    gcTime: 0,
    queryFn: ({ signal }) => users.activationLink(user.id.id, { signal, ignoreErrors: true }),
  })
  return (
    <Dialog
      title={t('users.activationLinkTitle')}
      size={640}
      onClose={onClose}
      footer={
        <Button kind="filled" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <div className="sd-form">
        <p className="sd-text-2">{t('users.activationLinkText', { email: user.email })}</p>
        {data ? (
          <CodeBlock text={data} />
        ) : error ? (
          <ErrorState title={t('users.activationLinkFailed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={36} />
        )}
      </div>
    </Dialog>
  )
}
