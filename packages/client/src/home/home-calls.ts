/** Data that pages load before drawing, each with a single request. Sonde API. */

import type { HomeFacts, PageStart } from '@sonde/model/home/home'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type HomeCalls = ReturnType<typeof createHomeCalls>

export function createHomeCalls(rest: Rest) {
  return {
    /** Data about the signed-in user that every page needs: home dashboard, limits of pages, settings. */
    pageStart: (options: CallOptions = {}) => rest.request<PageStart>('GET', '/api/v2/page-start', options),

    /** Data of the home page: number of entities by type, active devices, setup state. */
    facts: (options: CallOptions = {}) => rest.request<HomeFacts>('GET', '/api/v2/home', options),
  }
}
