/** Accounts on a real store behind a real app, for tests: a system administrator, and tenants as they are asked for. */

import type { TestContext } from 'node:test'
import type { TokenPair } from '@sonde/model/auth/auth'
import type { Customer } from '@sonde/model/customers/customer'
import type { LimitValues } from '@sonde/model/limits/limits'
import type { Tenant } from '@sonde/model/tenants/tenant'
import type { User } from '@sonde/model/users/user'
import { pino } from 'pino'
import { createAccess } from '../access/access.ts'
import { admitCreate } from '../access/admit-create.ts'
import { createEntityOwners } from '../access/entity-owners.ts'
import { registerAdminSettingsRoutes } from '../admin-settings/admin-settings-routes.ts'
import { type AdminSettingsService, createAdminSettingsService } from '../admin-settings/admin-settings-service.ts'
import { createAdminSettingsStore } from '../admin-settings/admin-settings-store.ts'
import { createSendSms } from '../admin-settings/sms-sender.ts'
import { createAuditLevels } from '../audit-log/audit-levels.ts'
import { createAuditLogWriter } from '../audit-log/audit-log.ts'
import { registerAuditLogRoutes } from '../audit-log/audit-log-routes.ts'
import { createAuditLogService } from '../audit-log/audit-log-service.ts'
import { createAuditLogStore } from '../audit-log/audit-log-store.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { type Clock, systemClock } from '../clock.ts'
import { registerCustomerRoutes } from '../customers/customer-routes.ts'
import { createCustomerService } from '../customers/customer-service.ts'
import { createCustomerStore } from '../customers/customer-store.ts'
import { defaultDeviceProfileStatements } from '../device-profiles/default-profile.ts'
import { createEgress } from '../egress/egress.ts'
import type { ListParts } from '../entity-query/entity-list.ts'
import { createEntityQuery } from '../entity-query/entity-query-service.ts'
import { silent, startTestApp, type TestApp } from '../http/http-testing.ts'
import { createCommit } from '../journal/commit.ts'
import { createAddressLimits } from '../limits/address-limits.ts'
import { createEntityLimits } from '../limits/entity-limits.ts'
import { createLimits } from '../limits/limits.ts'
import { createTenantLimits } from '../limits/tenant-limits.ts'
import { createMailService, type MailService } from '../mail/mail-service.ts'
import { createSendMail } from '../mail/mail-transport.ts'
import type { JournalledMessage } from '../messages/message.ts'
import { registerOAuth2Routes } from '../oauth2/oauth2-routes.ts'
import { createOAuth2Service } from '../oauth2/oauth2-service.ts'
import { createOAuth2TemplateStore } from '../oauth2/oauth2-template-store.ts'
import { defaultRootChainStatements } from '../rule-chains/default-chain.ts'
import type { EntityChange, Storage } from '../storage/storage.ts'
import { openTestStorage } from '../storage/testing.ts'
import { registerSystemRoutes } from '../system/system-routes.ts'
import { createUpdateCheck } from '../system/update-check.ts'
import { createAttributeStore } from '../telemetry/attribute-store.ts'
import { registerTenantProfileRoutes } from '../tenant-profiles/tenant-profile-routes.ts'
import { createTenantProfileService } from '../tenant-profiles/tenant-profile-service.ts'
import { createTenantProfileStore } from '../tenant-profiles/tenant-profile-store.ts'
import { registerTenantRoutes } from '../tenants/tenant-routes.ts'
import { createTenantService } from '../tenants/tenant-service.ts'
import { createTenantStore } from '../tenants/tenant-store.ts'
import { registerUserRoutes } from '../users/user-routes.ts'
import { createUserService } from '../users/user-service.ts'
import { createUserSettings } from '../users/user-settings.ts'
import { registerUserSettingsRoutes } from '../users/user-settings-routes.ts'
import { createUserStore } from '../users/user-store.ts'
import { type AccountMails, createAccountMails } from './account-mails.ts'
import { createAccountStore } from './account-store.ts'
import { registerAuthRoutes } from './auth-routes.ts'
import { createAuthService } from './auth-service.ts'
import { createEmailChange } from './email-change.ts'
import { createPasswords, type HashCost } from './passwords.ts'
import { createSessionStore } from './session-store.ts'
import { createSessions } from './sessions.ts'
import { createSignInGuard } from './sign-in-guard.ts'
import { createTokens } from './tokens.ts'

