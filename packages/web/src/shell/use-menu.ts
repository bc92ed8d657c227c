/** Side menu of the signed-in user. */

import { useMemo } from 'react'
import { isHeldToDashboards, startPlace } from '../session/start-page.ts'
import { useAccount } from '../session/use-session.tsx'
import { type MenuGroup, menuOf, menuOfHeld } from './nav-items.ts'

export function useMenu(): readonly MenuGroup[] {
  const account = useAccount()
  return useMemo(() => {
    if (!account) return menuOf('ANONYMOUS', false)
    if (!isHeldToDashboards(account)) return menuOf(account.auth.authority, account.hasEdges)
    const start = startPlace(account)
    return menuOfHeld(start.to === '/home' ? null : start.params.dashboardId, account.auth.isPublic)
  }, [account])
}
