/** What the engine needs of a tenant's chains, in the form in which it is stored. EDGE chains do not run here. */

import type { RelationalStore } from '../storage/relational.ts'
import type { RuleSetRows } from './engine/rule-set.ts'

export function createRuleSetStore(relational: RelationalStore) {
  const { build } = relational

  async function load(tenantId: string): Promise<RuleSetRows> {
    const chainIds = build
      .selectFrom('rule_chain')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('type', '=', 'CORE')
    const [chains, nodes, links, profiles, tenant] = await Promise.all([
      relational.all(
        build
          .selectFrom('rule_chain')
          .select(['id', 'name', 'root', 'first_rule_node_id'])
          .where('tenant_id', '=', tenantId)
          .where('type', '=', 'CORE'),
      ),
      relational.all(
        build
          .selectFrom('rule_node')
          .select(['id', 'rule_chain_id', 'type', 'name', 'configuration', 'debug_mode'])
          .where('rule_chain_id', 'in', chainIds)
          .orderBy('rule_chain_id')
          .orderBy('position'),
      ),
      relational.all(
        build
          .selectFrom('rule_link')
          .select(['from_node_id', 'to_node_id', 'type'])
          .where('rule_chain_id', 'in', chainIds)
          .orderBy('rule_chain_id')
          .orderBy('position'),
      ),
      relational.all(
        build
          .selectFrom('device_profile')
          .select(['id', 'default_rule_chain_id'])
          .where('tenant_id', '=', tenantId)
          .where('default_rule_chain_id', 'is not', null),
      ),
      relational.first(
        build
          .selectFrom('tenant')
          .innerJoin('tenant_profile', 'tenant_profile.id', 'tenant.tenant_profile_id')
          .select(['tenant_profile.profile_data as data', 'tenant_profile.limits'])
          .where('tenant.id', '=', tenantId),
      ),
    ])
    return {
      chains,
      nodes,
      links,
      profileChains: profiles.flatMap(({ id, default_rule_chain_id }) =>
        default_rule_chain_id === null ? [] : [{ id, default_rule_chain_id }],
      ),
      tenantProfile: tenant ?? null,
    }
  }

  return { load }
}
