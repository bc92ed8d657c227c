/** Tables whose rows are kept in the trash, with all their columns; the compiler asks for new ones. */

import type { Schema } from '../storage/schema.ts'

export type KeptTable =
  | 'device'
  | 'device_credentials'
  | 'device_claim'
  | 'asset'
  | 'entity_view'
  | 'customer'
  | 'dashboard'
  | 'dashboard_customer'
  | 'rule_chain'
  | 'rule_node'
  | 'rule_link'
  | 'user'
  | 'user_credentials'
  | 'password_history'
  | 'user_setting'
  | 'device_profile'
  | 'edge'
  | 'ota_package'
  | 'resource'
  | 'widgets_bundle'
  | 'widget_type'
  | 'tenant_profile'
  | 'rpc'

const contact = {
  country: true,
  state: true,
  city: true,
  address: true,
  address2: true,
  zip: true,
  phone: true,
  email: true,
} as const
const owned = {
  id: true,
  created_time: true,
  tenant_id: true,
  customer_id: true,
  name: true,
  type: true,
  additional_info: true,
} as const

export const keptColumns: { readonly [T in KeptTable]: Readonly<Record<keyof Schema[T], true>> } = {
  device: { ...owned, device_profile_id: true, label: true, device_data: true, firmware_id: true, software_id: true },
  device_credentials: {
    id: true,
    created_time: true,
    device_id: true,
    credentials_type: true,
    credentials_id: true,
    credentials_value: true,
  },
  device_claim: { device_id: true, secret_key: true, expiration_time: true },
  asset: { ...owned, label: true },
  entity_view: { ...owned, entity_type: true, entity_id: true, keys: true, start_ts: true, end_ts: true },
  customer: {
    id: true,
    created_time: true,
    tenant_id: true,
    title: true,
    ...contact,
    additional_info: true,
    is_public: true,
  },
  dashboard: {
    id: true,
    created_time: true,
    tenant_id: true,
    title: true,
    image: true,
    mobile_hide: true,
    mobile_order: true,
    configuration: true,
  },
  dashboard_customer: { dashboard_id: true, customer_id: true },
  rule_chain: {
    id: true,
    created_time: true,
    tenant_id: true,
    name: true,
    type: true,
    root: true,
    first_rule_node_id: true,
    debug_mode: true,
    additional_info: true,
  },
  rule_node: {
    id: true,
    created_time: true,
    rule_chain_id: true,
    position: true,
    type: true,
    name: true,
    debug_mode: true,
    configuration: true,
    additional_info: true,
  },
  rule_link: { rule_chain_id: true, position: true, from_node_id: true, to_node_id: true, type: true },
  user: {
    id: true,
    created_time: true,
    tenant_id: true,
    customer_id: true,
    authority: true,
    email: true,
    first_name: true,
    last_name: true,
    additional_info: true,
  },
  user_credentials: {
    user_id: true,
    enabled: true,
    password_hash: true,
    activate_token: true,
    reset_token: true,
    tokens_valid_from: true,
    failed_login_attempts: true,
    last_login_ts: true,
    password_ts: true,
    email_code: true,
    email_code_ts: true,
    mail_ts: true,
    activate_token_ts: true,
    reset_token_ts: true,
    new_email: true,
    new_email_token: true,
    new_email_ts: true,
  },
  password_history: { user_id: true, created_time: true, password_hash: true },
  user_setting: { user_id: true, name: true, value: true },
  device_profile: {
    id: true,
    created_time: true,
    tenant_id: true,
    name: true,
    description: true,
    image: true,
    is_default: true,
    type: true,
    transport_type: true,
    provision_type: true,
    provision_device_key: true,
    default_rule_chain_id: true,
    default_dashboard_id: true,
    default_queue_name: true,
    firmware_id: true,
    software_id: true,
    profile_data: true,
  },
  edge: { ...owned, label: true, root_rule_chain_id: true, routing_key: true, secret: true },
  ota_package: {
    id: true,
    created_time: true,
    tenant_id: true,
    device_profile_id: true,
    type: true,
    title: true,
    version: true,
    tag: true,
    url: true,
    file: true,
    file_name: true,
    content_type: true,
    checksum_algorithm: true,
    checksum: true,
    data_size: true,
    additional_info: true,
  },
  resource: {
    id: true,
    created_time: true,
    tenant_id: true,
    title: true,
    resource_type: true,
    resource_key: true,
    file_name: true,
    object_id: true,
    object_name: true,
    object: true,
    bytes: true,
    data: true,
  },
  widgets_bundle: {
    id: true,
    created_time: true,
    tenant_id: true,
    alias: true,
    title: true,
    image: true,
    description: true,
  },
  widget_type: {
    id: true,
    created_time: true,
    tenant_id: true,
    bundle_alias: true,
    alias: true,
    name: true,
    kind: true,
    image: true,
    description: true,
    descriptor: true,
  },
  tenant_profile: {
    id: true,
    created_time: true,
    name: true,
    description: true,
    is_default: true,
    isolated_core: true,
    isolated_rule_engine: true,
    profile_data: true,
    limits: true,
  },
  rpc: {
    id: true,
    created_time: true,
    tenant_id: true,
    device_id: true,
    expiration_time: true,
    request: true,
    response: true,
    status: true,
    additional_info: true,
  },
}
