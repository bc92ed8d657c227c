/** What the present route says of itself. */

import { useMatches } from '@tanstack/react-router'
import type { MessageKey } from '../locale/messages.ts'

interface Facts {
  readonly title: MessageKey | undefined
  readonly crumbs: readonly { readonly label: MessageKey; readonly to: '/home' | '/devices' | '/dashboards' }[]
}

export function usePageFacts(): Facts {
  const matches = useMatches()
  const data = matches.at(-1)?.staticData
  return { title: data?.title, crumbs: data?.crumbs ?? [] }
}
