/** Actions of a user, in the list and in the details. */

import type { User } from '@sonde/client/users/user-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Ban, CircleCheck, Link2, LogIn, Send } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import type { RoomActions } from '../../entity-room/room.ts'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { accountState, userRoom, useTokenAccess, useUserCalls } from './user-calls.ts'
import type { UserScope } from './user-scope.ts'

const AddUserDialog = lazy(() => import('./add-user-dialog.tsx'))
const ActivationLinkDialog = lazy(() => import('./activation-link-dialog.tsx'))

/** `scope`: scope of the list; undefined on the page of a user opened by its own URL. */
export function useUserActions(scope: UserScope | undefined): RoomActions<User> {
  const t = useText()
  const client = useClient()
  const users = useUserCalls()
  const queries = useQueryClient()
  const toasts = useToasts()
  const navigate = useNavigate()
  const router = useRouter()
  const ownId = useAccount()?.auth.userId
  const hasTokenAccess = useTokenAccess()
  const [invited, setInvited] = useState<User | null>(null)

  const links = useMemo((): EntityAction<User>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    const isOther = (user: User) => user.id.id !== ownId

    async function setEnabled(user: User, isEnabled: boolean, canUndo = true) {
      await users.setEnabled(user.id.id, isEnabled)
      await invalidateEntities(queries, userRoom)
      toasts.show({
        kind: 'success',
        text: t(isEnabled ? 'users.nowEnabled' : 'users.nowDisabled', { name: user.email }),
        action: canUndo
          ? { label: t('ui.undo'), onSelect: () => void setEnabled(user, !isEnabled, false).catch(alreadyShown) }
          : undefined,
      })
    }
    async function loginAs(user: User) {
      const tokens = await users.tokens(user.id.id)
      // Leaves the page first: otherwise it would load its data again as the other user, who may lack access.
      await navigate({ to: '/home', search: {} })
      if (router.state.location.pathname !== '/home') return
      client.session.loginWithTokens(tokens)
      await navigate({ to: '/', search: {}, replace: true })
    }

    return [
      {
        id: 'loginAs',
        label: 'users.loginAs',
        icon: <LogIn {...icon} />,
        // The server rejects tokens of accounts that are disabled or not activated.
        isAllowed: (user) => hasTokenAccess && isOther(user) && accountState(user) === 'enabled',
        run: (user) => void loginAs(user).catch(alreadyShown),
      },
      {
        id: 'disable',
        label: 'users.disable',
        icon: <Ban {...icon} />,
        isAllowed: (user) => accountState(user) === 'enabled' && isOther(user),
        run: (user) => void setEnabled(user, false).catch(alreadyShown),
      },
      {
        id: 'enable',
        label: 'users.enable',
        icon: <CircleCheck {...icon} />,
        isAllowed: (user) => accountState(user) === 'disabled',
        run: (user) => void setEnabled(user, true).catch(alreadyShown),
      },
      {
        id: 'activationLink',
        label: 'users.activationLink',
        icon: <Link2 {...icon} />,
        isAllowed: (user) => accountState(user) === 'invited',
        run: setInvited,
      },
      {
        id: 'activationMail',
        label: 'users.activationMail',
        icon: <Send {...icon} />,
        isAllowed: (user) => accountState(user) === 'invited',
        run: (user) =>
          void users
            .sendActivationMail(user.email)
            .then(() => toasts.show({ kind: 'success', text: t('users.mailSent', { email: user.email }) }))
            .catch(alreadyShown),
      },
    ]
  }, [client, users, queries, toasts, t, navigate, router, ownId, hasTokenAccess])

  return {
    actions: links,
    links,
    dialogs: <Suspense>{invited && <ActivationLinkDialog user={invited} onClose={() => setInvited(null)} />}</Suspense>,
    // Shows the activation link right after a user was added.
    renderAdd: ({ onClose }) => scope && <AddUserDialog scope={scope} onInvited={setInvited} onClose={onClose} />,
  }
}

/** Ignores an error that the call has already shown as a toast. */
function alreadyShown() {}
