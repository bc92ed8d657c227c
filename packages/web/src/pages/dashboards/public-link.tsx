/** Link of a public dashboard, with a note that its entities must be public, too. */

import './dashboard-list.css'
import type { DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { useText } from '../../locale/use-text.tsx'
import { ShareLink } from '../../ui/share/share-link.tsx'
import { publicLinkOf } from './dashboard-calls.ts'

export function PublicLink({ dashboard }: { dashboard: Pick<DashboardInfo, 'id' | 'title' | 'assignedCustomers'> }) {
  const t = useText()
  const link = publicLinkOf(dashboard)
  if (link === null) return null
  return (
    <section className="sd-public-link" aria-label={t('dashboards.publicLink')}>
      <h3>{t('dashboards.publicLink')}</h3>
      <ShareLink
        label={t('dashboards.publicLink')}
        link={link}
        title={dashboard.title}
        text={t('dashboards.shareText')}
        hashTags="iot"
      />
      <p className="sd-field-note">{t('dashboards.publicNote')}</p>
    </section>
  )
}
