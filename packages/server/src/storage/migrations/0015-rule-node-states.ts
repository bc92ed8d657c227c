/**
 * What rule nodes remember of entities between messages, where they are told to.
 *
 * - `rule_node_id` has no reference: saving a chain writes its nodes anew, and their states stay.
 */

export const name = '0015-rule-node-states'

export const up: readonly string[] = [
  `create table rule_node_state (rule_node_id text not null, entity_id text not null,
     tenant_id text not null references tenant (id) on delete cascade, state_data text not null,
     primary key (rule_node_id, entity_id))`,
  `create index rule_node_state_by_tenant on rule_node_state (tenant_id)`,
]
