/** Total size of a tenant's rule chains: number of nodes and characters of their configurations. */

import { sql } from 'kysely'
import type { RelationalStore } from './relational.ts'

export const ruleChainSize = ({ build }: RelationalStore, tenantId: string) =>
  build
    .selectFrom('rule_node')
    .innerJoin('rule_chain', 'rule_chain.id', 'rule_node.rule_chain_id')
    .select([
      sql<number>`count(*)`.as('nodes'),
      sql<number>`coalesce(sum(length(rule_node.configuration)), 0)`.as('characters'),
    ])
    .where('rule_chain.tenant_id', '=', tenantId)
