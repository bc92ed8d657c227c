/** Page size selector, shared by lists and widgets. */

import './page-size.css'
import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'

interface PageSizeProps {
  readonly value: number | string
  readonly onChange: (value: string) => void
  /** `option` elements. */
  readonly children: ReactNode
}

export function PageSize({ value, onChange, children }: PageSizeProps) {
  const t = useText()
  return (
    <label className="sd-page-size">
      <span>{t('ui.rows')}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </label>
  )
}
