/** Settings of the platform; system administrators only. */

import type {
  AdminSettings,
  AdminSettingsInput,
  LinkBase,
  SecuritySettings,
  SecuritySettingsInput,
  TestSmsRequest,
  UpdateMessage,
} from '@sonde/model/admin-settings/admin-settings'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type AdminSettingsCalls = ReturnType<typeof createAdminSettingsCalls>

export function createAdminSettingsCalls(rest: Rest) {
  return {
    /** Settings under `general`, `mail` or `sms`; secrets are left out. Throws `ApiError` 404 for another key. */
    get: (key: string, options: CallOptions = {}) =>
      rest.request<AdminSettings>('GET', `/api/admin/settings/${encodeURIComponent(key)}`, options),

    /** Which secrets are stored under `mail`, `sms` or `oauth2`, as paths such as `password`. */
    secrets: (key: string, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', `/api/v2/admin/settings/${encodeURIComponent(key)}/secrets`, options),

    /** Where links in emails lead; null while nobody has set it. */
    linkBase: (options: CallOptions = {}) => rest.request<LinkBase>('GET', '/api/v2/admin/link-base', options),

    /**
     * Keeps settings under their key. A secret that is left out stays, for the target that it was stored for. Throws
     * `ApiError` 400.
     */
    save: (settings: AdminSettingsInput, options: CallOptions = {}) =>
      rest.request<AdminSettings>('POST', '/api/admin/settings', { ...options, body: settings }),

    /** Sends a mail to the caller by these settings, which are not kept. Throws `ApiError` when it cannot be sent. */
    testMail: (settings: AdminSettingsInput, options: CallOptions = {}) =>
      rest.request<void>('POST', '/api/admin/settings/testMail', { ...options, body: settings }),

    /** Sends a short message by this provider, which is not kept. Throws `ApiError` when it cannot be sent. */
    testSms: (request: TestSmsRequest, options: CallOptions = {}) =>
      rest.request<void>('POST', '/api/admin/settings/testSms', { ...options, body: request }),

    /** Rules for passwords and failed sign-ins. */
    security: (options: CallOptions = {}) =>
      rest.request<SecuritySettings>('GET', '/api/admin/securitySettings', options),

    /** Keeps the rules for passwords and failed sign-ins. Throws `ApiError` 400 for a rule out of bounds. */
    saveSecurity: (settings: SecuritySettingsInput, options: CallOptions = {}) =>
      rest.request<SecuritySettings>('POST', '/api/admin/securitySettings', { ...options, body: settings }),

    /** The installed version, and whether there is a newer one where the operator named whom to ask. */
    updates: (options: CallOptions = {}) => rest.request<UpdateMessage>('GET', '/api/admin/updates', options),
  }
}
