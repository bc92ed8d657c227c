/** Page links and pages of the API. */

export const sortDirections = ['ASC', 'DESC'] as const
export type SortDirection = (typeof sortDirections)[number]

export interface PageLink {
  readonly pageSize: number
  /** 0-based. */
  readonly page: number
  /** Case-insensitive substring; absent or empty matches all. */
  readonly textSearch?: string
  readonly sortProperty?: string
  readonly sortOrder?: SortDirection
}

export interface PageData<T> {
  readonly data: readonly T[]
  readonly totalPages: number
  readonly totalElements: number
  readonly hasNext: boolean
}

export const emptyPage: PageData<never> = { data: [], totalPages: 0, totalElements: 0, hasNext: false }

export function pageOf<T>(data: readonly T[], totalElements: number, link: PageLink): PageData<T> {
  return {
    data,
    totalPages: Math.ceil(totalElements / link.pageSize),
    totalElements,
    hasNext: (link.page + 1) * link.pageSize < totalElements,
  }
}
