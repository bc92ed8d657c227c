/** Side menu of the signed-in user. */

import { useMemo } from 'react'
import { useAccount } from '../session/use-session.tsx'
import { type MenuGroup, menuOf } from './nav-items.ts'

export function useMenu(): readonly MenuGroup[] {
  const account = useAccount()
  const authority = account?.auth.authority ?? 'ANONYMOUS'
  const hasEdges = account?.hasEdges ?? false
  return useMemo(() => menuOf(authority, hasEdges), [authority, hasEdges])
}
