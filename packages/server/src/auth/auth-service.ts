/**
 * Signing in and staying signed in.
 *
 * Invariants: a token is valid only while its session is active and its account exists, is enabled and has the password
 * that it had when the token was issued. A session that an administrator opened as another user ends with the session
 * that it was opened with, and when the administrator may no longer see that account. The response to a failed sign-in
 * reveals neither by its content nor by its timing whether the account exists.
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
import type { OpenShareLinks } from '../visitors/share-links.ts'
import { createLiveAccounts, liveAccountOf } from './account-cache.ts'
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
  /** Share links that visitors may use now. */
  readonly shareLinks: OpenShareLinks
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll' | 'position' | 'lagMs'>
  readonly clock: Clock
  readonly log: Logger
  readonly mail: Pick<MailService, 'notify'>
  /** Reads the current security settings. */
  readonly security: () => Promise<SecuritySettings>
  /** Whether administrators may sign in as their users: `SONDE_USER_TOKEN_ACCESS`. */
  readonly userTokenAccess: boolean
}

/** Statements and audit of a new password. */
interface PasswordWrites {
  /** null: not logged, as in the reference API. */
  readonly action: AuditAction | null
  readonly statements: (changed: PasswordChange) => Statement[]
  /** Acting administrators of the session that sets the password. */
  readonly makers?: readonly TokenMaker[] | undefined
}

export interface TokenReading {
  /** Accepts an expired token if its session is still active. */
  readonly acceptsExpired: boolean
}

export type AuthService = ReturnType<typeof createAuthService>

const authorities: readonly string[] = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER']

/** Maximum chain of sessions that were opened to act as another user. */
export const makersMax = 4

/** How long a mailed code can activate the account, ms. */
export const emailCodeMs = 24 * 60 * 60 * 1000

const wrongPassword = () => unauthenticated('The email or password is wrong.')
const outdated = () => new DomainError(ErrorCode.JWT_TOKEN_EXPIRED, 'The session has ended. Sign in again.')
const expired = () => new DomainError(ErrorCode.JWT_TOKEN_EXPIRED, 'The token has expired.')

