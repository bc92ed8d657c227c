/** Edges: platforms elsewhere that work for this one, and their events. */

import type { BulkImportRequest, BulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import type { Edge, EdgeEvent, EdgeInfo, EdgeInput, EdgeSearchQuery } from '@sonde/model/edges/edge'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type AssignableCalls, createAssignableCalls } from '../assignables/assignable-calls.ts'
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
    /** Edges by their ids; unknown ones and those of others are left out. */
    byIds: (edgeIds: readonly string[], options: CallOptions = {}) =>
      rest.request<readonly Edge[]>('GET', '/api/edges', { ...options, query: { edgeIds } }),

    /** A page of the tenant's edges under the wire's second path; `list` and `listPlain` can do more. */
    listAll: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<Edge>>('GET', '/api/edges', { ...options, query: pageQuery(link) }),

    /** Creates and changes edges from the lines of a CSV text; a line that fails is counted and the rest go on. */
    bulkImport: (request: BulkImportRequest, options: CallOptions = {}) =>
      rest.request<BulkImportResult>('POST', '/api/edge/bulk_import', { ...options, body: request }),

    /** Makes a rule chain that the edge has its root. */
    setRootRuleChain: (edgeId: string, ruleChainId: string, options: CallOptions = {}) =>
      rest.request<Edge>('POST', `/api/edge/${edgeId}/${ruleChainId}/root`, options),

    /** Rule chains that the edge's chains call and it lacks, by the name of the chain that calls them. */
    missingRuleChains: (edgeId: string, options: CallOptions = {}) =>
      rest.request<Readonly<Record<string, readonly string[]>>>(
        'GET',
        `/api/edge/missingToRelatedRuleChains/${edgeId}`,
        options,
      ),

    /** Asks a connected edge to synchronize everything. Throws `ApiError` when it is not connected. */
    sync: (edgeId: string, options: CallOptions = {}) =>
      rest.request<void>('POST', `/api/edge/sync/${edgeId}`, options),

    /** A page of the edge's events, delivered or not. */
    events: (edgeId: string, link: TimePageLink, options: CallOptions = {}) =>
      rest.request<PageData<EdgeEvent>>('GET', `/api/edge/${edgeId}/events`, {
        ...options,
        query: timePageQuery(link),
      }),
  }
}
