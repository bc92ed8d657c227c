/** Actions for limits: export as a file, and change or request higher limits, depending on the permissions. */

import type { LimitReport } from '@sonde/model/limits/limit-report'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Download, MessageSquareText, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { exportLimits } from './limit-export.ts'
import type { Words } from './limit-words.ts'

const AskForLimitsDialog = lazy(() => import('./ask-for-limits-dialog.tsx'))

interface LimitActionsProps {
  /** Undefined while loading. */
  readonly report: LimitReport | undefined
  readonly words: Words
}

export function LimitActions({ report, words }: LimitActionsProps) {
  const t = useText()
  const isSystem = useAccount()?.auth.authority === 'SYS_ADMIN'
  const [isAsking, setAsking] = useState(false)
  // The link needs the report. The other buttons are always rendered, to avoid layout shifts.
  if (!report && isSystem) return null
  return (
    <div className="sd-limit-actions">
      <Button
        icon={<Download size={16} strokeWidth={2} aria-hidden />}
        disabled={!report}
        onClick={() => report && void exportLimits(report, words)}
      >
        {t('limits.export')}
      </Button>
      {report && isSystem ? (
        <Link
          className="sd-button"
          data-kind="filled"
          data-size="md"
          to="/tenantProfiles"
          search={{ open: report.profile.id }}
        >
          <SlidersHorizontal size={16} strokeWidth={2} aria-hidden />
          {t('limits.change', { name: report.profile.name })}
          <ArrowUpRight size={16} strokeWidth={2} aria-hidden />
        </Link>
      ) : (
        <Button
          kind="filled"
          icon={<MessageSquareText size={16} strokeWidth={2} aria-hidden />}
          disabled={!report}
          onClick={() => setAsking(true)}
        >
          {t('limits.ask')}
        </Button>
      )}
      {report && isAsking && (
        <Suspense>
          <AskForLimitsDialog report={report} words={words} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
