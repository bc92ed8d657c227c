/** Query parameters of page links. */

import type { PageLink } from '@sonde/model/paging'
import type { Query } from './http-call.ts'

/** Omits an empty search or sort property. */
export const pageQuery = ({ pageSize, page, textSearch, sortProperty, sortOrder }: PageLink): Query => ({
  pageSize,
  page,
  textSearch: textSearch || undefined,
  sortProperty: sortProperty || undefined,
  sortOrder: sortProperty ? sortOrder : undefined,
})

/** Page link with a time range: both ends are inclusive, epoch ms; absent: unbounded. */
export interface TimePageLink extends PageLink {
  readonly startTime?: number
  readonly endTime?: number
}

export const timePageQuery = ({ startTime, endTime, ...link }: TimePageLink): Query => ({
  ...pageQuery(link),
  startTime,
  endTime,
})
