/** What rule nodes remember of entities in the store, so that it survives a restart. */

import type { RelationalStore, Statement } from '../storage/relational.ts'

/** A change of what one node remembers; part of the outcome of a message. */
export interface NodeStateChange {
  readonly tenantId: string
  readonly ruleNodeId: string
  /** null: of every entity. */
  readonly entityId: string | null
  /** JSON; null: it is removed. */
  readonly state: string | null
}

/** States of one node, as JSON texts by entity. */
export interface NodeStates {
  /** null: none is stored. */
  load(entityId: string): Promise<string | null>
  /** Entities with a state. */
  entities(): Promise<readonly string[]>
  save(entityId: string, state: string): NodeStateChange
  remove(entityId: string): NodeStateChange
  removeAll(): NodeStateChange
}

export function createNodeStates(
  relational: RelationalStore,
  { tenantId, ruleNodeId }: { readonly tenantId: string; readonly ruleNodeId: string },
): NodeStates {
  const rows = relational.build.selectFrom('rule_node_state').where('rule_node_id', '=', ruleNodeId)
  const change = (entityId: string | null, state: string | null): NodeStateChange => {
    return { tenantId, ruleNodeId, entityId, state }
  }
  return {
    async load(entityId) {
      const row = await relational.first(rows.select('state_data').where('entity_id', '=', entityId))
      return row?.state_data ?? null
    },

    async entities() {
      return (await relational.all(rows.select('entity_id'))).map((row) => row.entity_id)
    },

    save: change,
    remove: (entityId) => change(entityId, null),
    removeAll: () => change(null, null),
  }
}

/** Commits a change of a node's state. */
export function nodeStateStatement(
  { build, statement }: RelationalStore,
  { tenantId, ruleNodeId, entityId, state }: NodeStateChange,
): Statement {
  const ofNode = build.deleteFrom('rule_node_state').where('rule_node_id', '=', ruleNodeId)
  if (entityId === null) return statement(ofNode)
  if (state === null) return statement(ofNode.where('entity_id', '=', entityId))
  return statement(
    build
      .insertInto('rule_node_state')
      .values({ rule_node_id: ruleNodeId, entity_id: entityId, tenant_id: tenantId, state_data: state })
      .onConflict((conflict) => conflict.columns(['rule_node_id', 'entity_id']).doUpdateSet({ state_data: state })),
  )
}
