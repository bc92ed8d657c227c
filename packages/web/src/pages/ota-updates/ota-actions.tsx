/** Actions of a package in addition to open, copy ID and delete. */

import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { Copy, Download, FileUp } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useCopy } from '../../entities/use-entity-actions.tsx'
import type { RoomActions } from '../../entity-room/room.ts'
import { useText } from '../../locale/use-text.tsx'
import { saveFile } from '../../ui/download/save-file.ts'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { failureText } from '../../ui/states/failure-text.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { hasFile, lacksFile, packageName, useOtaCalls } from './ota-calls.ts'

const UploadDialog = lazy(() => import('./upload-dialog.tsx'))

export function useOtaActions(): RoomActions<OtaPackageInfo> {
  const t = useText()
  const ota = useOtaCalls()
  const toasts = useToasts()
  const copy = useCopy()
  const [filled, setFilled] = useState<OtaPackageInfo | null>(null)
  const { links, actions } = useMemo(() => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const

    async function download(otaPackage: OtaPackageInfo) {
      try {
        const file = await ota.download(otaPackage.id.id, { ignoreErrors: true })
        saveFile(otaPackage.fileName ?? file.fileName, await file.blob())
      } catch (error) {
        const reason = failureText(error)
        toasts.show({
          kind: 'error',
          text: t('otaUpdates.downloadFailed', { name: packageName(otaPackage), reason }),
        })
      }
    }

    const links: EntityAction<OtaPackageInfo>[] = [
      {
        id: 'download',
        label: 'otaUpdates.download',
        icon: <Download {...icon} />,
        isAllowed: hasFile,
        run: (otaPackage) => void download(otaPackage),
      },
      {
        id: 'upload',
        label: 'otaUpdates.upload',
        icon: <FileUp {...icon} />,
        isAllowed: lacksFile,
        run: setFilled,
      },
    ]
    const copies: EntityAction<OtaPackageInfo>[] = [
      {
        id: 'copyChecksum',
        label: 'otaUpdates.copyChecksum',
        icon: <Copy {...icon} />,
        isAllowed: ({ checksum }) => checksum !== null,
        startsGroup: true,
        run: ({ checksum }) => void copy(checksum),
      },
      {
        id: 'copyUrl',
        label: 'otaUpdates.copyUrl',
        icon: <Copy {...icon} />,
        isAllowed: ({ url }) => url !== null,
        startsGroup: true,
        run: ({ url }) => void copy(url),
      },
    ]
    return { links, actions: [...links, ...copies] }
  }, [ota, toasts, copy, t])
  return {
    links,
    actions,
    dialogs: <Suspense>{filled && <UploadDialog otaPackage={filled} onClose={() => setFilled(null)} />}</Suspense>,
  }
}
