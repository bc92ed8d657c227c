/**
 * Users: system administrators, tenant administrators and customer users.
 *
 * Invariants: an email address, in any spelling, belongs to one user of the whole server. Tenant, customer and
 * authority of a user never change. They are derived from the caller who creates the user, not from the body, if the
 * two could differ.
 */

import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, forbidden, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { emailProblem } from '@sonde/model/users/email-address'
import type { User, UserInput } from '@sonde/model/users/user'
import { requireNamedCustomer } from '../access/named-customer.ts'
import type { Access, Operation } from '../access/operations.ts'
import type { Owned, Scope } from '../access/scope.ts'
import type { AccountMails } from '../auth/account-mails.ts'
import { newOneTimeToken } from '../auth/one-time-token.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { entityAction } from '../journal/entity-action.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import { type EntityChange, RowsMismatch, type Transaction, UniqueViolation } from '../storage/storage.ts'
import type { NewCredentials, UserStore } from './user-store.ts'

export interface UserDeps {
  readonly store: UserStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly quotas: EntityLimits
  readonly accountMails: Pick<AccountMails, 'sendActivation' | 'activationLink'>
}

export type UserService = ReturnType<typeof createUserService>

export interface UserCreation {
  /** False: an administrator passes the link on. */
  readonly isMailed: boolean
}

