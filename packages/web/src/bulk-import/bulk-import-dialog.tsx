/**
 * Imports devices, assets or edges from a CSV file in steps: choose the file, assign its columns, preview the result,
 * import. The dialog can't be closed while the import runs.
 */

import type { ImportCallOptions } from '@sonde/client/assignables/import-calls'
import type { BulkImportRequest, BulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import { useMemo, useState } from 'react'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormError } from '../ui/field/form-error.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { useStayWhile } from '../ui/field/use-unload-warning.ts'
import { decodeText, likelyEncoding } from '../ui/files/text-file.ts'
import { failureText } from '../ui/states/failure-text.ts'
import { StepButtons } from '../ui/stepper/step-buttons.tsx'
import { Stepper } from '../ui/stepper/stepper.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { type CsvFile, type CsvProblem, fileBytesMax, fileLinesMax, likelyDelimiter, readCsv } from './csv-file.ts'
import { type FileOptions, FileStep } from './file-step.tsx'
import { columnErrors, guessColumns, hasColumnErrors, type ImportColumn, type ImportKind } from './import-columns.ts'
import { firstRowOf, type ImportPlan, type ImportProgress, runImport, startOf } from './import-run.ts'
import { ImportUndo } from './import-undo.tsx'
import { PreviewStep } from './preview-step.tsx'
import { ResultStep } from './result-step.tsx'
import { undoRows } from './undo-rows.ts'

export interface BulkImportDialogProps {
  readonly kind: ImportKind
  readonly send: (request: BulkImportRequest, options?: ImportCallOptions) => Promise<BulkImportResult>
  readonly onClose: () => void
  /** Called after rows were imported, to reload lists. */
  readonly onDone: () => Promise<void>
}

const fileStep = 0
const columnsStep = 1
const previewStep = 2
const importStep = 3

