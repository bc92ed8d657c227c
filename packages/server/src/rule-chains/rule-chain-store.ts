/** Relational storage of rule chains, nodes and links: row mapping, queries and write statements. */

import { parseJson } from '@sonde/model/exact-json'
import { entityId, optionalEntityId, type TenantId, type Uuid } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type {
  RuleChain,
  RuleChainMetadata,
  RuleChainType,
  RuleLink,
  RuleNode,
} from '@sonde/model/rule-chains/rule-chain'
import { sql } from 'kysely'
import { autoAssignedChains, autoAssignGroup, rootChain } from '../storage/edge-templates.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { ruleChainSize } from '../storage/rule-chain-size.ts'
import type { RuleChainTable, RuleNodeTable } from '../storage/schema.ts'
import { ruleChainNode } from './nodes/rule-chain-node.ts'

const sortColumns = { createdTime: 'created_time', name: 'name', root: sql.ref('root') }

/** Rows per insert: far below SQLite's limit for bound variables. */
const rowsPerInsert = 500

export type RuleChainStore = ReturnType<typeof createRuleChainStore>

export function createRuleChainStore(relational: RelationalStore) {
  const { build } = relational

  async function find(tenantId: TenantId, id: Uuid<'RULE_CHAIN'>): Promise<RuleChain | undefined> {
    const row = await relational.first(
      build.selectFrom('rule_chain').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id),
    )
    return row && ruleChainOf(row)
  }

  async function findRoot(tenantId: TenantId, type: RuleChainType): Promise<RuleChain | undefined> {
    const row = await relational.first(rootChain(build, tenantId, type).selectAll())
    return row && ruleChainOf(row)
  }

  /** A page of the tenant's chains of one type. Throws 400 for an unknown sort property. */
  async function page(tenantId: TenantId, type: RuleChainType, link: PageLink): Promise<PageData<RuleChain>> {
    const matching = build
      .selectFrom('rule_chain')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('type', '=', type)
    return entityPage(relational, matching, {
      link: { ...link, sortProperty: link.sortProperty || undefined },
      sortColumns,
      searchColumns: ['name'],
      idColumn: 'id',
      map: ruleChainOf,
    })
  }

  async function count(tenantId: TenantId): Promise<number> {
    const row = await relational.first(
      build
        .selectFrom('rule_chain')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId),
    )
    return Number(row?.count ?? 0)
  }

  /** Maximum number of chains from the tenant profile; 0: unlimited. */
  async function countMax(tenantId: TenantId): Promise<number> {
    const row = await relational.first(
      build
        .selectFrom('tenant')
        .innerJoin('tenant_profile', 'tenant_profile.id', 'tenant.tenant_profile_id')
        .select('tenant_profile.profile_data')
        .where('tenant.id', '=', tenantId),
    )
    const data = row ? (JSON.parse(row.profile_data) as { configuration?: { maxRuleChains?: number } | null }) : null
    return data?.configuration?.maxRuleChains ?? 0
  }

  /** Name of a device profile that uses the chain, if any. */
  async function profileUsing(tenantId: TenantId, id: Uuid<'RULE_CHAIN'>): Promise<string | undefined> {
    const row = await relational.first(
      build
        .selectFrom('device_profile')
        .select('name')
        .where('tenant_id', '=', tenantId)
        .where('default_rule_chain_id', '=', id),
    )
    return row?.name
  }

  /** Nodes in saved order; links ordered by their source node. */
  async function metadata(chain: RuleChain): Promise<RuleChainMetadata> {
    const id = chain.id.id
    const [rows, links] = await Promise.all([
      relational.scan(build.selectFrom('rule_node').selectAll().where('rule_chain_id', '=', id).orderBy('position')),
      relational.scan(build.selectFrom('rule_link').selectAll().where('rule_chain_id', '=', id).orderBy('position')),
    ])
    const placeOf = new Map(rows.map((row, i) => [row.id, i]))
    const connections: RuleLink[] = links
      .map(({ from_node_id, to_node_id, type }) => ({
        fromIndex: placeOf.get(from_node_id) ?? -1,
        toIndex: placeOf.get(to_node_id) ?? -1,
        type,
      }))
      .sort((a, b) => a.fromIndex - b.fromIndex)
    return {
      ruleChainId: chain.id,
      firstNodeIndex: chain.firstRuleNodeId ? (placeOf.get(chain.firstRuleNodeId.id) ?? null) : null,
      nodes: rows.map(ruleNodeOf),
      connections: connections.length === 0 ? null : connections,
      ruleChainConnections: null,
    }
  }

  /** Nodes of the tenant's chains that call the chain, with the labels of their links. */
  async function callers(tenantId: TenantId, id: Uuid<'RULE_CHAIN'>): Promise<ChainCaller[]> {
    const rows = await relational.scan(
      build
        .selectFrom('rule_node')
        .innerJoin('rule_chain', 'rule_chain.id', 'rule_node.rule_chain_id')
        .selectAll('rule_node')
        .where('rule_chain.tenant_id', '=', tenantId)
        .where('rule_node.type', '=', ruleChainNode.clazz),
    )
    const nodes = rows.map(ruleNodeOf).filter(({ configuration }) => chainCalled(configuration) === id)
    if (nodes.length === 0) return []
    const [chains, links] = await Promise.all([
      relational.scan(
        build
          .selectFrom('rule_chain')
          .selectAll()
          .where('id', 'in', [...new Set(nodes.map((node) => node.ruleChainId.id))]),
      ),
      relational.scan(
        build
          .selectFrom('rule_link')
          .select(['from_node_id', 'type'])
          .where(
            'from_node_id',
            'in',
            nodes.map((node) => node.id.id),
          ),
      ),
    ])
    const chainOf = new Map(chains.map((row) => [row.id, ruleChainOf(row)]))
    return nodes.flatMap((node) => {
      const chain = chainOf.get(node.ruleChainId.id)
      const labels = links.filter((link) => link.from_node_id === node.id.id).map(({ type }) => type)
      return chain ? [{ chain, node, labels }] : []
    })
  }

  /** Names of all chains of a tenant, by ID. */
  async function names(tenantId: TenantId): Promise<ReadonlyMap<string, string>> {
    const rows = await relational.scan(
      build.selectFrom('rule_chain').select(['id', 'name']).where('tenant_id', '=', tenantId),
    )
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  /** Up to `limit` chains of a tenant, of both types, oldest first. */
  async function all(tenantId: TenantId, limit: number): Promise<RuleChain[]> {
    const rows = await relational.scan(
      build
        .selectFrom('rule_chain')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .orderBy('created_time')
        .orderBy('id')
        .limit(limit),
    )
    return rows.map(ruleChainOf)
  }

  /** Name of an edge that has the chain as its root, if any. */
  async function edgeUsing(tenantId: TenantId, id: Uuid<'RULE_CHAIN'>): Promise<string | undefined> {
    const row = await relational.first(
      build.selectFrom('edge').select('name').where('tenant_id', '=', tenantId).where('root_rule_chain_id', '=', id),
    )
    return row?.name
  }

  /** Chains assigned to new edges in addition to their root, ordered by name. */
  async function autoAssigned(tenantId: TenantId): Promise<RuleChain[]> {
    const rows = await relational.scan(
      autoAssignedChains(build, tenantId)
        .selectAll('rule_chain')
        .orderBy(relational.dialect.sortKey(sql.ref('rule_chain.name')))
        .orderBy('rule_chain.id'),
    )
    return rows.map(ruleChainOf)
  }

  function setAutoAssign(chain: RuleChain, isAssigned: boolean): Statement {
    const relation = {
      from_type: 'TENANT',
      from_id: chain.tenantId.id,
      to_type: 'RULE_CHAIN',
      to_id: chain.id.id,
      type_group: autoAssignGroup,
      type: 'Contains',
    }
    return relational.statement(
      isAssigned
        ? build
            .insertInto('relation')
            .values({ ...relation, additional_info: null })
            .onConflict((conflict) => conflict.doNothing())
        : build
            .deleteFrom('relation')
            .where('from_id', '=', relation.from_id)
            .where('from_type', '=', relation.from_type)
            .where('type_group', '=', relation.type_group)
            .where('to_id', '=', relation.to_id),
    )
  }

  /** The chain that contains the node. */
  async function chainOfNode(nodeId: string): Promise<RuleChain | undefined> {
    const row = await relational.first(
      build
        .selectFrom('rule_node')
        .innerJoin('rule_chain', 'rule_chain.id', 'rule_node.rule_chain_id')
        .selectAll('rule_chain')
        .where('rule_node.id', '=', nodeId),
    )
    return row && ruleChainOf(row)
  }

  const renameLinks = (node: RuleNode, from: string, to: string): Statement =>
    relational.statement(
      build
        .updateTable('rule_link')
        .set({ type: to })
        .where('rule_chain_id', '=', node.ruleChainId.id)
        .where('from_node_id', '=', node.id.id)
        .where('type', '=', from),
    )

  /** Node count and total configuration characters of the tenant's chains, excluding one chain. */
  async function sizeOfOthers(tenantId: TenantId, exceptChainId: string) {
    const row = await relational.first(ruleChainSize(relational, tenantId).where('rule_chain.id', '!=', exceptChainId))
    return { nodes: Number(row?.nodes ?? 0), characters: Number(row?.characters ?? 0) }
  }

  const insert = (chain: RuleChain): Statement =>
    relational.statement(build.insertInto('rule_chain').values(rowOf(chain)), { expectRows: 1 })

  function update(chain: RuleChain): Statement {
    const { id, tenant_id, created_time: _, root: __, ...values } = rowOf(chain)
    return relational.statement(
      build.updateTable('rule_chain').set(values).where('id', '=', id).where('tenant_id', '=', tenant_id),
      { expectRows: 1 },
    )
  }

  /** Makes a chain the root of its type and clears the flag on the previous root. */
  const makeRoot = (chain: RuleChain): Statement[] => [
    relational.statement(
      build
        .updateTable('rule_chain')
        .set({ root: 0 })
        .where('tenant_id', '=', chain.tenantId.id)
        .where('type', '=', chain.type)
        .where('root', '=', 1),
    ),
    relational.statement(
      build
        .updateTable('rule_chain')
        .set({ root: 1 })
        .where('id', '=', chain.id.id)
        .where('tenant_id', '=', chain.tenantId.id),
      { expectRows: 1 },
    ),
  ]

  /** Deletes the chain with its nodes, links and relations. */
  const remove = ({ id: { id }, tenantId }: RuleChain): Statement[] => [
    relational.statement(
      build.deleteFrom('relation').where((where) => where.or([where('from_id', '=', id), where('to_id', '=', id)])),
    ),
    relational.statement(
      build.deleteFrom('rule_chain').where('id', '=', id).where('tenant_id', '=', tenantId.id).where('root', '=', 0),
      { expectRows: 1 },
    ),
  ]

  /** Replaces all nodes and links of the chain. */
  function replaceNodes(chain: RuleChain, nodes: readonly RuleNode[], links: readonly RuleLink[]): Statement[] {
    const chainId = chain.id.id
    const nodeRows = nodes.map((node, position) => nodeRowOf(node, position))
    const linkRows = links.map(({ fromIndex, toIndex, type }, position) => ({
      rule_chain_id: chainId,
      position,
      from_node_id: (nodes[fromIndex] as RuleNode).id.id,
      to_node_id: (nodes[toIndex] as RuleNode).id.id,
      type,
    }))
    const statements = [
      relational.statement(build.deleteFrom('rule_link').where('rule_chain_id', '=', chainId)),
      relational.statement(build.deleteFrom('rule_node').where('rule_chain_id', '=', chainId)),
    ]
    for (let at = 0; at < nodeRows.length; at += rowsPerInsert) {
      const rows = nodeRows.slice(at, at + rowsPerInsert)
      statements.push(relational.statement(build.insertInto('rule_node').values(rows)))
    }
    for (let at = 0; at < linkRows.length; at += rowsPerInsert) {
      const rows = linkRows.slice(at, at + rowsPerInsert)
      statements.push(relational.statement(build.insertInto('rule_link').values(rows)))
    }
    return statements
  }

  return {
    find,
    findRoot,
    page,
    count,
    countMax,
    profileUsing,
    edgeUsing,
    chainOfNode,
    metadata,
    callers,
    names,
    all,
    autoAssigned,
    setAutoAssign,
    insert,
    sizeOfOthers,
    update,
    makeRoot,
    remove,
    replaceNodes,
    renameLinks,
  }
}

