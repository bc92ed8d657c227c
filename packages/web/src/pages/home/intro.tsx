/** Short introduction for new users: what Sonde does, and what to try first. */

import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { useOnceHidden } from './once-hidden.ts'

export function Intro() {
  const t = useText()
  const [isGone, hide] = useOnceHidden('intro')
  if (isGone) return null
  return (
    <section className="sd-card sd-home-intro" aria-label={t('home.intro')}>
      <p>
        {t('home.introText')} <span className="sd-text-2">{t('home.introTry')}</span>{' '}
        <Link to="/dashboards" search={{}}>
          {t('home.tryDashboards')}
        </Link>
        {', '}
        <Link to="/alarms" search={{}}>
          {t('home.tryAlarms')}
        </Link>
        {', '}
        <Link to="/devices" search={{ add: 'true' }}>
          {t('home.tryDevice')}
        </Link>
      </p>
      <IconButton
        size="sm"
        label={t('home.introHide')}
        icon={<X size={16} strokeWidth={2} aria-hidden />}
        onClick={hide}
      />
    </section>
  )
}