export function createAuthService(deps: AuthDeps) {
  const { store, tokens, passwords, sessions, guard, access, commit, clock, log, mail, security } = deps
  const accounts = createLiveAccounts({ store, live: deps.live })
  const policy = async (): Promise<PasswordPolicy> => (await security()).passwordPolicy
  const rules = createPasswordRules({ store, passwords, policy })
  /** Time later than the issue time of all tokens so far, epoch ms. */
  const nextValidFrom = (account: Account) => Math.max(clock.nowMs(), account.tokensValidFrom) + 1
  const failures = createSignInFailures({ store, commit, log, mail, security, nextValidFrom })

  const bearerOf = (account: Account, isPublic = false) => ({ sub: account.email, isPublic, ...account })

  /** Opens a session and commits it in one transaction with the writes of the sign-in. */
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

  /**
   * Rights that an access token grants. Throws 401: code 10 if it isn't an access token of this server, 11 if it is no
   * longer valid.
   */
  async function grantOfToken(token: string, how?: TokenReading): Promise<Grant> {
    const claims = tokens.read(token)
    if (!claims || !authorities.includes(claims.scopes[0] ?? '')) throw unauthenticated('The token isn’t valid.')
    const scope = await currentScope(claims, how)
    return { scope, expiresMs: Math.min(claims.exp * 1000, scope.share?.endTime ?? Number.POSITIVE_INFINITY) }
  }

  const scopeOfToken = async (token: string, how?: TokenReading): Promise<Scope> =>
    (await grantOfToken(token, how)).scope

  async function currentScope(claims: TokenClaims, how?: TokenReading): Promise<Scope> {
    if (!how?.acceptsExpired && claims.exp * 1000 <= clock.nowMs()) throw expired()
    if (claims.shareLinkId !== undefined) return scopeOfShareLink(claims.shareLinkId)
    const account = claims.isPublic
      ? await accounts.findPublic(claims.customerId ?? '')
      : await accounts.findUser(claims.userId)
    if (!account?.enabled || claims.issuedMs < account.tokensValidFrom) throw outdated()
    if (!claims.isPublic && !(await sessions.isLive(claims.userId, claims.sessionId ?? ''))) throw outdated()
    return claims.makers ? { ...account.scope, makers: await makersOf(claims.makers, account.scope) } : account.scope
  }

  /** Not cached: a link that was revoked or has ended grants nothing at once, in every process. */
  async function scopeOfShareLink(id: string): Promise<Scope> {
    const link = await deps.shareLinks.find(id)
    if (!link) throw outdated()
    const { tenantId, customerId, dashboardId, endTime } = link
    return { ...liveAccountOf(publicAccount(customerId, tenantId), true).scope, share: { id, dashboardId, endTime } }
  }

  /**
   * Administrators who act as the user. Throws 401 unless all of them are still signed in and each may see the next
   * one.
   */
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
   * Throws 401 with code 10 for wrong credentials or an inactive account, 401 with code 15 and a reset token for an
   * expired password, and 429 after too many failures.
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
      // The password was changed or the account disabled while the password was checked.
      if (error instanceof RowsMismatch) throw wrongPassword()
      throw error
    }
  }

  /**
   * Runs a password check as an attempt of the sign-in guard. `check` resolves with the account if the password is
   * right.
   */
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
      // An earlier failure may have locked the account.
      await counted
      return await store.find(account.userId)
    } finally {
      attempt.end(outcome)
    }
  }

  /** Throws 400 when the password is wrong, 429 after too many wrong ones. */
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

  /** Signs in a visitor of a tenant's public entities. `publicId`: ID of the tenant's public customer. */
  async function loginPublic(publicId: string): Promise<TokenPair> {
    const tenantId = await store.tenantOfPublicCustomer(publicId)
    if (tenantId === undefined) throw unauthenticated('No public customer has this ID.')
    return tokens.issue(bearerOf(publicAccount(publicId, tenantId), true), { issuedMs: clock.nowMs() })
  }

  /** Signs in a visitor with the key of a share link. The error is the same for wrong keys and for ended links. */
  async function loginShareLink(key: string): Promise<TokenPair> {
    const link = await deps.shareLinks.ofKey(key)
    if (!link) throw unauthenticated('This link has ended. Ask for a new one.')
    await deps.shareLinks.noteUse(link)
    return tokensOfShareLink(link)
  }

  const tokensOfShareLink = ({
    id,
    tenantId,
    customerId,
  }: { readonly id: string } & Pick<Scope, 'tenantId' | 'customerId'>) =>
    tokens.issue(
      { ...bearerOf(publicAccount(customerId, tenantId), true), sub: id, shareLinkId: id },
      { issuedMs: clock.nowMs() },
    )

  /** Exchanges a refresh token for new tokens. A token works once; using it again later ends its session. */
  async function refresh(refreshToken: string, client: ClientAgent): Promise<TokenPair> {
    const claims = tokens.read(refreshToken)
    if (claims?.scopes[0] !== refreshScope) throw unauthenticated('The refresh token isn’t valid.')
    const { userId, isPublic, tenantId, customerId, share } = await currentScope(claims)
    if (share) return tokensOfShareLink({ id: share.id, tenantId, customerId })
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

  /** Changes the password and returns new tokens. All tokens issued before become invalid. */
  async function changePassword(
    scope: Scope,
    current: string,
    wanted: string,
    client: ClientAgent,
  ): Promise<TokenPair> {
    const account = scope.isPublic ? undefined : await store.find(scope.userId)
    if (!account) throw forbidden()
    // An account that was activated by a code has no password yet.
    if (account.passwordHash !== null) await requirePassword(account, current, client)
    const statements = (changed: PasswordChange) => store.setPassword(account.userId, changed)
    // The change ends all sessions of the account, including one that this session was opened with.
    const makers = scope.makers?.filter(({ userId }) => userId !== account.userId)
    return change(account, wanted, client, { action: 'CREDENTIALS_UPDATED', statements, makers })
  }

  /** Oldest creation time of a valid mailed link, epoch ms. */
  const linksSince = () => clock.nowMs() - mailedLinkMs

  /** `notice`: sends a mail about the activation, with `signInLink` if it isn't null. null: no mail. */
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

  /** Activates the account and signs it in without a password, which the user sets later, with or without the link. */
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
   * Creates tokens of a user for an administrator who signs in as that user. The session ends with the session of the
   * administrator's token, and with the sessions that that one was opened with.
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
    // Logged in the tenant of the account: system administrators have no audit log of their own.
    const actor = { ...scope, tenantId: account.tenantId }
    const note = accountNote(account, 'LOGIN', { ...client, actingUser: actingUserOf(scope) }, { actor })
    return signedIn(account, { audit: [note] }, [...before, { userId: scope.userId, sessionId }])
  }

  /** Sets a new password, ends all sessions of the user and opens a new one. */
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

  /** Throws 400 when another request changed the account since it was read. */
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
    loginShareLink,
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
