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
    /** A page of the tenant's chains of a type, `CORE` when absent. */
    list: (link: PageLink, { type }: { readonly type?: RuleChainType } = {}, options: CallOptions = {}) =>
      rest.request<PageData<RuleChain>>('GET', '/api/ruleChains', { ...options, query: { ...pageQuery(link), type } }),

    /** Throws `ApiError` 404. */
    get: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('GET', `${root}/${ruleChainId}`, options),

    /** Makes a chain, or changes it when it has an id. Its nodes are saved by `saveMetadata`. */
    save: (ruleChain: RuleChainInput, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', root, { ...options, body: ruleChain }),

    /** Makes a chain for devices, with the nodes of a new root chain. */
    createForDevices: (name: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', `${root}/device/default`, { ...options, body: { name } }),

    /** Throws `ApiError` 400 for the root chain, and for one that a device profile uses. */
    delete: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root}/${ruleChainId}`, options),

    /** Messages begin in this chain from now on. */
    setRoot: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', `${root}/${ruleChainId}/root`, options),

    /** Nodes and links. */
    metadata: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<RuleChainMetadata>('GET', `${root}/${ruleChainId}/metadata`, options),

    /** Why nodes of a chain cannot work; empty when all can. */
    problems: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<readonly RuleNodeProblem[]>('GET', `/api/v2/ruleChain/${ruleChainId}/problems`, options),

    /**
     * Replaces nodes and links. `updateRelated`: links of other chains follow output nodes that got another name. Nodes
     * whose settings are wrong are saved too: `problems` names them.
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

    /** Runs a script of a rule node once. What is wrong with the script is in `error` of the answer. */
    testScript: (test: ScriptTest, options: CallOptions = {}) =>
      rest.request<ScriptTestResult>('POST', `${root}/testScript`, { ...options, body: test }),

    /** The newest message that a debugged node got; null when there is none. */
    latestInput: async (ruleNodeId: string, options: CallOptions = {}): Promise<NodeDebugBody | null> =>
      (await rest.request<NodeDebugBody | null | undefined>('GET', `/api/ruleNode/${ruleNodeId}/debugIn`, options)) ??
      null,

    /** Names of a chain's output nodes: labels by which calling chains go on. */
    outputLabels: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', `${root}/${ruleChainId}/output/labels`, options),

    /** Nodes of other chains that call this one, with the labels of their links. */
    outputLabelsUsage: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<readonly RuleChainLabels[]>('GET', `${root}/${ruleChainId}/output/labels/usage`, options),

    /** Up to `limit` chains with nodes and links, for another tenant. */
    export: (limit: number, options: CallOptions = {}) =>
      rest.request<RuleChainExport>('GET', '/api/ruleChains/export', { ...options, query: { limit } }),

    /** Takes exported chains in. `overwrite`: in the place of those of the same name and type. */
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

    /** A page of the chains of an edge. */
    listOfEdge: (edgeId: string, link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<RuleChain>>('GET', `/api/edge/${edgeId}/ruleChains`, {
        ...options,
        query: pageQuery(link),
      }),

    /** Assigns it to an edge, which gets an event. */
    assignToEdge: (ruleChainId: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', `/api/edge/${edgeId}/ruleChain/${ruleChainId}`, options),

    /** Throws `ApiError` 400 for the edge's root chain. */
    unassignFromEdge: (ruleChainId: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('DELETE', `/api/edge/${edgeId}/ruleChain/${ruleChainId}`, options),

    /** New edges get this chain as their root. */
    setEdgeTemplateRoot: (ruleChainId: string, options: CallOptions = {}) =>
      rest.request<RuleChain>('POST', `${root}/${ruleChainId}/edgeTemplateRoot`, options),

    /** Chains that new edges get beside their root. */
    autoAssignedToEdges: (options: CallOptions = {}) =>
      rest.request<readonly RuleChain[]>('GET', `${root}/autoAssignToEdgeRuleChains`, options),

    /** Whether new edges get this chain beside their root. */
    setAutoAssignToEdges: (ruleChainId: string, isAutoAssigned: boolean, options: CallOptions = {}) =>
      rest.request<RuleChain>(isAutoAssigned ? 'POST' : 'DELETE', `${root}/${ruleChainId}/autoAssignToEdge`, options),
  }
}
