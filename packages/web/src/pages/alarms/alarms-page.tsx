/** All alarms that the user can access: those of the tenant or of the user's customer. */

import { Link } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import Alarms from '../../alarms/alarms.tsx'
import { TablePage } from '../../entity-pages/table-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { useWidth } from '../../ui/theme/use-width.ts'

/** Window width from which the title, segments and a button with its label fit next to the drawer. */
const headBesideDrawerPxMin = 1440

export function AlarmsPage() {
  const isNarrow = useWidth((widthPx) => widthPx < headBesideDrawerPxMin)
  return (
    <Alarms
      of={null}
      frame={({ list, details, states, isOpen }) => (
        <TablePage
          title="alarms.title"
          segments={states}
          actions={<RulesLink isIcon={isOpen && isNarrow} />}
          drawer={details}
        >
          {list}
        </TablePage>
      )}
    />
  )
}

/** Alarm rules belong to device profiles, which only tenant administrators have. */
function RulesLink({ isIcon }: { readonly isIcon: boolean }) {
  const t = useText()
  if (useAccount()?.auth.authority !== 'TENANT_ADMIN') return null
  const label = t('alarms.rules')
  return (
    <Link
      to="/deviceProfiles"
      search={{}}
      className={isIcon ? 'sd-icon-button' : 'sd-button'}
      data-kind={isIcon ? 'plain' : 'outlined'}
      data-size="md"
      aria-label={isIcon ? label : undefined}
      title={isIcon ? label : undefined}
    >
      <SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden />
      {!isIcon && <span>{label}</span>}
    </Link>
  )
}
