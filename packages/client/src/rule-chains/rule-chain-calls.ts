/** Rule chains, their nodes and links; tenant administrators only. */

import type { NodeDebugBody } from '@sonde/model/events/event'
import type { PageData, PageLink } from '@sonde/model/paging'
import type {
  RuleChain,
  RuleChainExport,
  RuleChainImport,
  RuleChainImportResult,
  RuleChainInput,
  RuleChainLabels,
  RuleChainMetadata,
  RuleChainMetadataInput,
  RuleChainType,
  RuleNodeProblem,
  ScriptTest,
  ScriptTestResult,
} from '@sonde/model/rule-chains/rule-chain'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = '/api/ruleChain'

export type RuleChainCalls = ReturnType<typeof createRuleChainCalls>

export function createRuleChainCalls(rest: Rest) {
  return {
    /** Page of the tenant's chains of a type; default: `CORE`. */
    list: (link: PageLink, { type }: { readonly type?: RuleChainType } = {}, options: CallOptions = {}) =>
      rest.request<PageData<RuleChain>>('GET', '/api/ruleChains', { ...options, query: { ...pageQuery(link), type } }),

    /** Throws `ApiError` 404. */
    get: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('GET', `${root}/${ruleChainId}`, options),

    /** Creates a chain, or updates it if it has an id. `saveMetadata` saves its nodes. */
    save: (ruleChain: RuleChainInput, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', root, { ...options, body: ruleChain }),

    /** Creates a chain with the default nodes of a root chain for devices. */
    createForDevices: (name: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', `${root}/device/default`, { ...options, body: { name } }),

    /** Throws `ApiError` 400 for the root chain and for a chain that a device profile uses. */
    delete: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root}/${ruleChainId}`, options),

    /** Makes the chain the tenant's root chain, which messages enter first. */
    setRoot: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', `${root}/${ruleChainId}/root`, options),

    /** Nodes and links of a chain. */
    metadata: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<RuleChainMetadata>('GET', `${root}/${ruleChainId}/metadata`, options),

    /** Problems that keep nodes of a chain from working; empty if there are none. */
    problems: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<readonly RuleNodeProblem[]>('GET', `/api/v2/ruleChain/${ruleChainId}/problems`, options),

    /**
     * Replaces nodes and links. `updateRelated`: updates links in other chains to renamed output nodes. Nodes with
     * invalid settings are saved too: see `problems`.
     */
    saveMetadata: (
      metadata: RuleChainMetadataInput,
      { updateRelated }: { readonly updateRelated?: boolean } = {},
      options: CallOptions = {},
    ) =>
      rest.request<RuleChainMetadata>('POST', `${root}/metadata`, {
        ...options,
        query: { updateRelated },
        body: metadata,
      }),

    /** Runs a script of a rule node once. Errors of the script are in `error` of the response. */
    testScript: (test: ScriptTest, options: CallOptions = {}) =>
      rest.request<ScriptTestResult>('POST', `${root}/testScript`, { ...options, body: test }),

    /** Newest message that a debugged node received; null if there is none. */
    latestInput: async (ruleNodeId: string, options: CallOptions = {}): Promise<NodeDebugBody | null> =>
      (await rest.request<NodeDebugBody | null | undefined>('GET', `/api/ruleNode/${ruleNodeId}/debugIn`, options)) ??
      null,

    /** Names of a chain's output nodes, which are the link labels in calling chains. */
    outputLabels: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', `${root}/${ruleChainId}/output/labels`, options),

    /** Nodes of other chains that call this one, with the labels of their links. */
    outputLabelsUsage: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<readonly RuleChainLabels[]>('GET', `${root}/${ruleChainId}/output/labels/usage`, options),

    /** Exports up to `limit` chains with nodes and links, for another tenant. */
    export: (limit: number, options: CallOptions = {}) =>
      rest.request<RuleChainExport>('GET', '/api/ruleChains/export', { ...options, query: { limit } }),

    /** Imports exported chains. `overwrite`: replaces chains with the same name and type. */
    import: (
      chains: RuleChainImport,
      { overwrite }: { readonly overwrite?: boolean } = {},
      options: CallOptions = {},
    ) =>
      rest.request<readonly RuleChainImportResult[]>('POST', '/api/ruleChains/import', {
        ...options,
        query: { overwrite },
        body: chains,
      }),

    /** Page of the chains of an edge. */
    listOfEdge: (edgeId: string, link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<RuleChain>>('GET', `/api/edge/${edgeId}/ruleChains`, {
        ...options,
        query: pageQuery(link),
      }),

    /** Assigns the chain to an edge, which is notified by an event. */
    assignToEdge: (ruleChainId: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', `/api/edge/${edgeId}/ruleChain/${ruleChainId}`, options),

    /** Throws `ApiError` 400 for the edge's root chain. */
    unassignFromEdge: (ruleChainId: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('DELETE', `/api/edge/${edgeId}/ruleChain/${ruleChainId}`, options),

    /** Makes the chain the root chain of new edges. */
    setEdgeTemplateRoot: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', `${root}/${ruleChainId}/edgeTemplateRoot`, options),

    /** Chains that new edges get in addition to their root. */
    autoAssignedToEdges: (options: CallOptions = {}) =>
      rest.request<readonly RuleChain[]>('GET', `${root}/autoAssignToEdgeRuleChains`, options),

    /** Sets whether new edges get this chain in addition to their root. */
    setAutoAssignToEdges: (ruleChainId: string, isAutoAssigned: boolean, options: CallOptions = {}) =>
      rest.request<RuleChain>(isAutoAssigned ? 'POST' : 'DELETE', `${root}/${ruleChainId}/autoAssignToEdge`, options),
  }
}
