/** Uploads the file of a package that has none, such as after a failed upload. */

import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { useQueryClient } from '@tanstack/react-query'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { FileFields } from './file-fields.tsx'
import { otaRoom, packageName } from './ota-calls.ts'
import { emptyFile, type FileDraft, fileErrors } from './ota-input.ts'
import { useUpload } from './use-upload.ts'

interface UploadDialogProps {
  readonly otaPackage: OtaPackageInfo
  readonly onClose: () => void
}

export default function UploadDialog({ otaPackage, onClose }: UploadDialogProps) {
  const t = useText()
  const queries = useQueryClient()
  const toasts = useToasts()
  const { progress, upload } = useUpload()

  async function send(draft: FileDraft) {
    if (!draft.file) return
    await upload(otaPackage.id.id, draft.file, draft)
    await invalidateEntities(queries, otaRoom)
    toasts.show({ kind: 'success', text: t('otaUpdates.uploaded', { name: packageName(otaPackage) }) })
    onClose()
  }

  return (
    <NewEntityDialog
      title={t('otaUpdates.upload')}
      initial={emptyFile}
      fieldErrorsOf={(draft: FileDraft) => fileErrors(draft, t)}
      create={send}
      onClose={onClose}
    >
      {(fields) => <FileFields fields={fields} progress={progress} />}
    </NewEntityDialog>
  )
}
