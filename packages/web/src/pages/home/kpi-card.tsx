/** One metric of the home page: label, count and breakdown. */

import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/states/states.tsx'

interface KpiPart {
  readonly id: string
  /** Share of the bar, relative to `whole` or to the sum of the parts. */
  readonly value: number
  readonly color: string
}

interface KpiCardProps {
  readonly icon: ReactNode
  readonly title: string
  /** Undefined while loading. */
  readonly value: string | undefined
  /** Shown next to the value. */
  readonly aside?: ReactNode
  /** Segments of the bar; their numbers are below, in `children`. */
  readonly parts: readonly KpiPart[]
  /** Value of the full bar; default: sum of the parts. */
  readonly whole?: number
  readonly error: Error | null
  readonly onRetry: () => void
  /** Content below the bar. */
  readonly children: ReactNode
}

export function KpiCard(props: KpiCardProps) {
  const { icon, title, value, aside, parts, whole, error, onRetry, children } = props
  const t = useText()
  const sum = whole ?? parts.reduce((all, part) => all + part.value, 0)
  return (
    <section className="sd-card sd-kpi" aria-label={title}>
      <header>
        {icon}
        <h2>{title}</h2>
      </header>
      {error && value === undefined ? (
        <div className="sd-kpi-failed" role="alert">
          <p>{error.message}</p>
          <Button size="sm" onClick={onRetry}>
            {t('ui.retryNow')}
          </Button>
        </div>
      ) : (
        <>
          <div className="sd-kpi-value">
            <p className="sd-num">{value ?? <Skeleton width={88} height={28} />}</p>
            {aside}
          </div>
          <div className="sd-kpi-bar" aria-hidden>
            {sum > 0 &&
              parts
                .filter((part) => part.value > 0)
                .map((part) => (
                  <i
                    key={part.id}
                    style={{ width: `${Math.min(100, (part.value / sum) * 100)}%`, background: part.color }}
                  />
                ))}
          </div>
          <footer>{value === undefined ? <Skeleton width="60%" /> : children}</footer>
        </>
      )}
    </section>
  )
}