/** A node that calls a chain. */
export interface ChainCaller {
  readonly chain: RuleChain
  readonly node: RuleNode
  readonly labels: readonly string[]
}

/** ID of the chain that a `rule chain` node calls, in lower case. */
export function chainCalled(configuration: unknown): string | undefined {
  const { ruleChainId } = (configuration ?? {}) as { readonly ruleChainId?: unknown }
  return typeof ruleChainId === 'string' ? ruleChainId.toLowerCase() : undefined
}

const jsonOf = (text: string | null): unknown => (text === null ? null : parseJson(text))
const textOf = (json: unknown): string | null => (json === null || json === undefined ? null : JSON.stringify(json))

export const ruleChainOf = (row: RuleChainTable): RuleChain => ({
  id: entityId('RULE_CHAIN', row.id),
  createdTime: row.created_time,
  additionalInfo: jsonOf(row.additional_info),
  tenantId: entityId('TENANT', row.tenant_id),
  name: row.name,
  type: row.type as RuleChainType,
  firstRuleNodeId: optionalEntityId('RULE_NODE', row.first_rule_node_id),
  root: row.root === 1,
  debugMode: row.debug_mode === 1,
  configuration: null,
})

const rowOf = (chain: RuleChain): RuleChainTable => ({
  id: chain.id.id,
  created_time: chain.createdTime,
  tenant_id: chain.tenantId.id,
  name: chain.name,
  type: chain.type,
  root: chain.root ? 1 : 0,
  first_rule_node_id: chain.firstRuleNodeId?.id ?? null,
  debug_mode: chain.debugMode ? 1 : 0,
  additional_info: textOf(chain.additionalInfo),
})

const ruleNodeOf = (row: RuleNodeTable): RuleNode => ({
  id: entityId('RULE_NODE', row.id),
  createdTime: row.created_time,
  additionalInfo: jsonOf(row.additional_info),
  ruleChainId: entityId('RULE_CHAIN', row.rule_chain_id),
  type: row.type,
  name: row.name,
  debugMode: row.debug_mode === 1,
  configuration: parseJson(row.configuration),
})

const nodeRowOf = (node: RuleNode, position: number): RuleNodeTable => ({
  id: node.id.id,
  created_time: node.createdTime,
  rule_chain_id: node.ruleChainId.id,
  position,
  type: node.type,
  name: node.name,
  debug_mode: node.debugMode ? 1 : 0,
  configuration: JSON.stringify(node.configuration ?? null),
  additional_info: textOf(node.additionalInfo),
})
