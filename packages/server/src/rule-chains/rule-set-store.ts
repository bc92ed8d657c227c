/**
 * Loads the rows of a tenant's chains that the rule engine builds a rule set from. Skips EDGE chains, which don't run
 * here.
 */

import type { TenantId } from '@sonde/model/ids'
import { limitOf } from '@sonde/model/limits/limits'
import type { RelationalStore } from '../storage/relational.ts'
import { ruleChainSize } from '../storage/rule-chain-size.ts'
import type { RuleSetRows } from './engine/rule-set.ts'

export function createRuleSetStore(relational: RelationalStore) {
  const { build } = relational

  /**
   * Throws if the tenant's chains exceed the server's maximum size. The tenant's messages wait until they're reduced.
   */
  async function requireSize(tenantId: TenantId): Promise<void> {
    const { nodes = 0, characters = 0 } = (await relational.first(ruleChainSize(relational, tenantId))) ?? {}
    if (nodes > limitOf('ruleNodes').max || characters > limitOf('ruleChainBytes').max) {
      throw new Error(
        `The tenant's rule chains have ${nodes} nodes with ${characters} characters; that is too much to run.`,
      )
    }
  }

  async function load(tenantId: TenantId): Promise<RuleSetRows> {
    await requireSize(tenantId)
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
