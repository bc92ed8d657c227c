/** Accounts and credentials of users in the relational store. */

import { type CustomerId, NIL_UUID, type TenantId, type Uuid } from '@sonde/model/ids'
import type { Authority, Scope } from '../access/scope.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { findUserIdByEmail } from '../storage/user-emails.ts'

export interface Account extends Omit<Scope, 'isPublic'> {
  readonly enabled: boolean
  readonly passwordHash: string | null
  /** Epoch ms; tokens issued earlier are invalid. */
  readonly tokensValidFrom: number
  /** When the password was set, epoch ms. */
  readonly passwordTs: number
  /** null once a password was set. */
  readonly activateToken: string | null
  /** When the activation link was created, epoch ms. */
  readonly activateTokenTs: number
  /** When the last mail with a link or code was sent, epoch ms; 0: never. */
  readonly mailTs: number
}

/** A new password. */
export interface PasswordChange {
  readonly hash: string
  readonly nowMs: number
  readonly tokensValidFrom: number
  /** Previous password, stored if old passwords must not be reused. Entries before `retainedSince` are deleted. */
  readonly replaced: { readonly hash: string; readonly retainedSince: number } | null
}

/** New email that isn't confirmed yet. */
export interface NewEmail {
  readonly userId: Uuid<'USER'>
  readonly email: string
}

/** Maximum old passwords that a new one is compared with; each comparison costs as much as a sign-in. */
export const oldPasswordsMax = 24

export type AccountStore = ReturnType<typeof createAccountStore>

