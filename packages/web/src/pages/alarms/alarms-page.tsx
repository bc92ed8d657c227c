/** All alarms that the user can access: those of the tenant or of the user's customer. */

import { Link } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import Alarms from '../../alarms/alarms.tsx'
import { TablePage } from '../../entity-pages/table-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'

export function AlarmsPage() {
  return (
    <TablePage title="alarms.title" actions={<RulesLink />}>
      <Alarms of={null} />
    </TablePage>
  )
}

/** Alarm rules belong to device profiles, which only tenant administrators have. */
function RulesLink() {
  const t = useText()
  if (useAccount()?.auth.authority !== 'TENANT_ADMIN') return null
  return (
    <Link to="/deviceProfiles" search={{}} className="sd-button" data-kind="outlined" data-size="md">
      <SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden />
      <span>{t('alarms.rules')}</span>
    </Link>
  )
}
