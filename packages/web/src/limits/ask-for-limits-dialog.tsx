/** Text that requests higher limits from the operator, with the current values, to copy or to send by email. */

import type { LimitReport } from '@sonde/model/limits/limit-report'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { copyText } from '../ui/copy/copy-button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextArea } from '../ui/field/text-field.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { forecastText, percentText, scopeText, usedText, type Words } from './limit-words.ts'

/** Minimum used share at which a limit is mentioned, even if it isn't expected to be reached. */
const namedShare = 0.8

/** Text with the tenant and each limit that is reached or close. */
export function requestText({ tenantTitle, profile, limits }: LimitReport, words: Words): string {
  const { t } = words
  const near = limits.filter(
    ({ state, share }) => state === 'reached' || state === 'soon' || (state === 'fine' && (share ?? 0) >= namedShare),
  )
  const lines = near.map((row) => {
    const line = t('limits.askLine', {
      title: row.title,
      scope: scopeText(row, words),
      used: usedText(row, words),
      share: percentText(row.share ?? 0, words),
      forecast: forecastText(row, words),
    })
    return row.refused.week > 0 ? `${line} ${t('limits.askRefused', { count: row.refused.week })}` : line
  })
  const intro = t('limits.askIntro', { tenant: tenantTitle, profile: profile.name })
  return [intro, ...(lines.length > 0 ? lines : [t('limits.askNone')])].join('\n')
}

interface AskForLimitsDialogProps {
  readonly report: LimitReport
  readonly words: Words
  readonly onClose: () => void
}

export default function AskForLimitsDialog({ report, words, onClose }: AskForLimitsDialogProps) {
  const t = useText()
  const toasts = useToasts()
  const [text, setText] = useState(() => requestText(report, words))
  const subject = t('limits.askSubject', { tenant: report.tenantTitle })

  async function copy() {
    const isCopied = await copyText(text)
    if (!isCopied) return toasts.show({ kind: 'error', text: t('limits.askCopyFailed') })
    toasts.show({ kind: 'success', text: t('limits.askCopied') })
    onClose()
  }

  return (
    <Dialog
      title={t('limits.ask')}
      size={640}
      onClose={onClose}
      footer={
        <>
          <a
            className="sd-button"
            data-kind="plain"
            data-size="md"
            href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
          >
            {t('limits.askMail')}
          </a>
          <Button kind="filled" onClick={() => void copy()}>
            {t('limits.askCopy')}
          </Button>
        </>
      }
    >
      <p className="sd-text-2">{t('limits.askText')}</p>
      <TextArea label={t('limits.askMessage')} rows={10} value={text} onChange={setText} />
    </Dialog>
  )
}
