/** Read-only facts of an entity, below its form: creation time and id. */

import type { ReactNode } from 'react'
import { useText } from '../locale/use-text.tsx'
import { CopyIconButton } from '../ui/copy/copy-button.tsx'
import { useFormat } from '../ui/format/use-format.ts'

interface EntityFactsProps {
  readonly id: string
  /** Epoch ms. */
  readonly createdTime: number
  /** Additional facts, as `dt` and `dd`. */
  readonly children?: ReactNode
}

export function EntityFacts({ id, createdTime, children }: EntityFactsProps) {
  const t = useText()
  const format = useFormat()
  return (
    <dl className="sd-facts">
      {children}
      <dt>{t('ui.createdTime')}</dt>
      <dd className="sd-num">{format.dateTime(createdTime)}</dd>
      <IdFact id={id} />
    </dl>
  )
}

/** Id with a copy button, as `dt` and `dd`. */
export function IdFact({ id }: { id: string }) {
  const t = useText()
  return (
    <>
      <dt>{t('ui.id')}</dt>
      <dd>
        <span className="sd-mono">{id}</span>
        <CopyIconButton text={id} label={t('ui.copyId')} />
      </dd>
    </>
  )
}
