/** Wires authentication, users, tenants and the features of system administrators. */

import { auditExpiryMs, createAuditLogService } from './audit-log/audit-log-service.ts'
import { createAccountMails } from './auth/account-mails.ts'
import { createAccountStore } from './auth/account-store.ts'
import { createAuthService } from './auth/auth-service.ts'
import { createEmailChange } from './auth/email-change.ts'
import { createPasswords, type HashCost } from './auth/passwords.ts'
import { createSessionStore } from './auth/session-store.ts'
import { createSessions } from './auth/sessions.ts'
import { createSignInGuard } from './auth/sign-in-guard.ts'
import { loadSigningKey } from './auth/signing-key.ts'
import { createTokens } from './auth/tokens.ts'
import { defaultDeviceProfileStatements } from './device-profiles/default-profile.ts'
import { createAddressLimits } from './limits/address-limits.ts'
import { createOAuth2Service } from './oauth2/oauth2-service.ts'
import { createOAuth2TemplateStore } from './oauth2/oauth2-template-store.ts'
import type { PlatformBase } from './platform-base.ts'
import type { Entities } from './platform-entities.ts'
import { defaultRootChainStatements } from './rule-chains/default-chain.ts'
import { createUpdateCheck } from './system/update-check.ts'
import { createTenantProfileService } from './tenant-profiles/tenant-profile-service.ts'
import { createTenantProfileStore } from './tenant-profiles/tenant-profile-store.ts'
import { createTenantService } from './tenants/tenant-service.ts'
import { createUserService } from './users/user-service.ts'
import { createUserSettings } from './users/user-settings.ts'

export type Administration = ReturnType<typeof createAdministration>

import { createOpenShareLinks } from './visitors/share-links.ts'

export interface AdministrationDeps {
  readonly version: string
  readonly stores: Pick<Entities, 'userStore' | 'tenantStore'>
  /** Cost of password hashing. Absent: the server's default. Tests use a low cost. */
  readonly hashCost?: HashCost
}

export function createAdministration(base: PlatformBase, { version, stores, hashCost }: AdministrationDeps) {
  const { config, log, relational, access, commit, live, clock, mail, settings } = base
  const { limits, turns, lifecycle, jobs } = base
  const { linkBase } = settings
  const passwords = createPasswords({ limits, ...(hashCost && { cost: hashCost }) })
  const addressLimits = createAddressLimits({ limits, clock })
  const accounts = createAccountStore(relational)
  const accountMails = createAccountMails({
    store: accounts,
    mail,
    commit,
    clock,
    log: log.child({ part: 'mail' }),
    linkBase,
  })
  const auth = createAuthService({
    store: accounts,
    tokens: createTokens(loadSigningKey(config.dataFolder)),
    passwords,
    sessions: createSessions({ store: createSessionStore(relational), commit, limits, live, clock }),
    guard: createSignInGuard({ limits, addressLimits, clock }),
    access,
    shareLinks: createOpenShareLinks({ store: base.shareLinkStore, commit, clock }),
    commit,
    live,
    clock,
    log: log.child({ part: 'auth' }),
    mail,
    security: settings.security,
    userTokenAccess: config.userTokenAccess,
  })
  lifecycle.add({ name: 'sign-in', stop: auth.idle })
  lifecycle.add({ name: 'emails of accounts', stop: accountMails.idle })
  const oauth2 = createOAuth2Service({ settings, templates: createOAuth2TemplateStore(relational), commit, clock })
  lifecycle.add({ name: 'OAuth 2.0', start: oauth2.start })
  const auditLogs = createAuditLogService({
    store: base.auditStore,
    storage: base.storage,
    clock,
    days: config.auditDays,
  })
  jobs.add({
    name: 'audit-log-expiry',
    everyMs: auditExpiryMs,
    nodes: 'one',
    runsAtStart: true,
    failure: 'Failed to delete old audit log entries.',
    run: auditLogs.removeOld,
  })
  const users = createUserService({
    store: stores.userStore,
    access,
    commit,
    clock,
    quotas: base.quotas,
    accountMails,
  })
  return {
    passwords,
    addressLimits,
    accountMails,
    auth,
    users,
    emailChange: createEmailChange({
      store: accounts,
      users,
      commit,
      clock,
      limits,
      mail,
      linkBase,
      requirePassword: auth.requirePassword,
    }),
    userSettings: createUserSettings({ relational, commit }),
    tenants: createTenantService({
      store: stores.tenantStore,
      access,
      commit,
      clock,
      turns,
      onTenantCreated: [
        (tenantId, nowMs) => defaultDeviceProfileStatements(relational, tenantId, nowMs),
        (tenantId, nowMs) => defaultRootChainStatements(relational, tenantId, nowMs),
        base.usage.startOf,
      ],
    }),
    tenantProfiles: createTenantProfileService({
      store: createTenantProfileStore(relational),
      access,
      commit,
      clock,
      limitDefaults: config.limits ?? {},
    }),
    oauth2,
    auditLogs,
    updates: createUpdateCheck({
      version,
      updateUrl: config.updateUrl,
      egress: base.egress,
      clock,
      log: log.child({ part: 'updates' }),
    }),
  }
}