/** Keeps tests of other things fast. */
export const cheapHashCost: HashCost = { memoryKib: 64, passes: 1, parallelism: 1 }

export const administrator = { email: 'root@example.org', password: 'root-password' }
/** Of every user that these helpers make. */
export const password = 'a-password'

export interface TestAccounts extends TestApp {
  readonly storage: Storage
  readonly live: ChangeStream
  readonly lists: ListParts
  readonly commit: ReturnType<typeof createCommit>
  /** What the rule engine was handed. */
  readonly messages: JournalledMessage[]
  readonly changes: EntityChange[]
  readonly settings: AdminSettingsService
  readonly mail: MailService
  readonly accountMails: AccountMails
  signIn(email: string, password: string): Promise<TokenPair>
  /** Resolves when failed sign-ins are counted. */
  counted(): Promise<void>
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
  /** Absent: the stream of one process. */
  readonly live?: ChangeStream
  readonly userTokenAccess?: boolean
  /** `SONDE_EGRESS_ALLOW`, `SONDE_AUDIT_LEVELS`, `SONDE_UPDATE_URL`. */
  readonly egressAllow?: readonly string[]
  readonly auditLevels?: readonly string[]
  readonly updateUrl?: string
  /** `SONDE_BASE_URL`; whether only this machine reaches the app, as it does unless a test says otherwise. */
  readonly baseUrl?: string
  readonly isLocalOnly?: boolean
  /** Is called with what the mails warn of. */
  readonly onWarning?: (text: string) => void
  /** `SONDE_LIMITS`, `SONDE_TRUSTED_PROXIES`. */
  readonly limits?: LimitValues
  readonly trustedProxies?: readonly string[]
  /** Instead of the SMS providers' own addresses. */
  readonly smsUrl?: string
}

const warningsOf = (onWarning: (text: string) => void) =>
  pino({ level: 'warn' }, { write: (line) => onWarning((JSON.parse(line) as { msg: string }).msg) })

