/** Remembers which parts of the home page the user has hidden, in local storage. */

import { useState } from 'react'
import { useAccount } from '../../session/use-session.tsx'

type HiddenPart = 'setUp' | 'intro'

const keyOf = (part: HiddenPart, userId: string) => `sonde.${part}.${userId}`

function isHidden(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'hidden'
  } catch {
    return false
  }
}

export function useOnceHidden(part: HiddenPart): readonly [isGone: boolean, hide: () => void] {
  const key = keyOf(part, useAccount()?.auth.userId ?? '')
  const [isGone, setGone] = useState(() => isHidden(key))
  function hide() {
    setGone(true)
    try {
      localStorage.setItem(key, 'hidden')
    } catch {
      // Without storage, the part is shown again at the next visit.
    }
  }
  return [isGone, hide]
}
