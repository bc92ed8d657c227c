/** Server settings; system administrators only. */

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
    /** Settings of `general`, `mail` or `sms`, without secrets. Throws `ApiError` 404 for another key. */
    get: (key: string, options: CallOptions = {}) =>
      rest.request<AdminSettings>('GET', `/api/admin/settings/${encodeURIComponent(key)}`, options),

    /** Paths of the secrets stored under `mail`, `sms` or `oauth2`, such as `password`. */
    secrets: (key: string, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', `/api/v2/admin/settings/${encodeURIComponent(key)}/secrets`, options),

    /** Base URL of links in emails; null if not configured. */
    linkBase: (options: CallOptions = {}) => rest.request<LinkBase>('GET', '/api/v2/admin/link-base', options),

    /**
     * Saves settings under their key. An omitted secret stays, if the target it was stored for is unchanged. Throws
     * `ApiError` 400.
     */
    save: (settings: AdminSettingsInput, options: CallOptions = {}) =>
      rest.request<AdminSettings>('POST', '/api/admin/settings', { ...options, body: settings }),

    /**
     * Sends a test email to the caller with these settings, without saving them. Throws `ApiError` if sending fails.
     */
    testMail: (settings: AdminSettingsInput, options: CallOptions = {}) =>
      rest.request<void>('POST', '/api/admin/settings/testMail', { ...options, body: settings }),

    /** Sends a test SMS with this provider, without saving it. Throws `ApiError` if sending fails. */
    testSms: (request: TestSmsRequest, options: CallOptions = {}) =>
      rest.request<void>('POST', '/api/admin/settings/testSms', { ...options, body: request }),

    /** Password policy and rules for failed sign-ins. */
    security: (options: CallOptions = {}) =>
      rest.request<SecuritySettings>('GET', '/api/admin/securitySettings', options),

    /** Saves the password policy and the rules for failed sign-ins. Throws `ApiError` 400 for a value out of bounds. */
    saveSecurity: (settings: SecuritySettingsInput, options: CallOptions = {}) =>
      rest.request<SecuritySettings>('POST', '/api/admin/securitySettings', { ...options, body: settings }),

    /** Installed version, and whether a newer one exists (if the operator configured an update server). */
    updates: (options: CallOptions = {}) => rest.request<UpdateMessage>('GET', '/api/admin/updates', options),
  }
}