export function createUserService({ store, access, commit, clock, quotas, accountMails }: UserDeps) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<User> {
    const owned = await access.requireEntity(scope, operation, entityId('USER', id))
    const user = await store.find(owned.tenantId, owned.id.id)
    if (!user) throw notFound('USER', id)
    return user
  }

  const get = (scope: Scope, id: string): Promise<User> => getFor(scope, 'READ', id)

  /** Signed-in user. Undefined for a visitor of a public dashboard. */
  async function getOneself(scope: Scope): Promise<User | undefined> {
    return scope.isPublic ? undefined : store.find(scope.tenantId, scope.userId)
  }

  /** Creates a user, or updates it if the input has an id. */
  async function save(scope: Scope, input: UserInput, { isMailed }: UserCreation): Promise<User> {
    const { firstName, lastName } = input
    checkEntityTexts('user', {}, { 'first name': firstName, 'last name': lastName })
    return input.id ? change(scope, input.id.id, input) : create(scope, input, isMailed)
  }

  /** Creates a user. If the activation email can't be sent, the user is deleted again. */
  async function create(scope: Scope, input: UserInput, isMailed: boolean): Promise<User> {
    const nowMs = clock.nowMs()
    const owner = await ownerOfNew(scope, input)
    const user = userFrom(input, { id: newId(nowMs), createdTime: nowMs, ...owner })
    access.require(scope, 'CREATE', ownedOf(user))
    const credentials = { passwordHash: null, activateToken: newOneTimeToken() }
    const make = () => insert(scope, user, credentials, nowMs)
    if (user.tenantId.id === NIL_UUID) await make()
    else await quotas.withRoom('USER', user.tenantId.id, make)
    if (!isMailed) return user
    try {
      await accountMails.sendActivation(user.email)
    } catch (error) {
      await erase(scope, user, { isFinal: true })
      throw error
    }
    return user
  }

  async function ownerOfNew(scope: Scope, { authority, tenantId, customerId }: UserInput) {
    const isSystem = scope.authority === 'SYS_ADMIN'
    switch (authority) {
      case 'SYS_ADMIN':
        return { tenantId: NIL_UUID, customerId: NIL_UUID }
      case 'TENANT_ADMIN': {
        if (!isSystem) return { tenantId: scope.tenantId, customerId: NIL_UUID }
        if (!tenantId) throw badRequest('Specify the administrator’s tenant.')
        const tenant = await access.requireEntity(scope, 'READ', entityId('TENANT', tenantId.id))
        return { tenantId: tenant.id.id, customerId: NIL_UUID }
      }
      case 'CUSTOMER_USER': {
        if (isSystem) throw forbidden('Only tenant administrators can add customer users.')
        if (!customerId) throw badRequest('Specify the user’s customer.')
        const customer = await requireNamedCustomer(access, scope, customerId.id)
        return { tenantId: scope.tenantId, customerId: customer.id.id }
      }
    }
  }

  /** Rejects invalid and taken addresses. An address that looks like a taken one is rejected, too. */
  async function requireFreeEmail({ id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
    const problem = emailProblem(email)
    if (problem !== null) throw badRequest(problem)
    if (await store.isEmailTaken(email, id.id)) throw emailTaken(email)
  }

  async function insert(scope: Scope | null, user: User, credentials: NewCredentials, nowMs: number): Promise<void> {
    await requireFreeEmail(user)
    try {
      await commit({
        statements: store.insert(user, credentials),
        changes: [changeOf('created', user)],
        ...(scope && entityAction(scope, 'ADDED', user, nowMs)),
      })
    } catch (error) {
      throw rejection(error, user)
    }
  }

  async function change(scope: Scope, id: string, input: UserInput): Promise<User> {
    const before = await getFor(scope, 'WRITE', id)
    if (before.authority !== input.authority) throw badRequest('The authority of a user can’t change.')
    if (scope.userId === before.id.id && input.email !== before.email) {
      throw badRequest('To change your own email, use Change email in your profile, or POST /api/v2/user/email.')
    }
    const nowMs = clock.nowMs()
    const user = userFrom(input, {
      id: before.id.id,
      createdTime: before.createdTime,
      tenantId: before.tenantId.id,
      customerId: before.customerId.id,
    })
    if (user.email !== before.email) await requireFreeEmail(user)
    try {
      await commit({
        statements: [store.update(user)],
        changes: [changeOf('updated', user)],
        ...entityAction(scope, 'UPDATED', user, nowMs),
      })
    } catch (error) {
      throw rejection(error, user)
    }
    return (await store.find(user.tenantId.id, id)) ?? user
  }

  /**
   * Sets an address that its owner confirmed, together with the given statements. Resolves with the user before the
   * change. Throws 400 if the address is taken by now, `RowsMismatch` if a statement matches no row.
   */
  async function claimEmail(
    { userId, tenantId, email }: { readonly userId: string; readonly tenantId: string; readonly email: string },
    noted: Pick<Transaction, 'statements' | 'audit'>,
  ): Promise<User> {
    const before = await store.find(tenantId, userId)
    if (!before) throw notFound('USER', userId)
    const user: User = { ...before, email, name: email }
    await requireFreeEmail(user)
    const scope = scopeOfUser(before)
    try {
      await commit({
        ...entityAction(scope, 'UPDATED', user, clock.nowMs()),
        ...noted,
        statements: [...(noted.statements ?? []), store.update(user)],
        changes: [changeOf('updated', user)],
      })
    } catch (error) {
      throw error instanceof UniqueViolation ? rejection(error, user) : error
    }
    return before
  }

  async function remove(scope: Scope, id: string): Promise<void> {
    const user = await getFor(scope, 'DELETE', id)
    if (scope.authority === 'SYS_ADMIN' && user.id.id === scope.userId) {
      throw forbidden('A system administrator can’t delete their own account. Another one can.')
    }
    await erase(scope, user, { isFinal: false })
  }

  /** Deletes a user. `isFinal`: it doesn't go to the trash, because the owner never got the activation email. */
  async function erase(scope: Scope, user: User, { isFinal }: { isFinal: boolean }): Promise<void> {
    try {
      await commit({
        isFinal,
        statements: store.remove(user.tenantId.id, user.id.id),
        changes: [changeOf('deleted', user)],
        ...entityAction(scope, 'DELETED', user, clock.nowMs()),
        cannotWait: true,
      })
    } catch (error) {
      throw rejection(error, user)
    }
  }

  /** `baseUrl` is the URL of the web client without a trailing slash. Throws 400 for an active account. */
  async function getActivationLink(scope: Scope, id: string, baseUrl: string): Promise<string> {
    const user = await getFor(scope, 'READ', id)
    return accountMails.activationLink(user.id.id, baseUrl)
  }

  /** Sends the activation link again. Throws 400 for an active account. */
  async function sendActivationMail(scope: Scope, email: string): Promise<void> {
    const user = await store.findByEmail(email)
    if (!user) throw notFound('USER', email)
    access.require(scope, 'READ', ownedOf(user))
    await accountMails.sendActivation(user.email)
  }

  /** Users of the caller's tenant. Customer users only see users of their customer. */
  const list = (scope: Scope, link: PageLink): Promise<PageData<User>> =>
    store.page(
      scope.authority === 'CUSTOMER_USER'
        ? { tenantId: scope.tenantId, customerId: scope.customerId }
        : { tenantId: scope.tenantId },
      link,
    )

  /** Administrators of a tenant, for the system administrator. */
  async function listOfTenant(scope: Scope, tenantId: string, link: PageLink): Promise<PageData<User>> {
    const owned = await access.requireEntity(scope, 'READ', entityId('TENANT', tenantId))
    return store.page({ tenantId: owned.id.id, authority: 'TENANT_ADMIN' }, link)
  }

  async function listOfCustomer(scope: Scope, customerId: string, link: PageLink): Promise<PageData<User>> {
    const owned = await access.requireEntity(scope, 'READ', entityId('CUSTOMER', customerId))
    return store.page({ tenantId: owned.tenantId, customerId: owned.id.id }, link)
  }

  const hasSystemAdministrator = (): Promise<boolean> => store.hasAuthority('SYS_ADMIN')

  const hasEmail = (email: string): Promise<boolean> => store.isEmailTaken(email, null)

  /** Creates an administrator at the first start, who can sign in at once. */
  async function createSystemAdministrator(email: string, passwordHash: string): Promise<void> {
    const nowMs = clock.nowMs()
    const user = userFrom(
      { email, authority: 'SYS_ADMIN' },
      { id: newId(nowMs), createdTime: nowMs, tenantId: NIL_UUID, customerId: NIL_UUID },
    )
    await insert(null, user, { passwordHash, activateToken: null }, nowMs)
  }

  return {
    get,
    getOneself,
    save,
    claimEmail: claimEmail,
    remove,
    getActivationLink,
    sendActivationMail,
    list,
    listOfTenant,
    listOfCustomer,
    hasSystemAdministrator,
    hasEmail,
    createSystemAdministrator,
  }
}

