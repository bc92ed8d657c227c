/** What people sign in with, in the relational store. */

import { NIL_UUID } from '@sonde/model/ids'
import type { Authority } from '../access/scope.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export interface Account {
  readonly userId: string
  readonly authority: Authority
  readonly tenantId: string
  readonly customerId: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly enabled: boolean
  readonly passwordHash: string | null
  /** Epoch ms; tokens issued before count no more. */
  readonly tokensValidFrom: number
}

export type AccountStore = ReturnType<typeof createAccountStore>

export function createAccountStore(relational: RelationalStore) {
  const { build } = relational
  const accounts = build
    .selectFrom('user')
    .innerJoin('user_credentials', 'user_credentials.user_id', 'user.id')
    .select(['id', 'authority', 'tenant_id', 'customer_id', 'email', 'first_name', 'last_name'])
    .select(['enabled', 'password_hash', 'tokens_valid_from'])

  async function firstOf(query: typeof accounts): Promise<Account | undefined> {
    const row = await relational.first(query)
    return (
      row && {
        userId: row.id,
        authority: row.authority as Authority,
        tenantId: row.tenant_id,
        customerId: row.customer_id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        enabled: row.enabled === 1,
        passwordHash: row.password_hash,
        tokensValidFrom: row.tokens_valid_from,
      }
    )
  }

  /** The tenant of a customer that stands for everybody. */
  async function tenantOfPublicCustomer(customerId: string): Promise<string | undefined> {
    const row = await relational.first(
      build.selectFrom('customer').select('tenant_id').where('id', '=', customerId).where('is_public', '=', 1),
    )
    return row?.tenant_id
  }

  const credentials = (userId: string) => build.updateTable('user_credentials').where('user_id', '=', userId)

  const noteSignIn = (userId: string, nowMs: number): Statement =>
    relational.statement(credentials(userId).set({ last_login_ts: nowMs, failed_login_attempts: 0 }))

  const noteFailure = (userId: string): Statement =>
    relational.statement(
      credentials(userId).set(({ eb }) => ({ failed_login_attempts: eb('failed_login_attempts', '+', 1) })),
    )

  const setPassword = (userId: string, passwordHash: string, tokensValidFrom: number): Statement =>
    relational.statement(
      credentials(userId).set({
        password_hash: passwordHash,
        tokens_valid_from: tokensValidFrom,
        reset_token: null,
        failed_login_attempts: 0,
      }),
      { expectRows: 1 },
    )

  /** Changes nothing, and is refused, when the link was used meanwhile. */
  const activate = (userId: string, activateToken: string, passwordHash: string): Statement =>
    relational.statement(
      credentials(userId)
        .where('activate_token', '=', activateToken)
        .set({ password_hash: passwordHash, enabled: 1, activate_token: null }),
      { expectRows: 1 },
    )

  /** Likewise. */
  const reset = (userId: string, resetToken: string, passwordHash: string, tokensValidFrom: number): Statement =>
    relational.statement(
      credentials(userId)
        .where('reset_token', '=', resetToken)
        .set({ password_hash: passwordHash, tokens_valid_from: tokensValidFrom, reset_token: null }),
      { expectRows: 1 },
    )

  /** `tokensValidFrom` null leaves it. */
  const setEnabled = (userId: string, enabled: boolean, tokensValidFrom: number | null): Statement =>
    relational.statement(
      credentials(userId).set({
        enabled: enabled ? 1 : 0,
        ...(enabled ? { failed_login_attempts: 0 } : {}),
        ...(tokensValidFrom === null ? {} : { tokens_valid_from: tokensValidFrom }),
      }),
      { expectRows: 1 },
    )

  return {
    find: (userId: string) => firstOf(accounts.where('id', '=', userId)),
    findByEmail: (email: string) => firstOf(accounts.where('email', '=', email)),
    findByActivateToken: (token: string) => firstOf(accounts.where('activate_token', '=', token)),
    findByResetToken: (token: string) => firstOf(accounts.where('reset_token', '=', token)),
    tenantOfPublicCustomer,
    noteSignIn,
    noteFailure,
    setPassword,
    activate,
    reset,
    setEnabled,
  }
}

/** A visitor of a public dashboard has no account of his own. */
export const publicAccount = (customerId: string, tenantId: string): Account => ({
  userId: NIL_UUID,
  authority: 'CUSTOMER_USER',
  tenantId,
  customerId,
  email: customerId,
  firstName: 'Public',
  lastName: 'Public',
  enabled: true,
  passwordHash: null,
  tokensValidFrom: 0,
})
