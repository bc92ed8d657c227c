/** Sort order and paging of table widgets. */

export interface TableSort {
  readonly columnId: string
  readonly direction: 'ASC' | 'DESC'
}

/** Maximum number of rows without paging. */
export const rowsMax = 1024

/** Parses a default sort order: optional `+` or `-`, then a name. */
export const parseSortOrder = (text: string): { name: string; direction: TableSort['direction'] } => ({
  name: text.replace(/^[+-]/, ''),
  direction: text.startsWith('-') ? 'DESC' : 'ASC',
})

/** Sort order after a click on a header: ascending first, then alternating. */
export const nextSort = (sort: TableSort | null, columnId: string): TableSort => ({
  columnId,
  direction: sort?.columnId === columnId && sort.direction === 'ASC' ? 'DESC' : 'ASC',
})
