/** The icon that a Material name stands for; a plain ring for a name that has none here. */

import type { LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { commonIcons, otherIcon } from './material-icons.ts'

export function MaterialIcon({ name, size = 18 }: { name: string; size?: number }) {
  const [more, setMore] = useState<Readonly<Record<string, LucideIcon>>>({})
  const isCommon = name in commonIcons
  useEffect(() => {
    if (isCommon) return
    let isGone = false
    // Without it the ring stays.
    import('./more-material-icons.ts').then(({ moreIcons }) => !isGone && setMore(moreIcons)).catch(() => {})
    return () => {
      isGone = true
    }
  }, [isCommon])
  const Icon = commonIcons[name] ?? more[name] ?? otherIcon
  return <Icon size={size} strokeWidth={size > 16 ? 1.75 : 2} aria-hidden />
}
