/**
 * Buttons of a list by scope: a tenant's list adds and imports, a customer's or an edge's assigns existing entities,
 * customer users have none.
 */

import type { PageButton } from '../entity-pages/entity-page.tsx'
import { type ListDialogs, type ListDialogsParts, useListDialogs } from '../entity-pages/list-dialogs.tsx'
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
