/** A page link as the query of lists. */

import type { PageLink } from '@sonde/model/paging'
import type { Query } from './http-call.ts'

/** An empty search or sort property is left out. */
export const pageQuery = ({ pageSize, page, textSearch, sortProperty, sortOrder }: PageLink): Query => ({
  pageSize,
  page,
  textSearch: textSearch || undefined,
  sortProperty: sortProperty || undefined,
  sortOrder: sortProperty ? sortOrder : undefined,
})

/** A page link for what happened within a time: both ends are inclusive, epoch ms, and open when absent. */
export interface TimePageLink extends PageLink {
  readonly startTime?: number
  readonly endTime?: number
}

export const timePageQuery = ({ startTime, endTime, ...link }: TimePageLink): Query => ({
  ...pageQuery(link),
  startTime,
  endTime,
})
