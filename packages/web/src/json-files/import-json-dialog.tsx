/** Dialog that imports an entity from a JSON file, such as a tenant profile. */

import { FileJson } from 'lucide-react'
import { useId, useState } from 'react'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { DropArea } from '../ui/field/drop-area.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { failureText } from '../ui/states/failure-text.ts'
import { fileBytesMax, readJsonFile } from './json-file.ts'

export interface ImportJsonDialogProps<T> {
  /** Verb and object, such as "Import tenant profile". */
  readonly title: string
  /** Validates the content of the file. Throws an error with a user-readable message if it's invalid. */
  readonly parse: (content: unknown) => T
  /** Sends the entity. Requests inside pass `ignoreErrors`; the dialog shows the error. */
  readonly run: (entity: T) => Promise<void>
  readonly onClose: () => void
}

interface Chosen<T> {
  readonly name: string
  readonly entity: T
}

export function ImportJsonDialog<T>({ title, parse, run, onClose }: ImportJsonDialogProps<T>) {
  const t = useText()
  const [chosen, setChosen] = useState<Chosen<T> | null>(null)
  const sending = useSubmit()
  const hintId = useId()

  async function choose(file: File | undefined) {
    if (!file) return
    setChosen(null)
    sending.setFailure(null)
    const { name } = file
    const read = await readJsonFile(file)
    if (read.kind === 'read') {
      try {
        setChosen({ name, entity: parse(read.content) })
      } catch (error) {
        sending.setFailure(failureText(error))
      }
    } else if (read.kind === 'notParsed') sending.setFailure(t('jsonFiles.notParsed', { name, reason: read.reason }))
    else sending.setFailure(t(`jsonFiles.${read.kind}`, { name, max: fileBytesMax / 1024 / 1024 }))
  }

  function start() {
    if (chosen) void sending.submit(() => run(chosen.entity))
    else sending.setFailure(sending.failure ?? t('jsonFiles.fileNeeded'))
  }

  return (
    <FormDialog
      help={<HelpButton page="dialogs/import-json" />}
      title={title}
      onClose={onClose}
      action={title}
      sending={sending}
      onSubmit={start}
    >
      <DropArea label={t('jsonFiles.file')} accept=".json,application/json" onFiles={([file]) => void choose(file)}>
        {(choose) => (
          <>
            <FileJson size={24} strokeWidth={1.75} aria-hidden />
            <p id={hintId}>{chosen ? chosen.name : t('jsonFiles.drop')}</p>
            <Button size="sm" aria-describedby={hintId} onClick={choose}>
              {t(chosen ? 'jsonFiles.chooseOther' : 'jsonFiles.choose')}
            </Button>
          </>
        )}
      </DropArea>
    </FormDialog>
  )
}
