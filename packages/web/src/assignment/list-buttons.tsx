/**
 * The buttons of a list in its scope (pages.md §1.3): the tenant's adds and imports, a customer's or an edge's is given
 * what exists, customers' users have none. Which dialog is open stays in the address.
 */

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp, Plus } from 'lucide-react'
import { refreshRoom } from '../entities/entity-queries.ts'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import type { PageButton } from '../ui/entity-table/entity-page.tsx'
import type { ScopedList } from './list-scope.ts'

interface ListButtonsParts {
  /** First part of its keys in the query cache. */
  readonly room: string
  readonly add: MessageKey
  readonly list: ScopedList
  readonly assignment: { readonly assignExisting: PageButton | undefined }
  readonly canImport?: boolean
}

export interface ListButtons {
  readonly primary: PageButton | undefined
  readonly secondary: PageButton | undefined
  /** The dialog that the address names, where this scope has it. */
  readonly open: 'add' | 'import' | null
  /** Closes the dialog. */
  readonly close: () => void
  /** The new one shows beside the list. */
  readonly added: (id: string) => Promise<void>
  readonly refresh: () => Promise<void>
}

export function useListButtons({ room, add, list, assignment, canImport = false }: ListButtonsParts): ListButtons {
  const t = useText()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const { isTenant } = list
  const { add: isAdding, import: isImporting, ...rest } = search
  const openDialog = (name: 'add' | 'import') => void navigate({ to: '.', search: { ...rest, [name]: 'true' } })

  return {
    primary: isTenant
      ? {
          label: t(add),
          icon: <Plus size={18} strokeWidth={2} aria-hidden />,
          onSelect: () => openDialog('add'),
        }
      : assignment.assignExisting,
    secondary:
      isTenant && canImport
        ? {
            label: t('assignment.import'),
            icon: <FileUp size={18} strokeWidth={1.75} aria-hidden />,
            onSelect: () => openDialog('import'),
          }
        : undefined,
    open: !isTenant ? null : isAdding ? 'add' : isImporting && canImport ? 'import' : null,
    close: () => void navigate({ to: '.', search: rest, replace: true }),
    async added(id) {
      await refreshRoom(queries, room)
      await navigate({ to: '.', search: { ...rest, open: id }, replace: true })
    },
    refresh: () => refreshRoom(queries, room),
  }
}
