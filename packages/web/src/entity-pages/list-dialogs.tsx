/** The dialogs of a list that add to it: their buttons, which one is open, as the address says, and what comes after. */

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp, Plus } from 'lucide-react'
import { invalidateEntities } from '../entities/entity-queries.ts'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import type { PageButton } from './entity-page.tsx'

export interface ListDialogsParts {
  /** First part of its keys in the query cache. */
  readonly room: string
  /** Of the button that adds. */
  readonly add: MessageKey
  readonly canImport?: boolean
}

export interface ListDialogs {
  readonly primary: PageButton | undefined
  readonly secondary: PageButton | undefined
  readonly open: 'add' | 'import' | null
  readonly close: () => void
  /** The new one shows beside the list. */
  readonly added: (id: string) => Promise<void>
  readonly refresh: () => Promise<void>
}

export function useListDialogs({ room, add, canImport = false }: ListDialogsParts): ListDialogs {
  const t = useText()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { add: isAdding, import: isImporting, ...rest } = useSearch({ strict: false })
  const openDialog = (name: 'add' | 'import') => void navigate({ to: '.', search: { ...rest, [name]: 'true' } })
  const refresh = () => invalidateEntities(queries, room)
  return {
    primary: {
      label: t(add),
      icon: <Plus size={18} strokeWidth={2} aria-hidden />,
      onSelect: () => openDialog('add'),
    },
    secondary: canImport
      ? {
          label: t('assignment.import'),
          icon: <FileUp size={18} strokeWidth={1.75} aria-hidden />,
          onSelect: () => openDialog('import'),
        }
      : undefined,
    open: isAdding ? 'add' : isImporting && canImport ? 'import' : null,
    close: () => void navigate({ to: '.', search: rest, replace: true }),
    async added(id) {
      await refresh()
      await navigate({ to: '.', search: { ...rest, open: id }, replace: true })
    },
    refresh,
  }
}
