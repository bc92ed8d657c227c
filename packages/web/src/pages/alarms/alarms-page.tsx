/** All alarms that the user can access: those of the tenant or of the user's customer. */

import { Link } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import Alarms from '../../alarms/alarms.tsx'
import { TablePage } from '../../entity-pages/table-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { useWidth } from '../../ui/theme/use-width.ts'

/** Window widths from which the title row has room for a button with its label, and next to a drawer for an icon. */
const labelPxMin = 720
const iconBesideDrawerPxMin = 1440

export function AlarmsPage() {
  const hasRoom = useWidth((widthPx) => widthPx >= labelPxMin)
  const isBeside = useWidth((widthPx) => widthPx >= 1280)
  const hasRoomBeside = useWidth((widthPx) => widthPx >= iconBesideDrawerPxMin)
  return (
    <Alarms
      of={null}
      frame={({ list, details, states, window, isOpen }) => {
        const isTight = isOpen && isBeside
        return (
          <TablePage
            title="alarms.title"
            segments={states}
            actions={
              <>
                {window}
                {(!isTight || hasRoomBeside) && <RulesLink isIcon={isTight || !hasRoom} />}
              </>
            }
            drawer={details}
          >
            {list}
          </TablePage>
        )
      }}
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
