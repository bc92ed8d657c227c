/** Step that chooses the file and the options for reading it. */

import { Download, FileSpreadsheet } from 'lucide-react'
import { useId } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { saveFile } from '../ui/download/save-file.ts'
import { DropArea } from '../ui/field/drop-area.tsx'
import { CheckField, Select } from '../ui/field/text-field.tsx'
import { type Encoding, encodings } from '../ui/files/text-file.ts'
import type { ImportKind } from './import-columns.ts'
import { sampleCsv, sampleName } from './sample-file.ts'

export interface FileOptions {
  readonly encoding: Encoding
  readonly delimiter: string
  readonly hasHeader: boolean
}

interface FileStepProps {
  readonly kind: ImportKind
  readonly fileName: string | null
  readonly onFile: (file: File) => void
  readonly options: FileOptions
  readonly onOptions: (options: FileOptions) => void
}

export function FileStep({ kind, fileName, onFile, options, onOptions }: FileStepProps) {
  const t = useText()
  const hintId = useId()

  return (
    <>
      <DropArea
        label={t('bulkImport.file')}
        accept=".csv,.txt,text/csv,text/plain"
        onFiles={([file]) => file && onFile(file)}
      >
        {(choose) => (
          <>
            <FileSpreadsheet size={24} strokeWidth={1.75} aria-hidden />
            <p id={hintId}>{fileName ?? t('bulkImport.drop')}</p>
            <Button size="sm" aria-describedby={hintId} onClick={choose}>
              {t(fileName ? 'bulkImport.chooseOther' : 'bulkImport.choose')}
            </Button>
          </>
        )}
      </DropArea>
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
        <Select
          label={t('bulkImport.encoding')}
          value={options.encoding}
          options={encodings.map((value) => ({ value, label: t(`bulkImport.${value}`) }))}
          onChange={(encoding) => onOptions({ ...options, encoding })}
        />
        <CheckField
          label={t('bulkImport.header')}
          isChecked={options.hasHeader}
          onChange={(hasHeader) => onOptions({ ...options, hasHeader })}
        />
      </div>
      <div className="sd-import-sample">
        <Button
          size="sm"
          kind="plain"
          icon={<Download size={16} strokeWidth={2} aria-hidden />}
          onClick={() => saveFile(sampleName(kind), new Blob([sampleCsv(kind)], { type: 'text/csv' }))}
        >
          {t('bulkImport.sample')}
        </Button>
        <p className="sd-xs sd-text-3">{t('bulkImport.updates')}</p>
      </div>
    </>
  )
}
