/** File of a package: drop area, checksum and upload progress. */

import './ota-updates.css'
import { type ChecksumAlgorithm, checksumAlgorithms } from '@sonde/model/ota-packages/ota-package'
import { FileUp, X } from 'lucide-react'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { DropArea } from '../../ui/field/drop-area.tsx'
import { Field } from '../../ui/field/field.tsx'
import { CheckField, Select, TextField } from '../../ui/field/text-field.tsx'
import { fileSize } from '../../ui/format/file-size.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { algorithmNames, type FileDraft, type FileErrors } from './ota-input.ts'
import type { UploadProgress } from './use-upload.ts'

interface FileFieldsProps {
  readonly fields: EntityFields<FileDraft, FileErrors>
  /** Progress during the upload, else null. */
  readonly progress: UploadProgress | null
}

export function FileFields({ fields, progress }: FileFieldsProps) {
  const t = useText()
  const { draft, change, touch, fieldErrors } = fields
  return (
    <>
      {progress ? <Progress progress={progress} name={draft.file?.name ?? ''} /> : <FileField fields={fields} />}
      <CheckField
        label={t('otaUpdates.generate')}
        help={t('otaUpdates.generateHelp')}
        isChecked={draft.isGenerated}
        onChange={(isGenerated) => change({ isGenerated })}
      />
      {!draft.isGenerated && (
        <>
          <Select<ChecksumAlgorithm>
            label={t('otaUpdates.algorithm')}
            value={draft.checksumAlgorithm}
            options={checksumAlgorithms.map((value) => ({ value, label: algorithmNames[value] }))}
            onChange={(checksumAlgorithm) => change({ checksumAlgorithm })}
          />
          <TextField
            label={t('otaUpdates.checksum')}
            isOptional
            isMono
            help={t('otaUpdates.checksumHelp')}
            value={draft.checksum}
            error={fieldErrors.checksum}
            onBlur={() => touch('checksum')}
            onChange={(checksum) => change({ checksum })}
            autoComplete="off"
          />
        </>
      )}
    </>
  )
}

function FileField({ fields: { draft, change, touch, fieldErrors } }: Pick<FileFieldsProps, 'fields'>) {
  const t = useText()
  const format = useFormat()
  const { file } = draft

  function choose([chosen]: readonly File[]) {
    if (!chosen) return
    change({ file: chosen })
    touch('file')
  }

  return (
    <Field label={t('otaUpdates.file')} error={fieldErrors.file}>
      {(parts) => (
        <DropArea label={t('otaUpdates.file')} onFiles={choose}>
          {(choose) => (
            <>
              {file ? (
                <div className="sd-drop-file">
                  <span>{file.name}</span>
                  <span className="sd-text-3 sd-num">{fileSize(file.size, t, format)}</span>
                  <IconButton
                    size="sm"
                    label={t('otaUpdates.dropFile', { name: file.name })}
                    icon={<X size={16} strokeWidth={2} />}
                    onClick={() => change({ file: null })}
                  />
                </div>
              ) : (
                <>
                  <FileUp size={24} strokeWidth={1.75} aria-hidden />
                  <p>{t('otaUpdates.drop')}</p>
                </>
              )}
              <Button {...parts} size="sm" onClick={choose}>
                {t(file ? 'otaUpdates.chooseOther' : 'otaUpdates.choose')}
              </Button>
            </>
          )}
        </DropArea>
      )}
    </Field>
  )
}

function Progress({ progress: { sent, total }, name }: { readonly progress: UploadProgress; readonly name: string }) {
  const t = useText()
  const format = useFormat()
  const isThere = sent >= total
  return (
    <div className="sd-ota-progress" role="status">
      <p>
        <b>{t('otaUpdates.uploading', { name })}</b>
        <span className="sd-num sd-text-2">
          {isThere
            ? t('otaUpdates.checking')
            : t('otaUpdates.sent', { sent: fileSize(sent, t, format), total: fileSize(total, t, format) })}
        </span>
      </p>
      <progress aria-label={t('otaUpdates.uploading', { name })} value={sent} max={Math.max(total, 1)} />
    </div>
  )
}
