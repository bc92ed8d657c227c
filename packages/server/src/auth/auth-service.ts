/**
 * Signing in and staying signed in.
 *
 * Invariants: a token counts only while its account exists, is enabled, and has the password that it had when the token
 * was issued. An answer to a failed sign-in does not tell whether the account exists, and neither does its time.
 */

import type { SecuritySettings } from '@sonde/model/admin-settings/admin-settings'
import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import type { TokenClaims, TokenPair } from '@sonde/model/auth/auth'
import type { PasswordPolicy } from '@sonde/model/auth/password-policy'
import { badRequest, DomainError, ErrorCode, forbidden, notFound, unauthenticated } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { Logger } from 'pino'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { AuditNote } from '../journal/audit-note.ts'
import type { Commit } from '../journal/commit.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { MailService } from '../mail/mail-service.ts'
import { activatedMail, lockoutMail, passwordWasResetMail } from '../mail/mail-texts.ts'
import type { Statement } from '../storage/relational.ts'
import { type EntityChange, RowsMismatch } from '../storage/storage.ts'
import { type Account, type AccountStore, type PasswordChange, publicAccount } from './account-store.ts'
import type { ClientAgent } from './client-agent.ts'
import { createLiveAccounts } from './live-accounts.ts'
import { newOneTimeToken } from './one-time-token.ts'
import { createPasswordRules } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import { refreshScope, type Tokens } from './tokens.ts'

export interface AuthParts {
  readonly store: AccountStore
  readonly tokens: Tokens
  readonly passwords: Passwords
  readonly access: Access
  readonly commit: Commit
  readonly live: Pick<LiveHub, 'watchAll'>
  readonly clock: Clock
  readonly log: Logger
  readonly mail: Pick<MailService, 'notify'>
  /** The rules of the moment. */
  readonly security: () => Promise<SecuritySettings>
  /** Whether administrators may sign in as their users: `SONDE_USER_TOKEN_ACCESS`. */
  readonly userTokenAccess: boolean
}

export type AuthService = ReturnType<typeof createAuthService>

const authorities: readonly string[] = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER']

/** How long a code that was mailed activates the account. */
export const emailCodeMs = 24 * 60 * 60 * 1000

const wrongPassword = () => unauthenticated('User name or password is wrong.')
const outdated = () => new DomainError(ErrorCode.JWT_TOKEN_EXPIRED, 'The token is outdated; sign in again.')
const expired = () => new DomainError(ErrorCode.JWT_TOKEN_EXPIRED, 'The token has expired.')

