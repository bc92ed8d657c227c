/** Home: the places of the user's role as cards. */

import './home.css'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { MessageKey } from '../../locale/messages.ts'
import { useText } from '../../locale/use-text.tsx'
import { startPlace } from '../../session/start-place.ts'
import { useAccount } from '../../session/use-session.tsx'
import { menuOf } from '../../shell/places.ts'
import { displayName } from '../../shell/user-menu.tsx'
import { DeviceCounts } from './device-counts.tsx'

const texts: Readonly<Record<string, MessageKey>> = {
  '/dashboards': 'home.dashboardsText',
  '/devices': 'home.devicesText',
  '/customers': 'home.customersText',
  '/tenants': 'home.tenantsText',
  '/tenantProfiles': 'tenantProfiles.emptyText',
}

export function HomePage() {
  const t = useText()
  const account = useAccount()
  if (!account) return null
  const start = startPlace(account)
  const isSystem = account.auth.authority === 'SYS_ADMIN'
  const places = menuOf(account.auth.authority)
    .flatMap((group) => group.places)
    .filter((place) => place.to !== '/home')
  return (
    <div className="sd-page">
      <div className="sd-page-head">
        <h1>{t('home.welcome', { name: displayName(account) })}</h1>
        <span className="sd-spacer" />
        {start.to !== '/home' && (
          <Link className="sd-button" data-kind="filled" to={start.to} params={start.params}>
            {t('home.openHomeDashboard')}
          </Link>
        )}
      </div>
      {isSystem && <p className="sd-text-2">{t('home.systemText')}</p>}
      <div className="sd-home-cards">
        {places.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} search={{}} className="sd-card sd-home-card">
            <span className="sd-home-title">
              <Icon size={20} strokeWidth={1.75} aria-hidden />
              <b>{t(label)}</b>
              <ArrowRight size={16} strokeWidth={2} aria-hidden />
            </span>
            <PlaceText text={texts[to]} />
            {to === '/devices' && <DeviceCounts />}
          </Link>
        ))}
      </div>
    </div>
  )
}

/** What a place is for, where that needs words. */
function PlaceText({ text }: { text: MessageKey | undefined }) {
  const t = useText()
  return text && <span className="sd-text-2 sd-sm">{t(text)}</span>
}
