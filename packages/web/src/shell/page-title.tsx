/** Window title: the page, then the product. */

import { useEffect } from 'react'
import { isolated } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import { usePageFacts } from '../places/page-facts.ts'
import { useCurrentPageLabel } from '../ui/page-label.ts'

export function PageTitle() {
  const t = useText()
  const { title } = usePageFacts()
  const label = useCurrentPageLabel()
  const text = label ?? (title ? t(title) : null)
  useEffect(() => {
    document.title = text ? `${isolated(text)} · Sonde` : 'Sonde'
  }, [text])
  return null
}
