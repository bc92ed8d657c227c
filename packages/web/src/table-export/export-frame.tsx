/** Frame of every export dialog: options, then progress, then the file, complete or partial. */

import './table-export.css'
import type { ReactNode } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormButtons } from '../ui/dialog/form-buttons.tsx'
import { Segmented } from '../ui/segmented/segmented.tsx'
import type { FileKind } from './table-file.ts'
import type { ExportState } from './use-export.ts'

interface ExportFrameProps {
  readonly title: string
  readonly state: ExportState
  readonly onStart: () => void
  readonly onClose: () => void
  /** Export options. */
  readonly children: ReactNode
}

export function ExportFrame({ title, state, onStart, onClose, children }: ExportFrameProps) {
  const t = useText()
  const { phase, progress } = state
  const isRunning = phase === 'running'
  const isLeft = phase === 'stopped' || phase === 'failed'
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isLocked={isRunning}
      onSubmit={() => {
        if (phase === 'choose') onStart()
        else if (isLeft) state.goOn()
        else if (phase === 'done') onClose()
      }}
      footer={
        <>
          {phase === 'choose' && <FormButtons action={t('tableExport.start')} onCancel={onClose} />}
          {isRunning && <Button onClick={state.stop}>{t('tableExport.stop')}</Button>}
          {isLeft && (
            <>
              <Button kind="plain" onClick={onClose}>
                {t('ui.close')}
              </Button>
              {progress.written > 0 && (
                <Button onClick={state.save}>{t('tableExport.savePart', { count: progress.written })}</Button>
              )}
              <Button kind="filled" type="submit">
                {t(phase === 'failed' ? 'tableExport.retry' : 'tableExport.goOn')}
              </Button>
            </>
          )}
          {phase === 'done' && (
            <Button kind="filled" type="submit">
              {t('ui.close')}
            </Button>
          )}
        </>
      }
    >
      {phase === 'choose' ? <div className="sd-form">{children}</div> : <Progress state={state} />}
    </Dialog>
  )
}

function Progress({ state }: { readonly state: ExportState }) {
  const t = useText()
  const { phase, progress, failure, fileName, isCut } = state
  const { written, done, total } = progress
  const isWhole = phase === 'done'
  return (
    <div className="sd-export-progress">
      {!isWhole && (
        <progress
          aria-label={t('tableExport.progress')}
          {...(total > 0 ? { max: total, value: Math.min(done, total) } : {})}
        />
      )}
      <p className="sd-num" role="status">
        {isWhole
          ? t('tableExport.saved', { count: written, name: fileName })
          : t('tableExport.written', { count: written })}
      </p>
      {isWhole && isCut && <p className="sd-text-2">{t('tableExport.cut', { count: written })}</p>}
      {phase === 'stopped' && <p className="sd-text-2">{t('tableExport.stopped')}</p>}
      {phase === 'failed' && (
        <p className="sd-export-failure" role="alert">
          {t('tableExport.failed', { reason: failure ?? '' })}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
  readonly help?: string
}

/** Segmented choice with a visible label. */
export function ExportChoice<V extends string>({ label, help, ...choice }: ChoiceProps<V>) {
  return (
    <div className="sd-export-choice">
      <span className="sd-field-label" aria-hidden>
        {label}
      </span>
      <Segmented label={label} {...choice} />
      {help && <span className="sd-field-note">{help}</span>}
    </div>
  )
}

export function FileKindChoice({
  value,
  onChange,
}: {
  readonly value: FileKind
  readonly onChange: (kind: FileKind) => void
}) {
  const t = useText()
  return (
    <ExportChoice
      label={t('tableExport.file')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'csv', label: t('tableExport.csv') },
        { value: 'xlsx', label: t('tableExport.xlsx') },
      ]}
      help={t('tableExport.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC' })}
    />
  )
}
