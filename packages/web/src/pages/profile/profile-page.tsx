/** Profile of the user: name, email, language, home dashboard, password, access token for other programs. */

import '../../entity-pages/entity-details.css'
import './profile.css'
import { AtSign, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { displayName, roleKey } from '../../shell/user-menu.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { lastLoginOf } from '../../users/last-login.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { CopyTokenButton } from './copy-token-button.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfilePage() {
  const t = useText()
  const format = useFormat()
  const account = useAccount()
  const [changing, setChanging] = useState<'email' | 'password' | null>(null)
  const close = () => setChanging(null)
  if (!account?.user) return null
  const { user, auth } = account
  const lastLogin = lastLoginOf(user)
  const role = roleKey(auth.authority)
  const name = displayName(account)
  return (
    <div className="sd-details sd-profile" data-page>
      <div className="sd-details-head">
        <h1>{name}</h1>
        <div className="sd-details-status">
          {name !== user.email && <span>{user.email}</span>}
          {role && <span>{t(role)}</span>}
          <span>
            {lastLogin === undefined
              ? t('profile.noLogin')
              : t('profile.lastLogin', { time: format.dateTime(lastLogin) })}
          </span>
        </div>
      </div>
      <div className="sd-tab-tools">
        <Button icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setChanging('password')}>
          {t('profile.changePassword')}
        </Button>
        <Button icon={<AtSign size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setChanging('email')}>
          {t('profile.changeEmail')}
        </Button>
        <CopyTokenButton />
      </div>
      <ProfileForm user={user} />
      {changing === 'password' && <ChangePasswordDialog onClose={close} />}
      {changing === 'email' && <ChangeEmailDialog onClose={close} />}
    </div>
  )
}
