/** Persistent per-entity state of rule nodes, which survives a restart. */

import type { TenantId } from '@sonde/model/ids'
import type { NodeStateChange } from '../storage/record-writes.ts'
import type { RelationalStore } from '../storage/relational.ts'

/** States of one node: JSON text by entity. */
export interface NodeStates {
  /** Null: no stored state. */
  load(entityId: string): Promise<string | null>
  /** IDs of the entities that have a stored state. */
  entities(): Promise<readonly string[]>
  save(entityId: string, state: string): NodeStateChange
  remove(entityId: string): NodeStateChange
  removeAll(): NodeStateChange
}

export function createNodeStates(
  relational: RelationalStore,
  { tenantId, ruleNodeId }: { readonly tenantId: TenantId; readonly ruleNodeId: string },
): NodeStates {
  const rows = relational.build.selectFrom('rule_node_state').where('rule_node_id', '=', ruleNodeId)
  const change = (entityId: string | null, state: string | null): NodeStateChange => {
    return { kind: 'node state', tenantId, ruleNodeId, entityId, state }
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
