/**
 * Rule chains, and the state that their nodes store per entity between messages.
 *
 * - `rule_node_state.rule_node_id` has no foreign key: saving a chain rewrites its nodes, and their states stay.
 * - `dead_letter`: messages that couldn't be processed, encoded like those of the journal.
 */

export const rules: readonly string[] = [
  `create table rule_chain (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade, name text not null, type text not null,
     root integer not null, first_rule_node_id text, debug_mode integer not null, additional_info text)`,
  `create index rule_chain_by_tenant on rule_chain (tenant_id, type, created_time)`,
  `create table rule_node (id text primary key, created_time bigint not null,
     rule_chain_id text not null references rule_chain (id) on delete cascade, position integer not null,
     type text not null, name text not null, debug_mode integer not null, configuration text not null,
     additional_info text)`,
  `create index rule_node_by_chain on rule_node (rule_chain_id, position)`,
  `create table rule_link (rule_chain_id text not null references rule_chain (id) on delete cascade,
     position integer not null, from_node_id text not null, to_node_id text not null, type text not null,
     primary key (rule_chain_id, position))`,
  `create table rule_node_state (rule_node_id text not null, entity_id text not null,
     tenant_id text not null references tenant (id) on delete cascade, state_data text not null,
     primary key (rule_node_id, entity_id))`,
  `create index rule_node_state_by_tenant on rule_node_state (tenant_id)`,
  `create table dead_letter (id text primary key, created_time integer not null, tenant_id text not null,
     entity_type text not null, entity_id text not null, message_type text not null, message_ts integer not null,
     reason text not null, size integer not null, message blob not null)`,
  `create index dead_letter_by_time on dead_letter (tenant_id, created_time, id)`,
]
