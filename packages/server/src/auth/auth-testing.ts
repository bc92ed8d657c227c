/** Accounts on a real store behind a real app, for tests: a system administrator, and tenants as they are asked for. */

import type { TestContext } from 'node:test'
import type { TokenPair } from '@sonde/model/auth/auth'
import type { Customer } from '@sonde/model/customers/customer'
import type { Tenant } from '@sonde/model/tenants/tenant'
import type { User } from '@sonde/model/users/user'
import { createAccess } from '../access/access.ts'
import { createEntityOwners } from '../access/entity-owners.ts'
import { type Clock, systemClock } from '../clock.ts'
import { registerCustomerRoutes } from '../customers/customer-routes.ts'
import { createCustomerService } from '../customers/customer-service.ts'
import { createCustomerStore } from '../customers/customer-store.ts'
import { defaultDeviceProfileStatements } from '../device-profiles/default-profile.ts'
import { silent, startTestApp, type TestApp } from '../http/http-testing.ts'
import { createCommit } from '../journal/commit.ts'
import type { JournalledMessage } from '../journal/message.ts'
import { createLiveHub, type LiveHub } from '../live/live-hub.ts'
import { createEntityQuotas } from '../quotas/entity-quotas.ts'
import { defaultRootChainStatements } from '../rule-chains/default-chain.ts'
import type { EntityChange, Storage } from '../storage/storage.ts'
import { openTestStorage } from '../storage/testing.ts'
import { registerSystemRoutes } from '../system/system-routes.ts'
import { registerTenantRoutes } from '../tenants/tenant-routes.ts'
import { createTenantService } from '../tenants/tenant-service.ts'
import { createTenantStore } from '../tenants/tenant-store.ts'
import { registerUserRoutes } from '../users/user-routes.ts'
import { createUserService } from '../users/user-service.ts'
import { createUserStore } from '../users/user-store.ts'
import { createAccountStore } from './account-store.ts'
import { registerAuthRoutes } from './auth-routes.ts'
import { createAuthService } from './auth-service.ts'
import { createPasswords, type HashCost } from './passwords.ts'
import { createTokens } from './tokens.ts'

/** Keeps tests of other things fast. */
export const cheapHashCost: HashCost = { memoryKib: 64, passes: 1, parallelism: 1 }

export const administrator = { email: 'root@example.org', password: 'root-password' }
/** Of every user that these helpers make. */
export const password = 'a-password'

export interface TestAccounts extends TestApp {
  readonly storage: Storage
  readonly live: LiveHub
  readonly commit: ReturnType<typeof createCommit>
  /** What the rule engine was handed. */
  readonly messages: JournalledMessage[]
  readonly changes: EntityChange[]
  signIn(email: string, password: string): Promise<TokenPair>
  /** Makes a user and activates it; resolves with the user and its access token. */
  user(token: string, input: object): Promise<{ user: User; token: string }>
  /** A tenant with an administrator and a customer with a user. */
  tenant(name: string): Promise<TestTenant>
  /** The system administrator's token. */
  readonly root: string
}

export interface TestTenant {
  readonly tenant: Tenant
  readonly admin: { readonly user: User; readonly token: string }
  readonly customer: Customer
  readonly guest: { readonly user: User; readonly token: string }
}

export interface TestAccountsOptions {
  readonly clock?: Clock
  readonly userTokenAccess?: boolean
}

export async function startTestAccounts(t: TestContext, options: TestAccountsOptions = {}): Promise<TestAccounts> {
  const clock = options.clock ?? systemClock
  const storage = await openTestStorage(t)
  const { relational } = storage
  const live = createLiveHub()
  const messages: JournalledMessage[] = []
  const changes: EntityChange[] = []
  live.watchAll({ change: (change) => void changes.push(change) })
  const commit = createCommit({ storage, live, accept: (accepted) => void messages.push(...accepted) })
  const access = createAccess({ owners: createEntityOwners({ relational, live }) })
  const common = { access, commit, clock }
  const passwords = createPasswords(cheapHashCost)
  const users = createUserService({ store: createUserStore(relational), ...common })
  const customers = createCustomerService({
    store: createCustomerStore(relational),
    quotas: createEntityQuotas({ relational, live }),
    ...common,
  })
  const tenants = createTenantService({
    store: createTenantStore(relational),
    ...common,
    onTenantCreated: [
      (tenantId, nowMs) => defaultDeviceProfileStatements(relational, tenantId, nowMs),
      (tenantId, nowMs) => defaultRootChainStatements(relational, tenantId, nowMs),
    ],
  })
  const auth = createAuthService({
    store: createAccountStore(relational),
    tokens: createTokens(Buffer.alloc(64, 7)),
    passwords,
    ...common,
    live,
    log: silent,
    userTokenAccess: options.userTokenAccess ?? true,
  })
  await tenants.ensureDefaultProfile()
  await users.createSystemAdministrator(administrator.email, await passwords.hash(administrator.password))

  const app = await startTestApp(t, {
    scopeOfToken: auth.scopeOfToken,
    register(routes) {
      registerAuthRoutes(routes, { auth, users })
      registerUserRoutes(routes, { users })
      registerTenantRoutes(routes, { tenants })
      registerCustomerRoutes(routes, { customers })
      registerSystemRoutes(routes, { clock, version: '1', edges: true, helpUrl: '/assets', maxDatapoints: 50_000 })
    },
  })
  const { call } = app

  async function done<T>(method: string, path: string, token: string | undefined, body?: unknown): Promise<T> {
    const answer = await call<T>(method, path, { token, body })
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }

  const signIn = (email: string, given: string) =>
    done<TokenPair>('POST', '/api/auth/login', undefined, { username: email, password: given })

  async function user(token: string, input: object) {
    const made = await done<User>('POST', '/api/user?sendActivationMail=false', token, input)
    const link = await done<string>('GET', `/api/user/${made.id.id}/activationLink`, token)
    const activateToken = new URL(link).searchParams.get('activateToken')
    const pair = await done<TokenPair>('POST', '/api/noauth/activate', undefined, { activateToken, password })
    return { user: made, token: pair.token }
  }

  const root = (await signIn(administrator.email, administrator.password)).token

  async function tenant(name: string): Promise<TestTenant> {
    const made = await done<Tenant>('POST', '/api/tenant', root, { title: name })
    const admin = await user(root, { authority: 'TENANT_ADMIN', tenantId: made.id, email: `admin@${name}.example` })
    const customer = await done<Customer>('POST', '/api/customer', admin.token, { title: 'Customer' })
    const guest = await user(admin.token, {
      authority: 'CUSTOMER_USER',
      customerId: customer.id,
      email: `guest@${name}.example`,
    })
    return { tenant: made, admin, customer, guest }
  }

  return { ...app, storage, live, commit, messages, changes, signIn, user, tenant, root }
}
