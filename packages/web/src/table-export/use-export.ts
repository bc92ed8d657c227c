/**
 * State of an export: run, stop, fail, resume, save the file. While it runs, the browser asks before leaving the page.
 */

import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../ui/download/save-file.ts'
import { useStayWhile } from '../ui/field/use-unload-warning.ts'
import { failureText } from '../ui/states/failure-text.ts'
import { createExportRun, type ExportProgress, type ExportRun, type NextPortion } from './export-run.ts'
import { createTableFile, fileNameOf, fileRowsMax, type TableFileParts } from './table-file.ts'

export interface ExportJob extends TableFileParts {
  readonly next: NextPortion
  /** Default: the maximum of a file. */
  readonly rowsMax?: number
}

export type ExportPhase = 'choose' | 'running' | 'stopped' | 'failed' | 'done'

export interface ExportState {
  readonly phase: ExportPhase
  readonly progress: ExportProgress
  readonly failure: string | null
  readonly fileName: string
  /** Completed, but the list has more rows than the maximum. */
  readonly isCut: boolean
  readonly start: (job: ExportJob) => void
  readonly stop: () => void
  readonly goOn: () => void
  /** Saves the rows written so far. */
  readonly save: () => void
}

const nothing: ExportProgress = { written: 0, done: 0, total: 0 }

export function useExport(): ExportState {
  const [phase, setPhase] = useState<ExportPhase>('choose')
  const [progress, setProgress] = useState(nothing)
  const [failure, setFailure] = useState<string | null>(null)
  const [fileName, setFileName] = useState('')
  const [isCut, setCut] = useState(false)
  const run = useRef<ExportRun>(undefined)
  const stopper = useRef<AbortController>(undefined)

  useEffect(() => () => stopper.current?.abort(), [])
  useStayWhile(phase === 'running')

  async function finish(name: string) {
    const file = await run.current?.finish()
    run.current = undefined
    if (file) saveFile(name, file)
    setPhase('done')
  }

  async function attempt(work: (signal: AbortSignal) => Promise<void>) {
    const own = new AbortController()
    stopper.current = own
    setPhase('running')
    setFailure(null)
    try {
      await work(own.signal)
    } catch (error) {
      setFailure(failureText(error))
      setPhase('failed')
    }
  }

  async function go(signal: AbortSignal, name: string) {
    const outcome = await run.current?.go(signal, setProgress)
    if (outcome === 'stopped') return setPhase('stopped')
    setCut(outcome === 'full')
    await finish(name)
  }

  return {
    phase,
    progress,
    failure,
    fileName,
    isCut,
    start(job) {
      const name = fileNameOf(job.title, job.kind, Date.now())
      setFileName(name)
      setProgress(nothing)
      void attempt(async (signal) => {
        const file = await createTableFile(job)
        run.current = createExportRun({ file, next: job.next, rowsMax: job.rowsMax ?? fileRowsMax })
        await go(signal, name)
      })
    },
    stop: () => stopper.current?.abort(),
    goOn: () => void attempt((signal) => go(signal, fileName)),
    save: () =>
      void attempt(async () => {
        setCut(false)
        await finish(fileName)
      }),
  }
}
