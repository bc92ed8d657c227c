/** Edges (remote servers that work for this one) and their events. */

import type { Edge, EdgeEvent, EdgeInfo, EdgeInput, EdgeSearchQuery } from '@sonde/model/edges/edge'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type AssignableCalls, createAssignableCalls } from '../assignables/assignable-calls.ts'
import { importCall } from '../assignables/import-calls.ts'
import { pageQuery, type TimePageLink, timePageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

interface EdgeShapes {
  readonly entity: Edge
  readonly info: EdgeInfo
  readonly input: EdgeInput
  readonly search: EdgeSearchQuery
}

export type EdgeCalls = AssignableCalls<EdgeShapes> & ReturnType<typeof createOwnCalls>

export const createEdgeCalls = (rest: Rest): EdgeCalls => ({
  ...createAssignableCalls<EdgeShapes>(rest, 'edge'),
  ...createOwnCalls(rest),
})

function createOwnCalls(rest: Rest) {
  return {
    /** Edges with these ids; unknown ones and those of other owners are left out. */
    byIds: (edgeIds: readonly string[], options: CallOptions = {}) =>
      rest.request<readonly Edge[]>('GET', '/api/edges', { ...options, query: { edgeIds } }),

    /** Page of the tenant's edges under an alternative path; `list` and `listPlain` have more options. */
    listAll: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<Edge>>('GET', '/api/edges', { ...options, query: pageQuery(link) }),

    /** Creates and updates edges from the lines of a CSV text. A failed line is counted and the import continues. */
    bulkImport: importCall(rest, 'edge'),

    /** Makes a rule chain of the edge its root chain. */
    setRootRuleChain: (edgeId: string, ruleChainId: string, options: CallOptions = {}) =>
      rest.request<Edge>('POST', `/api/edge/${edgeId}/${ruleChainId}/root`, options),

    /** Rule chains that the edge's chains call but that aren't assigned to it, by the name of the calling chain. */
    missingRuleChains: (edgeId: string, options: CallOptions = {}) =>
      rest.request<Readonly<Record<string, readonly string[]>>>(
        'GET',
        `/api/edge/missingToRelatedRuleChains/${edgeId}`,
        options,
      ),

    /** Requests a full synchronization from a connected edge. Throws `ApiError` if it isn't connected. */
    sync: (edgeId: string, options: CallOptions = {}) =>
      rest.request<void>('POST', `/api/edge/sync/${edgeId}`, options),

    /** Page of the edge's events, delivered or not. */
    events: (edgeId: string, link: TimePageLink, options: CallOptions = {}) =>
      rest.request<PageData<EdgeEvent>>('GET', `/api/edge/${edgeId}/events`, {
        ...options,
        query: timePageQuery(link),
      }),
  }
}
