/** What pages load before they are drawn, each in one answer. Sonde's own. */

import type { HomeFacts, PageStart } from '@sonde/model/home/home'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type HomeCalls = ReturnType<typeof createHomeCalls>

export function createHomeCalls(rest: Rest) {
  return {
    /** What every page needs of the signed-in user: home dashboard, limits of pages, settings. */
    pageStart: (options: CallOptions = {}) => rest.request<PageStart>('GET', '/api/v2/page-start', options),

    /** What the home page shows at once: entities of each type, active devices, what is set up. */
    facts: (options: CallOptions = {}) => rest.request<HomeFacts>('GET', '/api/v2/home', options),
  }
}
