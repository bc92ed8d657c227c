/**
 * The buttons of a list in its scope (pages.md §1.3): the tenant's adds and imports, a customer's or an edge's is given
 * what exists, customers' users have none.
 */

import { type ListDialogs, type ListDialogsParts, useListDialogs } from '../entities/list-dialogs.tsx'
import type { PageButton } from '../ui/entity-table/entity-page.tsx'
import type { ScopedList } from './list-scope.ts'

interface ListButtonsParts extends ListDialogsParts {
  readonly list: ScopedList
  readonly assignment: { readonly assignExisting: PageButton | undefined }
}

export function useListButtons({ list, assignment, ...parts }: ListButtonsParts): ListDialogs {
  const dialogs = useListDialogs(parts)
  if (list.isTenant) return dialogs
  return { ...dialogs, primary: assignment.assignExisting, secondary: undefined, open: null }
}