export function createAuthService(parts: AuthParts) {
  const { store, tokens, passwords, access, commit, clock, log, mail, security } = parts
  const accounts = createLiveAccounts({ store, live: parts.live })
  const policy = async (): Promise<PasswordPolicy> => (await security()).passwordPolicy
  const rules = createPasswordRules({ store, passwords, policy })

  const tokensFor = (account: Account, isPublic = false): TokenPair =>
    tokens.issue(
      { sub: account.email, isPublic, ...account },
      // A password may have been changed in this very millisecond: its own tokens must count.
      Math.max(clock.nowMs(), account.tokensValidFrom),
    )

  /** Who an access token is. Throws 401: code 10 for no access token of ours, 11 for one that counts no more. */
  async function scopeOfToken(token: string): Promise<Scope> {
    const claims = tokens.read(token)
    if (!claims || !authorities.includes(claims.scopes[0] ?? '')) throw unauthenticated('The token is not valid.')
    return currentScope(claims)
  }

  async function currentScope(claims: TokenClaims): Promise<Scope> {
    if (claims.exp * 1000 <= clock.nowMs()) throw expired()
    const account = claims.isPublic
      ? await accounts.findPublic(claims.customerId ?? '')
      : await accounts.findUser(claims.userId)
    if (!account?.enabled || claims.issuedMs < account.tokensValidFrom) throw outdated()
    return account.scope
  }

  /** Throws 401: code 10 for who may not, 15 with a reset token for a password that is too old. */
  async function login(email: string, password: string, client: ClientAgent): Promise<TokenPair> {
    const account = await store.findByEmail(email)
    const isRight = await passwords.verify(password, account?.passwordHash ?? null)
    if (!account || !isRight) {
      if (account) await noteFailure(account, client)
      log.info(
        { userId: account?.userId, address: client.clientAddress },
        'A sign-in was refused: wrong user name or password.',
      )
      throw wrongPassword()
    }
    if (!account.enabled) {
      await commit({ audit: [noteOf(account, 'LOGIN', client, 'The account is not active.')] })
      throw unauthenticated('The account is not active.')
    }
    const nowMs = clock.nowMs()
    if (await rules.isExpired(account, nowMs)) {
      const resetToken = newOneTimeToken()
      await commit({ statements: [store.setResetToken(account.userId, resetToken, nowMs)] })
      throw new DomainError(ErrorCode.CREDENTIALS_EXPIRED, 'The password has expired; choose a new one.', {
        details: { resetToken },
      })
    }
    await commit({ statements: [store.noteSignIn(account.userId, nowMs)], audit: [noteOf(account, 'LOGIN', client)] })
    return tokensFor(account)
  }

  /** Counts the failure; one more than are allowed locks the account until an administrator enables it. */
  async function noteFailure(account: Account, client: ClientAgent): Promise<void> {
    const { maxFailedLoginAttempts, userLockoutNotificationEmail } = await security()
    const max = maxFailedLoginAttempts ?? 0
    const { rowsChanged } = await commit({
      statements: [
        store.noteFailure(account.userId),
        ...(max > 0 ? [store.lock(account.userId, max, nextValidFrom(account))] : []),
      ],
      audit: [noteOf(account, 'LOGIN', client, 'The password was wrong.')],
    })
    if (!rowsChanged[1]) return
    log.warn(
      { userId: account.userId, address: client.clientAddress },
      'An account was locked: too many failed sign-ins.',
    )
    await commit({ changes: [changeOf(account)], audit: [noteOf(account, 'LOCKOUT', client)] })
    if (userLockoutNotificationEmail) mail.notify(lockoutMail(userLockoutNotificationEmail, account.email, max + 1))
  }

  /** Tokens are forgotten by who holds them; the audit log keeps that the session ended. */
  async function logout(scope: Scope, client: ClientAgent): Promise<void> {
    const account = scope.isPublic ? undefined : await store.find(scope.userId)
    if (account) await commit({ audit: [noteOf(account, 'LOGOUT', client)] })
  }

  /** For visitors of what a tenant made public; `publicId` is its public customer's id. */
  async function loginPublic(publicId: string): Promise<TokenPair> {
    const tenantId = await store.tenantOfPublicCustomer(publicId)
    if (tenantId === undefined) throw unauthenticated('There is nothing public under this id.')
    return tokensFor(publicAccount(publicId, tenantId), true)
  }

  async function refresh(refreshToken: string): Promise<TokenPair> {
    const claims = tokens.read(refreshToken)
    if (claims?.scopes[0] !== refreshScope) throw unauthenticated('The refresh token is not valid.')
    const { userId, isPublic, customerId } = await currentScope(claims)
    if (isPublic) return loginPublic(customerId)
    const account = await store.find(userId)
    if (!account) throw outdated()
    return tokensFor(account)
  }

  /** New tokens: all that were issued before count no more. */
  async function changePassword(scope: Scope, current: string, wanted: string): Promise<TokenPair> {
    const account = scope.isPublic ? undefined : await store.find(scope.userId)
    if (!account) throw forbidden()
    // Who was activated by a code has none yet.
    if (account.passwordHash !== null && !(await passwords.verify(current, account.passwordHash))) {
      throw badRequest('The current password is wrong.')
    }
    return change(account, wanted, 'CREDENTIALS_UPDATED', (changed) => store.setPassword(account.userId, changed))
  }

  /** `signInLink` goes into the mail that tells so; null: none is sent. */
  async function activate(activateToken: string, password: string, signInLink: string | null): Promise<TokenPair> {
    const account = await store.findByActivateToken(activateToken)
    if (!account) throw badRequest('The activation link is not valid, or was used already.')
    const pair = await change(account, password, null, (changed) =>
      store.activate(account.userId, activateToken, changed),
    )
    if (signInLink !== null) mail.notify(activatedMail(account.email, signInLink))
    return pair
  }

  /** The account is active and signed in without a password; its link, or the user himself, sets one. */
  async function activateByEmailCode(emailCode: string): Promise<TokenPair> {
    const account = await store.findByEmailCode(emailCode, clock.nowMs() - emailCodeMs)
    if (!account) throw badRequest('The code is not valid any more; ask for a new one.')
    await commitChange(account, [store.activateByCode(account.userId, emailCode)], null)
    return tokensFor({ ...account, enabled: true })
  }

  async function resetPassword(resetToken: string, password: string, signInLink: string): Promise<TokenPair> {
    const account = await store.findByResetToken(resetToken)
    if (!account) throw badRequest('The link is not valid, or was used already; ask for a new one.')
    const pair = await change(account, password, 'CREDENTIALS_UPDATED', (changed) =>
      store.reset(account.userId, resetToken, changed),
    )
    mail.notify(passwordWasResetMail(account.email, signInLink))
    return pair
  }

  const isActivateToken = async (token: string) => (await store.findByActivateToken(token)) !== undefined

  const isResetToken = async (token: string) => (await store.findByResetToken(token)) !== undefined

  /** Disabling ends all sessions. Throws 400 for an account without a password. */
  async function setEnabled(scope: Scope, userId: string, enabled: boolean): Promise<void> {
    const owned = await access.demandEntity(scope, 'WRITE', entityId('USER', userId))
    const account = await store.find(owned.id.id)
    if (!account) throw notFound('USER', userId)
    if (enabled && account.passwordHash === null) {
      throw badRequest('The account has no password yet: it is activated by its link.')
    }
    const statement = store.setEnabled(account.userId, enabled, enabled ? null : nextValidFrom(account))
    await commitChange(account, [statement], enabled ? 'ACTIVATED' : 'SUSPENDED', scope)
  }

  /** Tokens of a user, for an administrator who signs in as that user. */
  async function logInAs(scope: Scope, userId: string): Promise<TokenPair> {
    if (!parts.userTokenAccess) throw forbidden('Signing in as another user is switched off (SONDE_USER_TOKEN_ACCESS).')
    const owned = await access.demandEntity(scope, 'READ', entityId('USER', userId))
    const account = await store.find(owned.id.id)
    if (!account) throw notFound('USER', userId)
    log.info({ userId: scope.userId, asUserId: account.userId }, 'An administrator signed in as another user.')
    return tokensFor(account)
  }

  /** Later than every token that was issued so far. */
  const nextValidFrom = (account: Account) => Math.max(clock.nowMs(), account.tokensValidFrom) + 1

  async function change(
    account: Account,
    wanted: string,
    action: AuditAction | null,
    statements: (changed: PasswordChange) => Statement[],
  ): Promise<TokenPair> {
    const changed = await rules.accept(account, wanted, clock.nowMs(), nextValidFrom(account))
    await commitChange(account, statements(changed), action)
    const after = await store.find(account.userId)
    if (!after) throw notFound('USER', account.userId)
    return tokensFor(after)
  }

  /** `action` null: not logged, as on the wire; `actor` where it is not the user himself. */
  async function commitChange(
    account: Account,
    statements: Statement[],
    action: AuditAction | null,
    actor?: Scope,
  ): Promise<void> {
    const data = { entityId: account.userId }
    try {
      await commit({
        statements,
        changes: [changeOf(account)],
        audit: action === null ? [] : [noteOf(account, action, data, undefined, actor)],
      })
    } catch (error) {
      if (error instanceof RowsMismatch) throw badRequest('The account was changed meanwhile; try again.')
      throw error
    }
  }

  return {
    policy,
    userTokenAccess: parts.userTokenAccess,
    scopeOfToken,
    login,
    logout,
    loginPublic,
    refresh,
    changePassword,
    activate,
    activateByEmailCode,
    resetPassword,
    isActivateToken,
    isResetToken,
    setEnabled,
    logInAs,
  }
}

const changeOf = ({ userId, tenantId, customerId }: Account): EntityChange => ({
  kind: 'updated',
  entity: entityId('USER', userId),
  tenantId,
  customerId,
  aspect: 'credentials',
})

/** `actor` where it is not the user himself. */
const noteOf = (
  account: Account,
  action: AuditAction,
  data: object,
  failure?: string,
  actor: Pick<Scope, 'userId' | 'email' | 'tenantId'> = account,
): AuditNote => ({
  action,
  entity: entityId('USER', account.userId),
  entityName: account.email,
  tenantId: actor.tenantId,
  customerId: account.customerId,
  userId: actor.userId,
  userName: actor.email,
  data,
  ...(failure === undefined ? {} : { failure }),
})
