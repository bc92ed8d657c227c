/** Searches, sorts and pages rows that were loaded all at once. */

import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'

export interface RowsInMemory<T> {
  /** Texts of a row that the search matches. */
  readonly textsOf: (row: T) => readonly string[]
  /** Sort values by sort property. */
  readonly sortValues: Readonly<Record<string, (row: T) => string | number>>
}

export function pageOfAll<T>(all: readonly T[], link: PageLink, { textsOf, sortValues }: RowsInMemory<T>): PageData<T> {
  const wanted = (link.textSearch ?? '').toLowerCase()
  const found = all.filter((row) => wanted === '' || textsOf(row).some((text) => text.toLowerCase().includes(wanted)))
  const sortValue = sortValues[link.sortProperty ?? '']
  const sign = link.sortOrder === 'DESC' ? -1 : 1
  if (sortValue) found.sort((a, b) => sign * compare(sortValue(a), sortValue(b)))
  return pageOf(found.slice(link.page * link.pageSize, (link.page + 1) * link.pageSize), found.length, link)
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
