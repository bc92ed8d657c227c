/** Rule chains that new edges get: the root chain for edges and the chains that the tenant has relations to. */

import type { RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Type group of the relations from a tenant to the chains that its new edges get in addition to the root chain. */
export const autoAssignGroup = 'EDGE_AUTO_ASSIGN_RULE_CHAIN'

/** The tenant's root chain of a type; the one of type `EDGE` is the root chain of new edges. */
export const rootChain = (build: Kysely<Schema>, tenantId: string, type: RuleChainType) =>
  build
    .selectFrom('rule_chain')
    .where('rule_chain.tenant_id', '=', tenantId)
    .where('rule_chain.type', '=', type)
    .where('rule_chain.root', '=', 1)

export const autoAssignedChains = (build: Kysely<Schema>, tenantId: string) =>
  build
    .selectFrom('rule_chain')
    .innerJoin('relation', 'relation.to_id', 'rule_chain.id')
    .where('relation.from_id', '=', tenantId)
    .where('relation.from_type', '=', 'TENANT')
    .where('relation.type_group', '=', autoAssignGroup)
    .where('rule_chain.tenant_id', '=', tenantId)
