/** User menu: the signed-in user and sign-out. Absent for visitors of public dashboards. */

import { useNavigate } from '@tanstack/react-router'
import { CircleHelp, Keyboard, LogOut, UserRound } from 'lucide-react'
import { openHelp } from '../help/help-open.ts'
import { useText } from '../locale/use-text.tsx'
import type { SignedIn } from '../session/account.ts'
import { useAccount, useClient } from '../session/use-session.tsx'
import { Menu, type MenuItem } from '../ui/menu/menu.tsx'
import { useMenuButton } from '../ui/menu/use-menu-button.ts'
import { initials } from '../users/initials.ts'
import { openShortcuts } from './shortcuts-open.ts'
import { useThemeItems } from './theme-choices.tsx'

const roles = {
  SYS_ADMIN: 'shell.roleSysAdmin',
  TENANT_ADMIN: 'shell.roleTenantAdmin',
  CUSTOMER_USER: 'shell.roleCustomerUser',
} as const

/** Message key of the role's name; undefined for roles that can't sign in. */
export const roleKey = (authority: SignedIn['auth']['authority']) =>
  roles[authority as keyof typeof roles] as (typeof roles)[keyof typeof roles] | undefined

/** First and last name, or the email address if both are empty. */
export function displayName({ user, auth }: SignedIn): string {
  return [user?.firstName, user?.lastName].filter(Boolean).join(' ') || user?.email || auth.sub
}

/** `hasTools`: the menu contains theme and help because they don't fit into the toolbar. */
export function UserMenu({ hasTools }: { hasTools: boolean }) {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const account = useAccount()
  const { button, menu } = useMenuButton()
  const themes = useThemeItems()
  if (!account || account.auth.isPublic) return null

  const name = displayName(account)
  const role = roleKey(account.auth.authority)
  const items: MenuItem[] = [
    {
      id: 'profile',
      label: t('profile.title'),
      icon: <UserRound size={16} aria-hidden />,
      onSelect: () => void navigate({ to: '/profile', search: {} }),
    },
    ...(hasTools
      ? [
          ...themes,
          { id: 'help', label: t('help.title'), icon: <CircleHelp size={16} aria-hidden />, onSelect: openHelp },
          { id: 'keys', label: t('shell.help'), icon: <Keyboard size={16} aria-hidden />, onSelect: openShortcuts },
        ]
      : []),
    {
      id: 'signOut',
      label: t('shell.signOut'),
      icon: <LogOut size={16} aria-hidden />,
      onSelect: () => void client.session.logout(),
      startsGroup: true,
    },
  ]

  return (
    <>
      <button {...button} type="button" className="sd-user" aria-label={t('shell.userMenu', { name })}>
        <span className="sd-avatar" data-initials={initials(name)} aria-hidden />
      </button>
      <Menu
        {...menu}
        label={t('shell.userMenu', { name })}
        items={items}
        header={
          <div className="sd-user-head">
            <span className="sd-avatar" data-initials={initials(name)} aria-hidden />
            <div className="sd-ellipsis">
              <div className="sd-sm sd-medium sd-ellipsis">{name}</div>
              <div className="sd-xs sd-text-3">{role ? t(role) : ''}</div>
            </div>
          </div>
        }
      />
    </>
  )
}
