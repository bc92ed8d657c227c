/**
 * Action that makes an entity the default of its module, such as the default profile or the root rule chain. Asks for
 * confirmation.
 */

import { useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { invalidateEntities } from './entity-queries.ts'

/** Texts of the action; `title` and `done` take `{name}`. */
export interface SetDefaultTexts {
  /** Label of the action and its button. */
  readonly action: MessageKey
  readonly title: MessageKey
  readonly text: MessageKey
  readonly done: MessageKey
}

interface SetDefaultDeps<T> {
  readonly room: string
  readonly nameOf: (row: T) => string
  /** True for entities that aren't the default. Must be stable. */
  readonly isAllowed: (row: T) => boolean
  readonly texts: SetDefaultTexts
  readonly run: (row: T) => Promise<unknown>
}

export interface SetDefault<T> {
  /** Memoized. */
  readonly action: EntityAction<T>
  readonly dialog: ReactNode
}

export function useSetDefault<T>({ room, nameOf, isAllowed, texts, run }: SetDefaultDeps<T>): SetDefault<T> {
  const t = useText()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [candidate, setCandidate] = useState<T | null>(null)

  const action = useMemo(
    (): EntityAction<T> => ({
      id: 'setDefault',
      label: texts.action,
      icon: <Flag size={16} strokeWidth={2} aria-hidden />,
      isAllowed,
      run: (row) => setCandidate(() => row),
    }),
    [texts, isAllowed],
  )

  async function set(row: T) {
    try {
      await run(row)
    } catch {
      // The failed request has already shown its error in a toast.
      return
    } finally {
      setCandidate(null)
    }
    toasts.show({ kind: 'success', text: t(texts.done, { name: nameOf(row) }) })
    await invalidateEntities(queries, room)
  }

  return {
    action,
    dialog: candidate !== null && (
      <ConfirmDialog
        title={t(texts.title, { name: nameOf(candidate) })}
        action={t(texts.action)}
        onCancel={() => setCandidate(null)}
        onConfirm={() => set(candidate)}
      >
        {t(texts.text)}
      </ConfirmDialog>
    ),
  }
}
