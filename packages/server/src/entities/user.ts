/** Storage and access rules of users. */

import type { Columns } from './columns.ts'
import { type EntityDescriptor, rowOrder } from './entity-descriptor.ts'
import { all, some } from './rules.ts'

export const userCredentialsColumns = {
  user_id: 'text',
  enabled: 'number',
  /** argon2id in PHC format; null until activated. */
  password_hash: 'text or null',
  activate_token: 'text or null',
  reset_token: 'text or null',
  /** Tokens issued earlier are rejected, epoch ms. */
  tokens_valid_from: 'number',
  failed_login_attempts: 'number',
  last_login_ts: 'number or null',
  /** When the password was set, epoch ms. */
  password_ts: 'number',
  /** Mailed code that activates the account. */
  email_code: 'text or null',
  email_code_ts: 'number',
  /** When the last mail with a link or code was sent, epoch ms; 0: never. */
  mail_ts: 'number',
  /** When the links were created, epoch ms. */
  activate_token_ts: 'number with default',
  reset_token_ts: 'number with default',
  /** New email that the mailed link hasn't confirmed yet. */
  new_email: 'text or null',
  new_email_token: 'text or null',
  new_email_ts: 'number with default',
} as const satisfies Columns

export const passwordHistoryColumns = {
  user_id: 'text',
  /** When the password was replaced. */
  created_time: 'number',
  password_hash: 'text',
} as const satisfies Columns

export const userSettingColumns = {
  user_id: 'text',
  name: 'text',
  /** A JSON object. */
  value: 'text',
} as const satisfies Columns

export const user = {
  table: 'user',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    customer_id: 'text',
    authority: 'text',
    email: 'text',
    /** Normalized email, with the ID where an older account has the same one. Written together with the email. */
    email_key: 'text or null',
    first_name: 'text or null',
    last_name: 'text or null',
    additional_info: 'text or null',
  },
  nameColumn: 'email',
  owner: { tenant: 'tenant_id', customer: 'customer_id', authority: 'authority' },
  rules: {
    SYS_ADMIN: all('ADMINISTRATOR'),
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: some('ONESELF', 'READ', 'WRITE', 'READ_ATTRIBUTES', 'READ_TELEMETRY'),
  },
  query: {
    fields: {
      createdTime: 'created_time',
      name: 'email',
      title: 'email',
      label: 'email',
      email: 'email',
      firstName: 'first_name',
      lastName: 'last_name',
      additionalInfo: 'additional_info',
    },
  },
  index: {
    // Lists of users filter by role, which is the type here.
    fields: { createdTime: 'created_time', name: 'email', type: 'authority' },
    ownerColumn: 'customer_id',
    sliceColumns: ['customer_id', rowOrder],
  },
  trash: {
    typeColumn: 'authority',
    parts: [
      { table: 'user_credentials', columns: userCredentialsColumns, key: 'user_id' },
      { table: 'password_history', columns: passwordHistoryColumns, key: 'user_id' },
      { table: 'user_setting', columns: userSettingColumns, key: 'user_id' },
    ],
    whole: 'CUSTOMER',
  },
} as const satisfies EntityDescriptor
