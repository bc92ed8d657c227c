/**
 * Add and import dialogs of a list: their buttons, the open dialog (stored in the URL), and navigation after
 * completion.
 */

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp, Plus } from 'lucide-react'
import { invalidateEntities } from '../entities/entity-queries.ts'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import type { PageButton } from './page-head.tsx'

export interface ListDialogsDeps {
  /** First part of the module's query keys. */
  readonly room: string
  /** Label of the add button. */
  readonly add: MessageKey
  readonly canImport?: boolean
  /** The add button opens the import dialog. */
  readonly onlyImports?: boolean | undefined
  /** Path of the page to open for a new entity; absent: it opens in the drawer. */
  readonly pageOf?: (id: string) => string
}

export interface ListDialogs {
  readonly primary: PageButton | undefined
  readonly secondary: PageButton | undefined
  readonly open: 'add' | 'import' | null
  readonly close: () => void
  /** Opens the new entity. */
  readonly added: (id: string) => Promise<void>
  readonly refresh: () => Promise<void>
}

export function useListDialogs({
  room,
  add,
  canImport = false,
  onlyImports = false,
  pageOf,
}: ListDialogsDeps): ListDialogs {
  const t = useText()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { add: isAdding, import: isImporting, ...rest } = useSearch({ strict: false })
  const openDialog = (name: 'add' | 'import') => void navigate({ to: '.', search: { ...rest, [name]: 'true' } })
  const refresh = () => invalidateEntities(queries, room)
  const openImport = () => openDialog('import')
  return {
    primary: onlyImports
      ? { label: t(add), icon: <FileUp size={18} strokeWidth={1.75} aria-hidden />, onSelect: openImport }
      : {
          label: t(add),
          icon: <Plus size={18} strokeWidth={2} aria-hidden />,
          onSelect: () => openDialog('add'),
        },
    secondary:
      canImport && !onlyImports
        ? {
            label: t('assignment.import'),
            icon: <FileUp size={18} strokeWidth={1.75} aria-hidden />,
            onSelect: openImport,
          }
        : undefined,
    open: isAdding && !onlyImports ? 'add' : isImporting && canImport ? 'import' : null,
    close: () => void navigate({ to: '.', search: rest, replace: true }),
    async added(id) {
      await refresh()
      if (pageOf) await navigate({ to: pageOf(id) as '/home', search: {} })
      else await navigate({ to: '.', search: { ...rest, open: id }, replace: true })
    },
    refresh,
  }
}
