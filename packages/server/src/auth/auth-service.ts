/**
 * Signing in and staying signed in.
 *
 * Invariants: a token counts only while its session goes on and its account exists, is enabled, and has the password that
 * it had when the token was issued; a session that an administrator opened as somebody else goes on only while the session
 * does that it was opened with, and while the administrator may see that account. An answer to a failed sign-in does not show whether the account exists, and neither
 * does its time.
 */

import type { SecuritySettings } from '@sonde/model/admin-settings/admin-settings'
import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import type { TokenClaims, TokenMaker, TokenPair } from '@sonde/model/auth/auth'
import type { PasswordPolicy } from '@sonde/model/auth/password-policy'
import { badRequest, DomainError, ErrorCode, forbidden, notFound, unauthenticated } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { Logger } from 'pino'
import type { Grant } from '../access/caller-watch.ts'
import type { Access } from '../access/operations.ts'
import { actingUserOf, type Maker, type Scope } from '../access/scope.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { addressGroup } from '../limits/client-address.ts'
import type { MailService } from '../mail/mail-service.ts'
import { activatedMail, passwordWasResetMail } from '../mail/mail-texts.ts'
import type { Statement } from '../storage/relational.ts'
import { RowsMismatch } from '../storage/storage.ts'
import { createLiveAccounts } from './account-cache.ts'
import { mailedLinkMs } from './account-mails.ts'
import { accountChange, accountNote } from './account-notes.ts'
import { type Account, type AccountStore, type PasswordChange, publicAccount } from './account-store.ts'
import type { ClientAgent } from './client-agent.ts'
import type { Turn } from './fair-turns.ts'
import { newOneTimeToken } from './one-time-token.ts'
import { createPasswordRules } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import { createSignInFailures } from './sign-in-failures.ts'
import type { SignInGuard } from './sign-in-guard.ts'
import { refreshScope, type Tokens } from './tokens.ts'

export interface AuthDeps {
  readonly store: AccountStore
  readonly tokens: Tokens
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly guard: SignInGuard
  readonly access: Access
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll' | 'position' | 'lagMs'>
  readonly clock: Clock
  readonly log: Logger
  readonly mail: Pick<MailService, 'notify'>
  /** The rules of the moment. */
  readonly security: () => Promise<SecuritySettings>
  /** Whether administrators may sign in as their users: `SONDE_USER_TOKEN_ACCESS`. */
  readonly userTokenAccess: boolean
}

/** What a new password writes. */
interface PasswordWrites {
  /** Null: it is not logged, as on the wire. */
  readonly action: AuditAction | null
  readonly statements: (changed: PasswordChange) => Statement[]
  /** Of the session with which it is set. */
  readonly makers?: readonly TokenMaker[] | undefined
}

export interface TokenReading {
  /** The time of the token may be over; its session may not. */
  readonly acceptsExpired: boolean
}

export type AuthService = ReturnType<typeof createAuthService>

const authorities: readonly string[] = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER']

/** Sessions that may be opened one with the other. */
export const makersMax = 4

/** How long a code that was mailed activates the account. */
export const emailCodeMs = 24 * 60 * 60 * 1000

const wrongPassword = () => unauthenticated('The email or password is wrong.')
const outdated = () => new DomainError(ErrorCode.JWT_TOKEN_EXPIRED, 'The session has ended. Sign in again.')
const expired = () => new DomainError(ErrorCode.JWT_TOKEN_EXPIRED, 'The token has expired.')

