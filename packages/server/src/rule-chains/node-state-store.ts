/** What a rule node remembers of entities in the store, so that it survives a restart. */

import type { RelationalStore, Statement } from '../storage/relational.ts'

/** States of one node, as JSON texts by entity. */
export interface NodeStates {
  /** null: none is stored. */
  load(entityId: string): Promise<string | null>
  /** Entities with a state. */
  entities(): Promise<readonly string[]>
  save(entityId: string, state: string): Statement
  remove(entityId: string): Statement
  removeAll(): Statement
}

export function createNodeStates(
  relational: RelationalStore,
  { tenantId, ruleNodeId }: { readonly tenantId: string; readonly ruleNodeId: string },
): NodeStates {
  const { build } = relational
  const ofNode = () => build.deleteFrom('rule_node_state').where('rule_node_id', '=', ruleNodeId)
  const rows = build.selectFrom('rule_node_state').where('rule_node_id', '=', ruleNodeId)
  return {
    async load(entityId) {
      const row = await relational.first(rows.select('state_data').where('entity_id', '=', entityId))
      return row?.state_data ?? null
    },

    async entities() {
      return (await relational.all(rows.select('entity_id'))).map((row) => row.entity_id)
    },

    save: (entityId, state) =>
      relational.statement(
        build
          .insertInto('rule_node_state')
          .values({ rule_node_id: ruleNodeId, entity_id: entityId, tenant_id: tenantId, state_data: state })
          .onConflict((conflict) => conflict.columns(['rule_node_id', 'entity_id']).doUpdateSet({ state_data: state })),
      ),

    remove: (entityId) => relational.statement(ofNode().where('entity_id', '=', entityId)),

    removeAll: () => relational.statement(ofNode()),
  }
}