interface UserOwner {
  readonly id: string
  readonly createdTime: number
  readonly tenantId: string
  readonly customerId: string
}

const userFrom = (input: UserInput, { id, createdTime, tenantId, customerId }: UserOwner): User => ({
  id: entityId('USER', id),
  createdTime,
  additionalInfo: input.additionalInfo ?? null,
  tenantId: entityId('TENANT', tenantId),
  customerId: entityId('CUSTOMER', customerId),
  email: input.email,
  authority: input.authority,
  firstName: input.firstName ?? null,
  lastName: input.lastName ?? null,
  name: input.email,
})

/** Scope of a user who changes own data without being signed in. */
const scopeOfUser = (user: User): Scope => ({
  userId: user.id.id,
  authority: user.authority,
  tenantId: user.tenantId.id,
  customerId: user.customerId.id,
  email: user.email,
  firstName: user.firstName ?? null,
  lastName: user.lastName ?? null,
  isPublic: false,
})

const ownedOf = (user: User): Owned => ({
  id: user.id,
  tenantId: user.tenantId.id,
  customerId: user.customerId.id,
  authority: user.authority,
})

const changeOf = (kind: EntityChange['kind'], user: User): EntityChange => ({
  kind,
  entity: user.id,
  tenantId: user.tenantId.id,
  customerId: user.customerId.id,
})

const emailTaken = (email: string) => badRequest(`Another user has the email ${email}.`)

function rejection(error: unknown, user: User): unknown {
  if (error instanceof UniqueViolation) return emailTaken(user.email)
  if (error instanceof RowsMismatch) return notFound('USER', user.id.id)
  return error
}
