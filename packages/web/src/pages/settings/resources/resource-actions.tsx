/** Actions of one resource, in the list and in its details. */

import type { ResourceInfo } from '@sonde/model/resources/resource'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { useEntityActions } from '../../../entities/use-entity-actions.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { useAccount } from '../../../session/use-session.tsx'
import { saveFile } from '../../../ui/download/save-file.ts'
import type { EntityAction } from '../../../ui/entity-table/entity-description.ts'
import { failureText } from '../../../ui/states/failure-text.ts'
import { useToasts } from '../../../ui/toast/toast-stack.tsx'
import { mayChange, resourceListPath, resourceRoom, useResourceCalls } from './resource-calls.ts'

const idOf = ({ id }: ResourceInfo) => id.id
const nameOf = ({ title }: ResourceInfo) => title

const deleteTexts = {
  action: 'resources.delete',
  title: 'resources.deleteTitle',
  text: 'resources.deleteText',
  done: 'resources.deleted',
} as const

export function useResourceActions() {
  const t = useText()
  const resources = useResourceCalls()
  const toasts = useToasts()
  const authority = useAccount()?.auth.authority
  const links = useMemo((): EntityAction<ResourceInfo>[] => {
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
  const isChangeable = useMemo(() => (resource: ResourceInfo) => mayChange(resource, authority), [authority])
  const remove = useMemo(
    () => ({
      run: (resource: ResourceInfo) => resources.delete(resource.id.id),
      texts: deleteTexts,
      isUndoable: true,
      isAllowed: isChangeable,
    }),
    [resources, isChangeable],
  )
  const actions = useEntityActions({
    room: resourceRoom,
    listPath: resourceListPath,
    idOf,
    nameOf,
    actions: links,
    remove,
  })
  return { ...actions, links, isChangeable }
}