export function createAccountStore(relational: RelationalStore) {
  const { build } = relational
  const accounts = build
    .selectFrom('user')
    .innerJoin('user_credentials', 'user_credentials.user_id', 'user.id')
    .select(['id', 'authority', 'tenant_id', 'customer_id', 'email', 'first_name', 'last_name'])
    .select(['enabled', 'password_hash', 'tokens_valid_from', 'password_ts', 'mail_ts'])
    .select(['activate_token', 'activate_token_ts'])

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
        passwordTs: row.password_ts,
        activateToken: row.activate_token,
        activateTokenTs: row.activate_token_ts,
        mailTs: row.mail_ts,
      }
    )
  }

  /**
   * Finds an account by email, as stored or in another spelling; undefined if the spelling matches several accounts.
   */
  async function findByEmail(email: string): Promise<Account | undefined> {
    // No account has the empty ID. The query runs for an unknown email too, so that it takes as long as for a known
    // one.
    return firstOf(accounts.where('id', '=', (await findUserIdByEmail(relational, email)) ?? ''))
  }

  /** Tenant of a public customer; undefined for any other ID. */
  async function tenantOfPublicCustomer(customerId: CustomerId): Promise<string | undefined> {
    const row = await relational.first(
      build.selectFrom('customer').select('tenant_id').where('id', '=', customerId).where('is_public', '=', 1),
    )
    return row?.tenant_id
  }

  const credentials = (userId: Uuid<'USER'>) => build.updateTable('user_credentials').where('user_id', '=', userId)

  /** The commit fails when the password was changed or the account disabled since it was read. */
  const noteSignIn = ({ userId, tokensValidFrom }: Account, nowMs: number): Statement =>
    relational.statement(
      credentials(userId)
        .where('enabled', '=', 1)
        .where('tokens_valid_from', '=', tokensValidFrom)
        .set({ last_login_ts: nowMs, failed_login_attempts: 0 }),
      { expectRows: 1 },
    )

  const noteFailure = (userId: Uuid<'USER'>): Statement =>
    relational.statement(
      credentials(userId).set(({ eb }) => ({ failed_login_attempts: eb('failed_login_attempts', '+', 1) })),
    )

  /** Other accounts with the same authority in the same tenant that can sign in. */
  const otherEnabled = ({ userId, authority, tenantId }: Pick<Account, 'userId' | 'authority' | 'tenantId'>) =>
    build
      .selectFrom('user')
      .innerJoin('user_credentials as others', 'others.user_id', 'user.id')
      .select('user.id')
      .where('user.authority', '=', authority)
      .where('user.tenant_id', '=', tenantId)
      .where('user.id', '!=', userId)
      .where('others.enabled', '=', 1)
      // A user who was activated by a code and has set no password cannot sign in again.
      .where('others.password_hash', 'is not', null)

  /**
   * Locks the account after too many failures; changes no row otherwise. Never locks the last administrator of the
   * system or of a tenant: an attacker who knows the address could lock out all users. In that case only the growing
   * delay slows down guesses.
   */
  const lock = (account: Account, attemptsMax: number, tokensValidFrom: number): Statement =>
    relational.statement(
      credentials(account.userId)
        .where('enabled', '=', 1)
        .where('failed_login_attempts', '>', attemptsMax)
        .$if(account.authority !== 'CUSTOMER_USER', (update) =>
          update.where(({ exists }) => exists(otherEnabled(account))),
        )
        .set({ enabled: 0, tokens_valid_from: tokensValidFrom }),
    )

  /** Hashes of passwords replaced since that time (epoch ms), newest first. */
  async function oldPasswords(userId: Uuid<'USER'>, since: number): Promise<string[]> {
    const rows = await relational.all(
      build
        .selectFrom('password_history')
        .select('password_hash')
        .where('user_id', '=', userId)
        .where('created_time', '>=', since)
        .orderBy('created_time', 'desc')
        .limit(oldPasswordsMax),
    )
    return rows.map((row) => row.password_hash)
  }

  const keepOld = (userId: Uuid<'USER'>, { nowMs, replaced }: PasswordChange): Statement[] =>
    replaced === null
      ? []
      : [
          relational.statement(
            build
              .deleteFrom('password_history')
              .where('user_id', '=', userId)
              .where('created_time', '<', replaced.retainedSince),
          ),
          relational.statement(
            build
              .insertInto('password_history')
              .values({ user_id: userId, created_time: nowMs, password_hash: replaced.hash }),
          ),
        ]

  const passwordColumns = ({ hash, nowMs, tokensValidFrom }: PasswordChange) => ({
    password_hash: hash,
    password_ts: nowMs,
    tokens_valid_from: tokensValidFrom,
    reset_token: null,
    new_email: null,
    new_email_token: null,
    failed_login_attempts: 0,
  })

  const setPassword = (userId: Uuid<'USER'>, change: PasswordChange): Statement[] => [
    relational.statement(credentials(userId).set({ ...passwordColumns(change), activate_token: null }), {
      expectRows: 1,
    }),
    ...keepOld(userId, change),
  ]

  /** The commit fails when the link was already used. */
  const activate = (userId: Uuid<'USER'>, activateToken: string, change: PasswordChange): Statement[] => [
    relational.statement(
      credentials(userId)
        .where('activate_token', '=', activateToken)
        .set({ ...passwordColumns(change), enabled: 1, activate_token: null, email_code: null }),
      { expectRows: 1 },
    ),
  ]

  /** The commit fails when the link was already used. */
  const reset = (userId: Uuid<'USER'>, resetToken: string, change: PasswordChange): Statement[] => [
    relational.statement(
      credentials(userId)
        .where('reset_token', '=', resetToken)
        .set({ ...passwordColumns(change), activate_token: null }),
      { expectRows: 1 },
    ),
    ...keepOld(userId, change),
  ]

  const setResetToken = (userId: Uuid<'USER'>, resetToken: string, nowMs: number): Statement =>
    relational.statement(credentials(userId).set({ reset_token: resetToken, reset_token_ts: nowMs, mail_ts: nowMs }), {
      expectRows: 1,
    })

  /** The commit fails when the account has no activation link any more. */
  const setActivateToken = (userId: Uuid<'USER'>, token: string, nowMs: number): Statement =>
    relational.statement(
      credentials(userId)
        .where('activate_token', 'is not', null)
        .set({ activate_token: token, activate_token_ts: nowMs }),
      { expectRows: 1 },
    )

  /** Stores an email that takes effect once its owner has followed the link. */
  const setNewEmail = (userId: Uuid<'USER'>, email: string, token: string, nowMs: number): Statement =>
    relational.statement(
      credentials(userId).set({ new_email: email, new_email_token: token, new_email_ts: nowMs, mail_ts: nowMs }),
      { expectRows: 1 },
    )

  async function findByNewEmailToken(token: string, since: number): Promise<NewEmail | undefined> {
    const row = await relational.first(
      build
        .selectFrom('user_credentials')
        .select(['user_id', 'new_email'])
        .where('new_email_token', '=', token)
        .where('new_email_ts', '>=', since),
    )
    return row?.new_email ? { userId: row.user_id, email: row.new_email } : undefined
  }

  /** The commit fails when the link was used or replaced. Invalidates links that were mailed to the old address. */
  const applyNewEmail = (userId: Uuid<'USER'>, token: string): Statement =>
    relational.statement(
      credentials(userId).where('new_email_token', '=', token).set({
        new_email: null,
        new_email_token: null,
        reset_token: null,
        email_code: null,
      }),
      { expectRows: 1 },
    )

  const setEmailCode = (userId: Uuid<'USER'>, code: string, nowMs: number): Statement =>
    relational.statement(credentials(userId).set({ email_code: code, email_code_ts: nowMs, mail_ts: nowMs }), {
      expectRows: 1,
    })

  /** The commit fails when the code was already used. */
  const activateByCode = (userId: Uuid<'USER'>, code: string): Statement =>
    relational.statement(credentials(userId).where('email_code', '=', code).set({ enabled: 1, email_code: null }), {
      expectRows: 1,
    })

  /** `tokensValidFrom` null: unchanged. */
  const setEnabled = (userId: Uuid<'USER'>, enabled: boolean, tokensValidFrom: number | null): Statement =>
    relational.statement(
      credentials(userId).set({
        enabled: enabled ? 1 : 0,
        ...(enabled ? { failed_login_attempts: 0 } : {}),
        ...(tokensValidFrom === null ? {} : { tokens_valid_from: tokensValidFrom }),
      }),
      { expectRows: 1 },
    )

  /** Emails of at most `max` system administrators. */
  async function administratorEmails(max: number): Promise<string[]> {
    const rows = await relational.all(
      build
        .selectFrom('user')
        .select('email')
        .where('authority', '=', 'SYS_ADMIN')
        .where('tenant_id', '=', NIL_UUID)
        .limit(max),
    )
    return rows.map((row) => row.email)
  }

  return {
    find: (userId: Uuid<'USER'>) => firstOf(accounts.where('id', '=', userId)),
    findByEmail,
    /** `since`: oldest valid creation time of the link, epoch ms. */
    findByActivateToken: (token: string, since: number) =>
      firstOf(accounts.where('activate_token', '=', token).where('activate_token_ts', '>=', since)),
    findByResetToken: (token: string, since: number) =>
      firstOf(accounts.where('reset_token', '=', token).where('reset_token_ts', '>=', since)),
    findByNewEmailToken,
    /** `since`: oldest valid time at which the code was sent, epoch ms. */
    findByEmailCode: (code: string, since: number) =>
      firstOf(accounts.where('email_code', '=', code).where('email_code_ts', '>=', since)),
    tenantOfPublicCustomer,
    administratorEmails,
    noteSignIn,
    noteFailure,
    lock,
    oldPasswords,
    setPassword,
    activate,
    reset,
    setResetToken,
    setActivateToken,
    setNewEmail,
    takeNewEmail: applyNewEmail,
    setEmailCode,
    activateByCode,
    setEnabled,
  }
}

/** Account for visitors of public dashboards, who have none in the store. */
export const publicAccount = (customerId: CustomerId, tenantId: TenantId): Account => ({
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
  passwordTs: 0,
  activateToken: null,
  activateTokenTs: 0,
  mailTs: 0,
})