export function createAuthService(deps: AuthDeps) {
  const { store, tokens, passwords, sessions, guard, access, commit, clock, log, mail, security } = deps
  const accounts = createLiveAccounts({ store, live: deps.live })
  const policy = async (): Promise<PasswordPolicy> => (await security()).passwordPolicy
  const rules = createPasswordRules({ store, passwords, policy })
  /** Later than every token that was issued so far. */
  const nextValidFrom = (account: Account) => Math.max(clock.nowMs(), account.tokensValidFrom) + 1
  const failures = createSignInFailures({ store, commit, log, mail, security, nextValidFrom })

  const bearerOf = (account: Account, isPublic = false) => ({ sub: account.email, isPublic, ...account })

  /** Starts a session with what its user signs in by, in one transaction. */
  async function signedIn(
    account: Account,
    transaction: Parameters<Commit>[0] = {},
    makers: readonly TokenMaker[] = [],
  ): Promise<TokenPair> {
    const session = await sessions.open(account)
    await commit({
      ...transaction,
      statements: [...(transaction.statements ?? []), ...session.statements],
      changes: [...(transaction.changes ?? []), ...session.changes],
      cannotWait: true,
    })
    return tokens.issue(bearerOf(account), { ...session.tokens, makers })
  }

  /** What an access token allows. Throws 401: code 10 for no access token of ours, 11 for one that counts no more. */
  async function grantOfToken(token: string, how?: TokenReading): Promise<Grant> {
    const claims = tokens.read(token)
    if (!claims || !authorities.includes(claims.scopes[0] ?? '')) throw unauthenticated('The token isn’t valid.')
    return { scope: await currentScope(claims, how), expiresMs: claims.exp * 1000 }
  }

  const scopeOfToken = async (token: string, how?: TokenReading): Promise<Scope> =>
    (await grantOfToken(token, how)).scope

  async function currentScope(claims: TokenClaims, how?: TokenReading): Promise<Scope> {
    if (!how?.acceptsExpired && claims.exp * 1000 <= clock.nowMs()) throw expired()
    const account = claims.isPublic
      ? await accounts.findPublic(claims.customerId ?? '')
      : await accounts.findUser(claims.userId)
    if (!account?.enabled || claims.issuedMs < account.tokensValidFrom) throw outdated()
    if (!claims.isPublic && !(await sessions.isLive(claims.userId, claims.sessionId ?? ''))) throw outdated()
    return claims.makers ? { ...account.scope, makers: await makersOf(claims.makers, account.scope) } : account.scope
  }

  /** Who acts as the user: all of them are signed in still, and each may see the next one. Throws 401 otherwise. */
  async function makersOf(claimed: readonly TokenMaker[], scope: Scope): Promise<readonly Maker[]> {
    if (!deps.userTokenAccess) throw outdated()
    const makers: Maker[] = []
    let seen = scope
    for (const { userId, sessionId } of claimed.toReversed()) {
      const maker = await accounts.findUser(userId)
      if (!maker?.enabled || !(await sessions.isLive(userId, sessionId))) throw outdated()
      const { tenantId, customerId, authority } = seen
      if (!access.allows(maker.scope, 'READ', { id: entityId('USER', seen.userId), tenantId, customerId, authority }))
        throw outdated()
      seen = maker.scope
      makers.unshift({
        userId: seen.userId,
        tenantId: seen.tenantId,
        customerId: seen.customerId,
        email: seen.email,
        sessionId,
      })
    }
    return makers
  }

  /**
   * Throws 401: code 10 for who may not, 15 with a reset token for a password that is too old; 429 after too many failures
   * often.
   */
  async function login(email: string, password: string, client: ClientAgent): Promise<TokenPair> {
    let tried: Account | undefined
    const account = await withPassword(email, client, async (turn) => {
      const found = await store.findByEmail(email)
      const isRight = await passwords.verify(password, found?.passwordHash ?? null, turn)
      if (found && isRight) return found
      if (found) failures.note(found, client)
      tried = found
      log.info(
        { userId: found?.userId, address: client.clientAddress },
        'A sign-in was refused: wrong email or password.',
      )
      return undefined
    })
    if (!account) {
      if (tried) guard.measure(email, tried.tenantId)
      throw wrongPassword()
    }
    if (!account.enabled) {
      await commit({ audit: [accountNote(account, 'LOGIN', client, { failure: 'The account isn’t active.' })] })
      throw unauthenticated('The account isn’t active.')
    }
    const nowMs = clock.nowMs()
    if (await rules.isExpired(account, nowMs)) {
      const resetToken = newOneTimeToken()
      await commit({ statements: [store.setResetToken(account.userId, resetToken, nowMs)] })
      throw new DomainError(ErrorCode.CREDENTIALS_EXPIRED, 'The password has expired. Choose a new one.', {
        details: { resetToken },
      })
    }
    try {
      return await signedIn(account, {
        statements: [store.noteSignIn(account, nowMs)],
        audit: [accountNote(account, 'LOGIN', client)],
      })
    } catch (error) {
      // The password was changed while the one before was checked.
      if (error instanceof RowsMismatch) throw wrongPassword()
      throw error
    }
  }

  /** An attempt that the guard knows of; `check` resolves with the account whose password was right. */
  async function withPassword(
    email: string,
    { clientAddress }: ClientAgent,
    check: (turn: Turn) => Promise<Account | undefined>,
  ): Promise<Account | undefined> {
    const attempt = guard.begin(addressGroup(clientAddress), email)
    let outcome: 'open' | 'succeeded' | 'failed' = 'open'
    try {
      const account = await check(attempt.turn)
      outcome = account ? 'succeeded' : 'failed'
      const counted = account && failures.counted(account.userId)
      if (!counted) return account
      // One of the failures before may have locked the account.
      await counted
      return await store.find(account.userId)
    } finally {
      attempt.end(outcome)
    }
  }

  /** Throws 400 when it is not the account's password, 429 after too many wrong ones. */
  async function requirePassword(account: Account, password: string, client: ClientAgent): Promise<void> {
    const isRight = await withPassword(account.email, client, async (turn) =>
      (await passwords.verify(password, account.passwordHash, turn)) ? account : undefined,
    )
    if (!isRight) throw badRequest('The current password is wrong.')
  }

  /** Ends the session of the token at once: its access tokens and its refresh token. */
  async function logout(scope: Scope, token: string, client: ClientAgent): Promise<void> {
    const account = scope.isPublic ? undefined : await store.find(scope.userId)
    const sessionId = tokens.read(token)?.sessionId
    if (!account || sessionId === undefined) return
    const audit = [accountNote(account, 'LOGOUT', client)]
    await commit({ ...sessions.ending(account, [sessionId]), audit, cannotWait: true })
  }

  /** For visitors of what a tenant made public; `publicId` is its public customer's id. */
  async function loginPublic(publicId: string): Promise<TokenPair> {
    const tenantId = await store.tenantOfPublicCustomer(publicId)
    if (tenantId === undefined) throw unauthenticated('No public customer has this ID.')
    return tokens.issue(bearerOf(publicAccount(publicId, tenantId), true), { issuedMs: clock.nowMs() })
  }

  /** A refresh token is used once; used again later, its session ends. */
  async function refresh(refreshToken: string, client: ClientAgent): Promise<TokenPair> {
    const claims = tokens.read(refreshToken)
    if (claims?.scopes[0] !== refreshScope) throw unauthenticated('The refresh token isn’t valid.')
    const { userId, isPublic, customerId } = await currentScope(claims)
    if (isPublic) return loginPublic(customerId)
    const account = await store.find(userId)
    if (!account) throw outdated()
    const outcome = await sessions.refresh(account, claims.sessionId ?? '', claims.jti ?? '')
    const { makers = [] } = claims
    if (outcome.kind === 'renewed') return tokens.issue(bearerOf(account), { ...outcome.tokens, makers })
    if (outcome.kind === 'reused') {
      log.warn({ userId, address: client.clientAddress }, 'A refresh token was used twice. Its session has ended.')
      const failure = 'A refresh token was used twice. The session has ended.'
      await commit({ audit: [accountNote(account, 'LOGOUT', client, { failure })] })
    }
    throw outdated()
  }

  /** New tokens: all that were issued before count no more. */
  async function changePassword(
    scope: Scope,
    current: string,
    wanted: string,
    client: ClientAgent,
  ): Promise<TokenPair> {
    const account = scope.isPublic ? undefined : await store.find(scope.userId)
    if (!account) throw forbidden()
    // Who was activated by a code has none yet.
    if (account.passwordHash !== null) await requirePassword(account, current, client)
    const statements = (changed: PasswordChange) => store.setPassword(account.userId, changed)
    // Sessions of the account itself end by it, also the one with which this one was opened.
    const makers = scope.makers?.filter(({ userId }) => userId !== account.userId)
    return change(account, wanted, client, { action: 'CREDENTIALS_UPDATED', statements, makers })
  }

  /** Since when a mailed link must have been made to hold. */
  const linksSince = () => clock.nowMs() - mailedLinkMs

  /** `signInLink` is in the mail that says so; null: it has none. */
  async function activate(
    activateToken: string,
    password: string,
    client: ClientAgent,
    notice: { readonly signInLink: string | null } | null,
  ): Promise<TokenPair> {
    const account = await store.findByActivateToken(activateToken, linksSince())
    if (!account) {
      throw badRequest(
        'The activation link isn’t valid. A link works once and for 24 hours. Request a new one on the sign-in page, or ask your administrator.',
      )
    }
    const statements = (changed: PasswordChange) => store.activate(account.userId, activateToken, changed)
    const pair = await change(account, password, client, { action: null, statements })
    if (notice) mail.notify(activatedMail(account.email, notice.signInLink))
    return pair
  }

  /** The account is active and signed in without a password; its link, or the user himself, sets one. */
  async function activateByEmailCode(emailCode: string): Promise<TokenPair> {
    const account = await store.findByEmailCode(emailCode, clock.nowMs() - emailCodeMs)
    if (!account) throw badRequest('The code isn’t valid. Request a new one on the sign-in page.')
    return changed(account, () =>
      signedIn(account, {
        statements: [store.activateByCode(account.userId, emailCode)],
        changes: [accountChange(account)],
      }),
    )
  }

  async function resetPassword(
    resetToken: string,
    password: string,
    client: ClientAgent,
    signInLink: string | null,
  ): Promise<TokenPair> {
    const account = await store.findByResetToken(resetToken, linksSince())
    if (!account) {
      throw badRequest(
        'The link isn’t valid. A link works once and for 24 hours. Request a new one on the sign-in page.',
      )
    }
    const statements = (changed: PasswordChange) => store.reset(account.userId, resetToken, changed)
    const pair = await change(account, password, client, { action: 'CREDENTIALS_UPDATED', statements })
    mail.notify(passwordWasResetMail(account.email, signInLink))
    return pair
  }

  const isActivateToken = async (token: string) => (await store.findByActivateToken(token, linksSince())) !== undefined

  const isResetToken = async (token: string) => (await store.findByResetToken(token, linksSince())) !== undefined

  /** Disabling ends all sessions. Throws 400 for an account without a password. */
  async function setEnabled(scope: Scope, userId: string, enabled: boolean): Promise<void> {
    const owned = await access.requireEntity(scope, 'WRITE', entityId('USER', userId))
    const account = await store.find(owned.id.id)
    if (!account) throw notFound('USER', userId)
    if (enabled && account.passwordHash === null) {
      throw badRequest('The account has no password yet. Activate it with its link.')
    }
    const statements = [store.setEnabled(account.userId, enabled, enabled ? null : nextValidFrom(account))]
    if (!enabled) statements.push(sessions.endAllStatement(account.userId))
    const action: AuditAction = enabled ? 'ACTIVATED' : 'SUSPENDED'
    const audit = [accountNote(account, action, { entityId: account.userId }, { actor: scope })]
    const changes = [accountChange(account)]
    await changed(account, () => commit({ statements, changes, audit, ...(enabled ? {} : { cannotWait: true }) }))
  }

  /**
   * Tokens of a user, for an administrator who signs in as that user. The session ends with the one of the token that the
   * administrator shows, and with those that that one was opened with.
   */
  async function logInAs(scope: Scope, userId: string, token: string, client: ClientAgent): Promise<TokenPair> {
    if (!deps.userTokenAccess) throw forbidden('Signing in as another user is disabled (SONDE_USER_TOKEN_ACCESS).')
    const owned = await access.requireEntity(scope, 'READ', entityId('USER', userId))
    const account = await store.find(owned.id.id)
    if (!account) throw notFound('USER', userId)
    const { makers: before = [], sessionId } = tokens.read(token) ?? {}
    if (sessionId === undefined) throw forbidden()
    if (before.length >= makersMax) {
      throw badRequest(`You act as another user ${makersMax} times over. Sign out and in with your own account.`)
    }
    log.info({ userId: scope.userId, asUserId: account.userId }, 'An administrator signed in as another user.')
    // In the log of those whom it concerns: a system administrator has none of its own.
    const actor = { ...scope, tenantId: account.tenantId }
    const note = accountNote(account, 'LOGIN', { ...client, actingUser: actingUserOf(scope) }, { actor })
    return signedIn(account, { audit: [note] }, [...before, { userId: scope.userId, sessionId }])
  }

  /** A new password: the user signs in again and all other sessions end. */
  async function change(
    account: Account,
    wanted: string,
    { clientAddress }: ClientAgent,
    { action, statements, makers }: PasswordWrites,
  ): Promise<TokenPair> {
    const validFrom = nextValidFrom(account)
    const turn = { of: addressGroup(clientAddress) }
    const accepted = await rules.accept(account, wanted, { nowMs: clock.nowMs(), validFrom, turn })
    return changed(account, () =>
      signedIn(
        { ...account, tokensValidFrom: validFrom },
        {
          statements: [...statements(accepted), sessions.endAllStatement(account.userId)],
          changes: [accountChange(account)],
          audit: action === null ? [] : [accountNote(account, action, { entityId: account.userId })],
        },
        makers,
      ),
    )
  }

  /** Throws 400 when the account was changed by another call meanwhile. */
  async function changed<T>(account: Account, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RowsMismatch)) throw error
      log.debug({ userId: account.userId }, 'Two requests changed an account at once.')
      throw badRequest('Someone else changed this account. Try again.')
    }
  }

  return {
    policy,
    userTokenAccess: deps.userTokenAccess,
    grantOfToken,
    scopeOfToken,
    requirePassword,
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
    /** Resolves when all failed sign-ins are counted. */
    idle: failures.idle,
  }
}
