/** Summary of all limits in three cards: reached, expected to be reached, fine. */

import type { LimitReport, LimitRow } from '@sonde/model/limits/limit-report'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { percentText, type Words } from './limit-words.ts'

const dayMs = 86_400_000
/** Used share below which a limit counts as far away. */
const farShare = 0.9
/** Maximum number of limits named on a card. */
const namedMax = 2

interface LimitCardsProps {
  readonly report: LimitReport
  readonly words: Words
}

export function LimitCards({ report: { limits, periodEndTs }, words }: LimitCardsProps) {
  const { t, utc, nowMs } = words
  const of = (state: LimitRow['state']) => limits.filter((row) => row.state === state)
  const [reached, soon, fine] = [of('reached'), of('soon'), of('fine')]
  const lastMs = Math.max(periodEndTs, ...soon.map(({ forecast }) => forecast.ts ?? 0))
  const days = (row: LimitRow) => Math.max(0, Math.round(((row.forecast.ts ?? nowMs) - nowMs) / dayMs))
  const isFar = fine.every((row) => Math.max(row.share ?? 0, row.forecast.share ?? 0) < farShare)
  const [first] = reached
  return (
    <div className="sd-limit-cards">
      <section className="sd-card">
        <SeverityGlyph of={reached.length > 0 ? 'CRITICAL' : 'CLEARED'} size={18} />
        <div>
          <h2>{t('limits.reachedTitle', { count: reached.length })}</h2>
          <p>{first && t('limits.reachedFirst', { title: first.title, count: first.refused.today })}</p>
        </div>
      </section>
      <section className="sd-card">
        <SeverityGlyph of={soon.length > 0 ? 'MAJOR' : 'CLEARED'} size={18} />
        <div>
          <h2>{t('limits.soonTitle', { count: soon.length, date: utc.date(lastMs, nowMs) })}</h2>
          <p>
            {soon.length === 0
              ? t('limits.soonNone')
              : soon
                  .slice(0, namedMax)
                  .map((row) => t('limits.soonFirst', { title: row.title, days: days(row) }))
                  .join(', ')}
          </p>
        </div>
      </section>
      <section className="sd-card">
        <SeverityGlyph of="CLEARED" size={18} />
        <div>
          <h2>{t('limits.fineTitle', { count: fine.length, share: percentText(isFar ? farShare : 1, words) })}</h2>
          <p>{t('limits.fineText')}</p>
        </div>
      </section>
    </div>
  )
}
