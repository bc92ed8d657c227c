/** Links that show a dashboard without an account until they end; tenant administrators only. Sonde API. */

import type { NewShareLink, ShareLinkInput, ShareLinks } from '@sonde/model/dashboards/share-link'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type ShareLinkCalls = ReturnType<typeof createShareLinkCalls>

export function createShareLinkCalls(rest: Rest) {
  const root = (dashboardId: string) => `/api/v2/dashboards/${dashboardId}/share-links`
  return {
    /** Links of a dashboard, newest first, without their keys. */
    shareLinks: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<ShareLinks>('GET', root(dashboardId), options),

    /** Creates a link. Its key is returned only once. */
    createShareLink: (dashboardId: string, input: ShareLinkInput, options: CallOptions = {}) =>
      rest.request<NewShareLink>('POST', root(dashboardId), { ...options, body: input }),

    /** Ends a link at once. */
    revokeShareLink: (dashboardId: string, linkId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root(dashboardId)}/${linkId}`, options),
  }
}
