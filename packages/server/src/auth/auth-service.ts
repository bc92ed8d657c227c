/**
 * Signing in and staying signed in.
 *
 * Invariants: a token counts only while its account exists, is enabled, and has the password that it had when the token
 * was issued. An answer to a failed sign-in does not tell whether the account exists, and neither does its time.
 */

import type { TokenClaims, TokenPair } from '@sonde/model/auth/auth'
import { type PasswordPolicy, passwordFaults, plainPasswordPolicy } from '@sonde/model/auth/password-policy'
import { badRequest, DomainError, ErrorCode, forbidden, notFound, unauthenticated } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { Logger } from 'pino'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { Statement } from '../storage/relational.ts'
import { RowsMismatch } from '../storage/storage.ts'
import { type Account, type AccountStore, publicAccount } from './account-store.ts'
import { createLiveAccounts } from './live-accounts.ts'
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
  /** Whether administrators may sign in as their users: `SONDE_USER_TOKEN_ACCESS`. */
  readonly userTokenAccess: boolean
}

export type AuthService = ReturnType<typeof createAuthService>

const authorities: readonly string[] = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER']

const wrongPassword = () => unauthenticated('User name or password is wrong.')
const outdated = () => new DomainError(ErrorCode.JWT_TOKEN_EXPIRED, 'The token is outdated; sign in again.')
const expired = () => new DomainError(ErrorCode.JWT_TOKEN_EXPIRED, 'The token has expired.')

export function createAuthService(parts: AuthParts) {
  const { store, tokens, passwords, access, commit, clock, log } = parts
  const accounts = createLiveAccounts({ store, live: parts.live })
  const policy: PasswordPolicy = plainPasswordPolicy

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

  async function login(email: string, password: string): Promise<TokenPair> {
    const account = await store.findByEmail(email)
    if (!(await passwords.verify(password, account?.passwordHash ?? null)) || !account) {
      if (account) await commit({ statements: [store.noteFailure(account.userId)] })
      log.info({ userId: account?.userId }, 'A sign-in was refused: wrong user name or password.')
      throw wrongPassword()
    }
    if (!account.enabled) throw unauthenticated('The account is not active.')
    await commit({ statements: [store.noteSignIn(account.userId, clock.nowMs())] })
    return tokensFor(account)
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
    if (!(await passwords.verify(current, account.passwordHash))) throw badRequest('The current password is wrong.')
    demandPolicy(wanted)
    if (wanted === current) throw badRequest('The new password must differ from the current one.')
    const hash = await passwords.hash(wanted)
    return change(account, (validFrom) => store.setPassword(account.userId, hash, validFrom))
  }

  async function activate(activateToken: string, password: string): Promise<TokenPair> {
    const account = await store.findByActivateToken(activateToken)
    if (!account) throw badRequest('The activation link is not valid, or was used already.')
    demandPolicy(password)
    const hash = await passwords.hash(password)
    return change(account, () => store.activate(account.userId, activateToken, hash))
  }

  async function resetPassword(resetToken: string, password: string): Promise<TokenPair> {
    const account = await store.findByResetToken(resetToken)
    if (!account) throw badRequest('The link is not valid, or was used already; ask for a new one.')
    demandPolicy(password)
    const hash = await passwords.hash(password)
    return change(account, (validFrom) => store.reset(account.userId, resetToken, hash, validFrom))
  }

  const isActivateToken = async (token: string) => (await store.findByActivateToken(token)) !== undefined

  const isResetToken = async (token: string) => (await store.findByResetToken(token)) !== undefined

  /** Always the same answer: it must not tell who has an account. */
  function requestPasswordReset(): void {
    log.warn('A password reset was asked for, but mail is not configured; an administrator can help the user.')
  }

  /** Disabling ends all sessions. Throws 400 for an account without a password. */
  async function setEnabled(scope: Scope, userId: string, enabled: boolean): Promise<void> {
    const owned = await access.demandEntity(scope, 'WRITE', entityId('USER', userId))
    const account = await store.find(owned.id.id)
    if (!account) throw notFound('USER', userId)
    if (enabled && account.passwordHash === null) {
      throw badRequest('The account has no password yet: it is activated by its link.')
    }
    await commitChange(account, store.setEnabled(account.userId, enabled, enabled ? null : nextValidFrom(account)))
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

  function demandPolicy(password: string): void {
    const faults = passwordFaults(password, policy)
    if (faults.length > 0) throw badRequest(faults.join(' '))
  }

  /** Later than every token that was issued so far. */
  const nextValidFrom = (account: Account) => Math.max(clock.nowMs(), account.tokensValidFrom) + 1

  async function change(account: Account, statement: (tokensValidFrom: number) => Statement): Promise<TokenPair> {
    await commitChange(account, statement(nextValidFrom(account)))
    const changed = await store.find(account.userId)
    if (!changed) throw notFound('USER', account.userId)
    return tokensFor(changed)
  }

  async function commitChange({ userId, tenantId, customerId }: Account, statement: Statement): Promise<void> {
    try {
      await commit({
        statements: [statement],
        changes: [{ kind: 'updated', entity: entityId('USER', userId), tenantId, customerId, aspect: 'credentials' }],
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
    loginPublic,
    refresh,
    changePassword,
    activate,
    resetPassword,
    isActivateToken,
    isResetToken,
    requestPasswordReset,
    setEnabled,
    logInAs,
  }
}
