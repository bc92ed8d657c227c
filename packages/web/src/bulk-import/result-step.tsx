/** Progress and result of an import. */

import { Download } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { saveFile } from '../ui/download/save-file.ts'
import { FormError } from '../ui/field/form-error.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { failedCsv, type ImportPlan, type ImportProgress } from './import-run.ts'
import { VirtualRows } from './virtual-rows.tsx'

interface ResultStepProps {
  readonly plan: ImportPlan
  readonly progress: ImportProgress
  readonly isRunning: boolean
  /** Error that stopped the import; it can be continued. */
  readonly failure: string | null
}

export function ResultStep({ plan, progress, isRunning, failure }: ResultStepProps) {
  const t = useText()
  const format = useFormat()
  const { total, done, created, updated, failed } = progress
  const number = (value: number) => format.number(value, { decimals: 0 })
  const numbers = [
    ['bulkImport.created', created],
    ['bulkImport.updated', updated],
    ['bulkImport.failed', failed.length],
  ] as const
  return (
    <>
      <FormError text={failure} />
      {(isRunning || done < total) && (
        <div>
          <p className="sd-num" aria-live="polite">
            {t('bulkImport.progress', { done, total })}
          </p>
          <progress
            className="sd-import-progress"
            max={total}
            value={done}
            aria-label={t('bulkImport.progress', { done, total })}
          />
        </div>
      )}
      <dl className="sd-import-numbers">
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
      {!isRunning && failed.length > 0 && (
        <>
          <VirtualRows
            label={t('bulkImport.failedLines')}
            count={failed.length}
            head={
              <thead>
                <tr>
                  <th>{t('bulkImport.line')}</th>
                  <th className="sd-import-reason">{t('bulkImport.reason')}</th>
                </tr>
              </thead>
            }
            renderRow={(at) => {
              const one = failed[at]
              return (
                one && (
                  <>
                    <td className="sd-num">{one.line}</td>
                    <td title={one.message}>{one.message}</td>
                  </>
                )
              )
            }}
          />
          <div>
            <Button
              icon={<Download size={18} strokeWidth={1.75} aria-hidden />}
              onClick={() => saveFile(failedName(plan.file.name), csvFile(failedCsv(plan, failed)))}
            >
              {t('bulkImport.download')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** `devices.csv` becomes `devices-failed.csv`. */
const failedName = (name: string) => `${name.replace(/\.[^.]*$/, '')}-failed.csv`

const csvFile = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' })
