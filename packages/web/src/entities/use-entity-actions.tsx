/** Actions of one entity in any module: open its page, copy its id, delete, and the module's own actions. */

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowUpRight, Copy, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import type { ListPath } from '../places/list-paths.ts'
import { WayBack } from '../trash/restore-hint.tsx'
import { useUndo } from '../trash/use-undo.ts'
import { copyText } from '../ui/copy/copy-button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { invalidateEntities } from './entity-queries.ts'

/** Ms that the "copied" toast is shown. */
const copiedMs = 1500

/** Texts for deleting one entity; all except `text` take `{name}`. */
export interface DeleteTexts {
  /** Label of the action and its button, such as "Delete device". */
  readonly action: MessageKey
  readonly title: MessageKey
  /** Describes what is deleted along with the entity. */
  readonly text: MessageKey
  readonly done: MessageKey
}

export interface EntityActionsDeps<T> {
  readonly room: string
  readonly listPath: ListPath | '/dashboards'
  /** Label of the open action if the page is more than the entity's details. */
  readonly openLabel?: MessageKey
  /** Path of the list below an owner, such as a customer or an edge. */
  readonly scopedPath?: string
  readonly idOf: (row: T) => string
  readonly nameOf: (row: T) => string
  /** Actions between open and copy. Must be stable (`useMemo`). */
  readonly actions?: readonly EntityAction<T>[]
  /** Absent: the user can't delete here. Must be stable. */
  readonly remove?: {
    readonly run: (row: T) => Promise<unknown>
    readonly texts: DeleteTexts
    readonly isAllowed?: (row: T) => boolean
    /** The user must type the name: others depend on the entity, and deletion is permanent. */
    readonly isTyped?: boolean
    /** Deleted entities go to the trash: no confirmation, the toast offers undo. */
    readonly isUndoable?: boolean
  }
}

export interface EntityActions<T> {
  readonly openPage: EntityAction<T>
  readonly all: readonly EntityAction<T>[]
  /** Dialogs of the actions, which the caller must render. */
  readonly dialogs: ReactNode
}

/** Copies a text and confirms it in a toast; null reports that there is nothing to copy. */
export function useCopy(): (text: string | null) => Promise<void> {
  const t = useText()
  const toasts = useToasts()
  return useMemo(
    () => async (text) => {
      const isCopied = text !== null && (await copyText(text))
      toasts.show({
        kind: isCopied ? 'success' : 'warning',
        text: t(isCopied ? 'ui.copied' : 'ui.nothingToCopy'),
        durationMs: copiedMs,
      })
    },
    [t, toasts],
  )
}

export function useEntityActions<T>(deps: EntityActionsDeps<T>): EntityActions<T> {
  const { room, scopedPath, openLabel = 'ui.openPage', idOf, nameOf, actions, remove } = deps
  // The route tree has a fixed set of paths; a list below a customer or an edge has the same structure, so the cast is
  // safe.
  const listPath = (scopedPath ?? deps.listPath) as ListPath
  const t = useText()
  const queries = useQueryClient()
  const toasts = useToasts()
  const navigate = useNavigate()
  const copy = useCopy()
  const router = useRouter()
  const undo = useUndo()
  const [doomed, setDoomed] = useState<T | null>(null)

  /** Latest delete function: the actions are memoized, but it depends on current page state. */
  const deletion = useRef<(row: T) => Promise<void>>(async () => {})

  const { openPage, all } = useMemo(() => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    const openPage: EntityAction<T> = {
      id: 'open',
      label: openLabel,
      icon: <ArrowUpRight {...icon} size={18} strokeWidth={1.75} />,
      run: (row) => void navigate({ to: `${listPath}/$entityId`, params: { entityId: idOf(row) } }),
    }
    const all: EntityAction<T>[] = [
      { ...openPage, icon: <ArrowUpRight {...icon} /> },
      ...(actions ?? []),
      {
        id: 'copyId',
        label: 'ui.copyId',
        icon: <Copy {...icon} />,
        startsGroup: true,
        run: (row) => void copy(idOf(row)),
      },
    ]
    if (remove) {
      all.push({
        id: 'delete',
        label: remove.texts.action,
        icon: <Trash2 {...icon} />,
        isDanger: true,
        startsGroup: true,
        isAllowed: remove.isAllowed,
        run: (row) => void deletion.current(row),
      })
    }
    return { openPage, all }
  }, [listPath, openLabel, idOf, actions, remove, navigate, copy])

  const canUndo = async () => remove?.isUndoable === true && (await undo.days()) > 0

  // A failed request shows its error in a toast.
  deletion.current = async (row) => ((await canUndo()) ? confirmed(row).catch(() => {}) : setDoomed(row))

  async function confirmed(row: T) {
    if (!remove) return
    try {
      await remove.run(row)
    } finally {
      setDoomed(null)
    }
    const bringBack = () => void undo.restore([{ id: idOf(row), name: nameOf(row) }])
    toasts.show({
      kind: 'success',
      text: t(remove.texts.done, { name: nameOf(row) }),
      action: (await canUndo()) ? { label: t('ui.undo'), onSelect: bringBack } : undefined,
    })
    if (router.state.location.pathname.endsWith(`/${idOf(row)}`)) await navigate({ to: listPath, search: {} })
    else await navigate({ to: '.', search: ({ open: _, ...now }) => now, replace: true })
    await invalidateEntities(queries, room)
  }

  return {
    openPage,
    all,
    dialogs: doomed && remove && (
      <ConfirmDialog
        title={t(remove.texts.title, { name: nameOf(doomed) })}
        action={t(remove.texts.action)}
        isDanger
        typed={remove.isTyped ? nameOf(doomed) : undefined}
        onCancel={() => setDoomed(null)}
        onConfirm={() => confirmed(doomed).catch(() => {})}
      >
        {t(remove.texts.text)}
        {remove.isUndoable && (
          <>
            {' '}
            <WayBack />
          </>
        )}
      </ConfirmDialog>
    ),
  }
}
