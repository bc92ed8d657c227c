/** Actions of a resource in addition to open, copy ID and delete. */

import type { ResourceInfo } from '@sonde/model/resources/resource'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { RoomActions } from '../../../entity-room/room.ts'
import { useText } from '../../../locale/use-text.tsx'
import { saveFile } from '../../../ui/download/save-file.ts'
import type { EntityAction } from '../../../ui/entity-table/entity-description.ts'
import { failureText } from '../../../ui/states/failure-text.ts'
import { useToasts } from '../../../ui/toast/toast-stack.tsx'
import { useResourceCalls } from './resource-calls.ts'

export function useResourceActions(): RoomActions<ResourceInfo> {
  const t = useText()
  const resources = useResourceCalls()
  const toasts = useToasts()
  const actions = useMemo((): EntityAction<ResourceInfo>[] => {
    async function download({ id, title }: ResourceInfo) {
      try {
        const file = await resources.download(id.id, { ignoreErrors: true })
        saveFile(file.fileName || title, await file.blob())
      } catch (error) {
        const reason = failureText(error)
        toasts.show({ kind: 'error', text: t('resources.downloadFailed', { name: title, reason }) })
      }
    }
    return [
      {
        id: 'download',
        label: 'resources.download',
        icon: <Download size={16} strokeWidth={2} aria-hidden />,
        run: (resource) => void download(resource),
      },
    ]
  }, [resources, toasts, t])
  return { actions, links: actions }
}
