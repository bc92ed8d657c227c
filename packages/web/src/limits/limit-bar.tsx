/** Usage of a limit: values, and a bar if there is a limit. */

import type { LimitRow } from '@sonde/model/limits/limit-report'
import { amountText, exactText, percentText, severityOf, usedText, type Words } from './limit-words.ts'

export function LimitBar({ row, words }: { readonly row: LimitRow; readonly words: Words }) {
  const severity = severityOf(row, words.nowMs)
  const exact = [row.used, row.limit].filter((each) => each !== null).map((each) => exactText(row, each, words))
  return (
    <div className="sd-limit-used" data-severity={severity} data-stale={row.isStale || undefined}>
      <div className="sd-num" title={exact.join(' / ')}>
        {row.used !== null && row.limit !== null ? (
          <span>
            <strong>{amountText(row, row.used, words)}</strong>{' '}
            <span className="sd-text-3">{words.t('limits.ofLimit', { limit: amountText(row, row.limit, words) })}</span>
          </span>
        ) : (
          <span className={row.used === null ? 'sd-text-3' : undefined}>{usedText(row, words)}</span>
        )}
        {row.share !== null && <b>{percentText(row.share, words)}</b>}
      </div>
      {/* Hidden from screen readers: the values above contain the same information. */}
      {row.share !== null && (
        <div className="sd-limit-bar" aria-hidden>
          <i style={{ width: `${Math.min(1, row.share) * 100}%` }} />
        </div>
      )}
    </div>
  )
}
