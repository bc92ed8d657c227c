/** How many rows a page has: the same choice in lists and in widgets. */

import './page-size.css'
import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'

interface PageSizeProps {
  readonly value: number | string
  readonly onChange: (value: string) => void
  /** The options. */
  readonly children: ReactNode
}

export function PageSize({ value, onChange, children }: PageSizeProps) {
  const t = useText()
  return (
    <label className="sd-page-size">
      {t('ui.rows')}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </label>
  )
}
