/** The file, and how it is to be read. */

import '../json-files/import-json.css'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { CheckField, Select } from '../ui/field/text-field.tsx'

export interface FileOptions {
  readonly delimiter: string
  readonly hasHeader: boolean
}

interface FileStepProps {
  readonly fileName: string | null
  readonly onFile: (file: File) => void
  readonly options: FileOptions
  readonly onOptions: (options: FileOptions) => void
}

export function FileStep({ fileName, onFile, options, onOptions }: FileStepProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => file && onFile(file)

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        className="sd-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <FileSpreadsheet size={24} strokeWidth={1.75} aria-hidden />
        <p id={hintId}>{fileName ?? t('bulkImport.drop')}</p>
        <Button size="sm" aria-describedby={hintId} onClick={() => input.current?.click()}>
          {t(fileName ? 'bulkImport.chooseOther' : 'bulkImport.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt,text/csv,text/plain"
          aria-label={t('bulkImport.file')}
          onChange={(event) => {
            take(event.target.files?.[0])
            // The same file can be chosen again once it was mended.
            event.target.value = ''
          }}
        />
      </div>
      <div className="sd-import-options">
        <Select
          label={t('bulkImport.delimiter')}
          value={options.delimiter}
          options={[
            { value: ',', label: t('bulkImport.comma') },
            { value: ';', label: t('bulkImport.semicolon') },
            { value: '|', label: t('bulkImport.pipe') },
            { value: '\t', label: t('bulkImport.tab') },
          ]}
          onChange={(delimiter) => onOptions({ ...options, delimiter })}
        />
        <CheckField
          label={t('bulkImport.header')}
          isChecked={options.hasHeader}
          onChange={(hasHeader) => onOptions({ ...options, hasHeader })}
        />
      </div>
      <p className="sd-xs sd-text-3">{t('bulkImport.updates')}</p>
    </>
  )
}