interface ChosenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export default function BulkImportDialog({ kind, send, onClose, onDone }: BulkImportDialogProps) {
  const t = useText()
  const [step, setStep] = useState(fileStep)
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [options, setOptions] = useState<FileOptions>({ encoding: 'utf-8', delimiter: ',', hasHeader: true })
  const [file, setFile] = useState<CsvFile | null>(null)
  const [columns, setColumns] = useState<readonly ImportColumn[]>([])
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, setFailure, submit } = useSubmit()
  const [progress, setProgress] = useState<ImportProgress | null>(null)
  const isRunning = step === importStep && isBusy
  const [isUndoing, setUndoing] = useState(false)
  useStayWhile(isRunning || isUndoing)

  const undoable = useMemo(() => (progress && !isRunning ? undoRows(progress) : []), [progress, isRunning])
  const isUnfinished = step === importStep && !isBusy && (progress === null || progress.done < progress.total)

  const fieldErrors = columnErrors(columns)
  const plan: ImportPlan | null = file && { file, columns, hasHeader: options.hasHeader }

  async function choose(picked: File) {
    setFailure(null)
    setFile(null)
    setChosen(null)
    if (!/\.(csv|txt)$/i.test(picked.name)) return setFailure(t('bulkImport.notCsv'))
    if (picked.size > fileBytesMax) return setFailure(t('bulkImport.tooLarge'))
    const bytes = new Uint8Array(await picked.arrayBuffer())
    const encoding = likelyEncoding(bytes, navigator.language)
    const delimiter = likelyDelimiter(decodeText(bytes, encoding) ?? '')
    setChosen({ name: picked.name, bytes })
    setOptions((now) => ({ ...now, encoding, delimiter }))
  }

  /** Reads the file; errors appear on the step where another file can be chosen. */
  async function read({ name, bytes }: ChosenFile) {
    const text = decodeText(bytes, options.encoding)
    if (text === null) throw new Error(t('bulkImport.notEncoded', { encoding: t(`bulkImport.${options.encoding}`) }))
    const result = await readCsv(name, text, options.delimiter)
    if ('fieldError' in result) throw new Error(errorText(result.fieldError))
    if (result.file.rowCount <= firstRowOf(options)) throw new Error(t('bulkImport.empty'))
    setFile(result.file)
    setColumns(guessColumns(kind, result.file.cellsOf(0), options.hasHeader))
    setTried(false)
    setStep(columnsStep)
  }

  function errorText(fieldError: CsvProblem): string {
    switch (fieldError.kind) {
      case 'empty':
        return t('bulkImport.empty')
      case 'oneColumn':
        return t('bulkImport.oneColumn')
      case 'width':
        return t('bulkImport.width', { ...fieldError })
      case 'broken':
        return t('bulkImport.broken', { line: fieldError.line })
      case 'tooManyLines':
        return t('bulkImport.tooManyLines', { count: fileLinesMax })
    }
  }

  async function run(plan: ImportPlan) {
    try {
      setProgress(
        await runImport(
          plan,
          (request) => send(request, { ignoreErrors: true, listCreated: true, listUpdated: true }),
          progress ?? startOf(plan),
          setProgress,
        ),
      )
    } catch (error) {
      throw new Error(t('bulkImport.stopped', { reason: failureText(error) }), { cause: error })
    } finally {
      void onDone()
    }
  }

  function next() {
    if (isBusy || isUndoing) return
    if (step === fileStep) {
      if (chosen) void submit(() => read(chosen))
      else setFailure(t('bulkImport.fileNeeded'))
      return
    }
    if (step === columnsStep) {
      setTried(true)
      if (!hasColumnErrors(fieldErrors)) setStep(previewStep)
      return
    }
    if (step !== previewStep && !isUnfinished) return onClose()
    if (!plan) return
    setStep(importStep)
    void submit(() => run(plan))
  }

  const total = plan ? startOf(plan).total : 0
  const action =
    step === previewStep
      ? t('bulkImport.start', { count: total })
      : step < previewStep
        ? t('ui.next')
        : t(isRunning ? 'bulkImport.running' : isUnfinished ? 'bulkImport.goOn' : 'bulkImport.done')

  return (
    <Dialog
      help={<HelpButton page="dialogs/bulk-import" />}
      title={t(`bulkImport.title_${kind}`)}
      size={860}
      isFlush
      isLocked={isRunning || isUndoing}
      onClose={onClose}
      onSubmit={next}
      header={
        <Stepper
          at={step}
          steps={[t('bulkImport.file'), t('bulkImport.columns'), t('bulkImport.preview'), t('bulkImport.import')]}
        />
      }
      footer={
        <StepButtons
          onBack={step === columnsStep || step === previewStep ? () => setStep(step - 1) : undefined}
          action={action}
          isBusy={isBusy || isUndoing}
        >
          {(step < importStep || isUnfinished) && !isUndoing && (
            <Button kind="plain" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
          )}
        </StepButtons>
      }
    >
      <div className="sd-step-body">
        <div className="sd-form sd-import">
          {step === fileStep && (
            <>
              <FormError text={failure} />
              <FileStep
                kind={kind}
                fileName={chosen?.name ?? null}
                onFile={(picked) => void choose(picked)}
                options={options}
                onOptions={setOptions}
              />
            </>
          )}
          {step === columnsStep && file && (
            <ColumnsStep
              kind={kind}
              columns={columns}
              onChange={setColumns}
              names={options.hasHeader ? file.cellsOf(0) : []}
              examples={file.cellsOf(firstRowOf(options))}
              fieldErrors={fieldErrors}
              showsErrors={isTried}
            />
          )}
          {step === previewStep && plan && <PreviewStep kind={kind} plan={plan} />}
          {step === importStep && plan && (
            <>
              <ResultStep plan={plan} progress={progress ?? startOf(plan)} isRunning={isRunning} failure={failure} />
              {!isRunning && undoable.length > 0 && (
                <ImportUndo kind={kind} rows={undoable} onRun={setUndoing} onDone={() => void onDone()} />
              )}
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}
