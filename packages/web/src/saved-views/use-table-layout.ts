/** Reads and stores the layout in which the user left a table, on any device. */

import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useAccount, useClient } from '../session/use-session.tsx'
import { type Layout, rememberedLayout, rememberLayout, storedLayouts, unsentLayouts } from './remembered-layout.ts'
import { sendLayouts } from './send-layouts.ts'

/** Ms from the last change until it is sent: debounces several clicks. */
const sendAfterMs = 3_000

export interface TableLayout {
  readonly remembered: () => Layout
  readonly remember: (layout: Layout) => void
}

export function useTableLayout(table: string): TableLayout {
  const client = useClient()
  const account = useAccount()
  const user = account?.user ?? null
  const userId = account?.auth.userId
  const stored = account?.tableLayouts
  const known = useMemo(() => storedLayouts(stored), [stored])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Continues after the table is unmounted. */
  function sendSoon(id: string) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void sendLayouts(client, id), sendAfterMs)
  }

  // Sends layouts that an earlier visit could not send.
  const begin = useEffectEvent(() => {
    if (user && userId && Object.keys(unsentLayouts(userId)).length > 0) sendSoon(userId)
  })
  useEffect(() => begin(), [])

  return {
    remembered: () => rememberedLayout(userId, table, known),
    remember(layout) {
      if (!userId) return
      const isChanged = rememberLayout(userId, table, { layout, at: client.session.serverNowMs() }, known)
      // Visitors of public dashboards have no account.
      if (isChanged && user) sendSoon(userId)
    },
  }
}