export async function startTestAccounts(t: TestContext, options: TestAccountsOptions = {}): Promise<TestAccounts> {
  const clock = options.clock ?? systemClock
  const storage = await openTestStorage(t)
  const { relational } = storage
  const live = options.live ?? createProcessChangeStream()
  const messages: JournalledMessage[] = []
  const changes: EntityChange[] = []
  live.watchAll({ change: (change) => void changes.push(change) })
  const auditStore = createAuditLogStore(relational)
  const levels = createAuditLevels(options.auditLevels ?? null)
  const auditLog = createAuditLogWriter({ store: auditStore, levels, storage, clock, log: silent })
  const { hook, follow } = auditLog
  const accept = (accepted: readonly JournalledMessage[]) => void messages.push(...accepted)
  const commit = createCommit({ storage, hooks: [hook], follow, live, accept })
  const access = createAccess({ owners: createEntityOwners({ relational, live }) })
  const common = { access, commit, clock }
  const egress = createEgress({ allow: options.egressAllow ?? null })
  const settings = createAdminSettingsService({
    store: createAdminSettingsStore(relational),
    commit,
    clock,
    configuredBaseUrl: options.baseUrl ?? null,
    isLocalOnly: options.isLocalOnly ?? true,
    ownUrl: () => app.baseUrl,
  })
  const mail = createMailService({ sendMail: createSendMail(egress), settings: settings.mail, log: silent })
  const quotas = createEntityLimits({ relational, tenantLimits: createTenantLimits({ relational, live }) })
  const accounts = createAccountStore(relational)
  const accountMails = createAccountMails({
    store: accounts,
    mail,
    commit,
    clock,
    log: options.onWarning ? warningsOf(options.onWarning) : silent,
    linkBase: settings.linkBase,
  })
  t.after(async () => {
    await accountMails.idle()
    await mail.idle()
    await auth.idle()
  })
  const limits = createLimits({
    tenants: { known: () => undefined },
    live,
    clock,
    defaults: options.limits ?? {},
  })
  const addressLimits = createAddressLimits({ limits, clock })
  const passwords = createPasswords({ limits, cost: cheapHashCost })
  const entityQuery = createEntityQuery({
    storage,
    attributes: createAttributeStore({ relational }),
    live,
    clock,
    limits,
  })
  t.after(entityQuery.close)
  const { lists } = entityQuery
  const users = createUserService({ store: createUserStore(lists), quotas, accountMails, ...common })
  const customers = createCustomerService({ store: createCustomerStore(lists), quotas, ...common })
  const tenantProfiles = createTenantProfileService({ store: createTenantProfileStore(relational), ...common })
  const oauth2 = createOAuth2Service({ settings, templates: createOAuth2TemplateStore(relational), commit, clock })
  const auditLogs = createAuditLogService({ store: auditStore, storage, clock, days: 0 })
  const tenants = createTenantService({
    store: createTenantStore(relational),
    ...common,
    onTenantCreated: [
      (tenantId, nowMs) => defaultDeviceProfileStatements(relational, tenantId, nowMs),
      (tenantId, nowMs) => defaultRootChainStatements(relational, tenantId, nowMs),
    ],
  })
  const auth = createAuthService({
    store: accounts,
    tokens: createTokens(Buffer.alloc(64, 7)),
    passwords,
    sessions: createSessions({ store: createSessionStore(relational), commit, limits, live, clock }),
    guard: createSignInGuard({ limits, addressLimits, clock }),
    ...common,
    live,
    log: silent,
    mail,
    security: settings.security,
    userTokenAccess: options.userTokenAccess ?? true,
  })
  const emailChange = createEmailChange({
    store: accounts,
    users,
    commit,
    clock,
    limits,
    mail,
    linkBase: settings.linkBase,
    requirePassword: auth.requirePassword,
  })
  await tenants.ensureDefaultProfile()
  await oauth2.start()
  await users.createSystemAdministrator(administrator.email, await passwords.hash(administrator.password))

  const app = await startTestApp(t, {
    scopeOfToken: auth.scopeOfToken,
    admitOpenCall: (address) => addressLimits.admit('openCalls', address),
    ...(options.trustedProxies ? { trustedProxies: options.trustedProxies } : {}),
    around: auditLog.around,
    register(routes) {
      registerAuthRoutes(routes, {
        auth,
        users,
        accountMails,
        emailChange,
        addressLimits,
        settings,
      })
      registerUserRoutes(routes, { users, settings, admitUser: admitCreate(access, 'USER') })
      registerUserSettingsRoutes(routes, { userSettings: createUserSettings({ relational, commit }) })
      registerTenantProfileRoutes(routes, { tenantProfiles })
      registerOAuth2Routes(routes, { oauth2 })
      registerAuditLogRoutes(routes, { auditLogs })
      registerAdminSettingsRoutes(routes, {
        settings,
        mail,
        sendSms: createSendSms({ egress, clock, ...(options.smsUrl ? { baseUrl: options.smsUrl } : {}) }),
        updates: createUpdateCheck({
          version: '1.2.3',
          updateUrl: options.updateUrl ?? null,
          egress,
          clock,
          log: silent,
        }),
      })
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
    signIn,
    counted: auth.idle,
    user,
    tenant,
    root,
  }
}
