/** Test accounts on the server's own modules behind real HTTP: a system administrator, and tenants on request. */

import type { TestContext } from 'node:test'
import type { TokenPair } from '@sonde/model/auth/auth'
import type { Customer } from '@sonde/model/customers/customer'
import type { Tenant } from '@sonde/model/tenants/tenant'
import type { User } from '@sonde/model/users/user'
import { pino } from 'pino'
import type { AdminSettingsService } from '../admin-settings/admin-settings-service.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Config } from '../config/config.ts'
import { registerCustomerRoutes } from '../customers/customer-routes.ts'
import type { ListDeps } from '../entity-query/entity-list.ts'
import { startTestApp, type TestApp } from '../http/http-testing.ts'
import type { Commit } from '../journal/commit.ts'
import type { MailService } from '../mail/mail-service.ts'
import type { Message } from '../messages/message.ts'
import { createAdministration } from '../platform-administration.ts'
import type { Replacements } from '../platform-base.ts'
import { createLimitParts } from '../platform-limits.ts'
import { openTestParts } from '../platform-parts-testing.ts'
import { registerAdministrationRoutes } from '../platform-routes.ts'
import type { EntityChange, Storage } from '../storage/storage.ts'
import { createTenantStore } from '../tenants/tenant-store.ts'
import { createUserStore } from '../users/user-store.ts'
import type { AccountMails } from './account-mails.ts'
import type { AuthService } from './auth-service.ts'
import type { HashCost } from './passwords.ts'

/** Keeps tests of other parts fast. */
export const cheapHashCost: HashCost = { memoryKib: 64, passes: 1, parallelism: 1 }

export const administrator = { email: 'root@example.org', password: 'root-password' }
/** Password of every user that these helpers create. */
export const password = 'a-password'

export interface TestAccounts extends TestApp {
  readonly storage: Storage
  readonly live: ChangeStream
  readonly lists: ListDeps
  readonly commit: Commit
  /** Messages passed to the rule engine. */
  readonly messages: Message[]
  readonly changes: EntityChange[]
  readonly settings: AdminSettingsService
  readonly mail: MailService
  readonly accountMails: AccountMails
  readonly auth: AuthService
  signIn(email: string, password: string): Promise<TokenPair>
  /** Resolves when failed sign-ins are counted. */
  counted(): Promise<void>
  /** Creates and activates a user; resolves with the user and its access token. */
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

export interface TestAccountsOptions extends Partial<Config>, Replacements {
  /** Called with each logged warning. */
  readonly onWarning?: (text: string) => void
}

const warningsOf = (onWarning: (text: string) => void) =>
  pino({ level: 'warn' }, { write: (line) => onWarning((JSON.parse(line) as { msg: string }).msg) })

/** Listens on 127.0.0.1 unless the test says otherwise, so that links lead to this server. */
export async function startTestAccounts(t: TestContext, options: TestAccountsOptions = {}): Promise<TestAccounts> {
  const { onWarning, clock, live: stream, smsUrl, ...config } = options
  const { base, entities, messages, changes } = await openTestParts(t, {
    config: { host: '127.0.0.1', ...config },
    replace: { ...(clock && { clock }), ...(stream && { live: stream }), ...(smsUrl && { smsUrl }) },
    ...(onWarning && { log: warningsOf(onWarning) }),
  })
  const { storage, live, commit, settings, mail } = base
  const { lists } = entities.entityQuery
  const administration = createAdministration(base, {
    version: '1.2.3',
    stores: { userStore: createUserStore(lists), tenantStore: createTenantStore(base.relational) },
    hashCost: cheapHashCost,
  })
  const { auth, users, tenants, passwords, accountMails, addressLimits } = administration
  const limits = createLimitParts(base, entities).service
  await tenants.ensureDefaultProfile()
  await administration.oauth2.start()
  await users.createSystemAdministrator(administrator.email, await passwords.hash(administrator.password))

  const app = await startTestApp(t, {
    scopeOfToken: auth.scopeOfToken,
    consumeOpenCall: (address) => addressLimits.consume('openCalls', address),
    ...(options.trustedProxies ? { trustedProxies: options.trustedProxies } : {}),
    around: base.auditLog.around,
    register(routes) {
      registerAdministrationRoutes(routes, { version: '1.2.3', base, administration, limits })
      registerCustomerRoutes(routes, entities)
    },
  })
  base.listensAt(app.baseUrl)
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

  return {
    ...app,
    storage,
    live,
    lists,
    commit,
    messages,
    changes,
    settings,
    mail,
    accountMails,
    auth,
    signIn,
    counted: auth.idle,
    user,
    tenant,
    root,
  }
}
