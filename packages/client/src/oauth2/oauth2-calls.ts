/** Signing in with accounts of other providers: its configuration; system administrators only. */

import type { OAuth2Info, OAuth2Template, OAuth2TemplateInput } from '@sonde/model/oauth2/oauth2'
import type { CallOptions, Rest } from '../rest/rest.ts'

const template = '/api/oauth2/config/template'

export type OAuth2Calls = ReturnType<typeof createOAuth2Calls>

export function createOAuth2Calls(rest: Rest) {
  return {
    /** Providers whose accounts may sign in. */
    config: (options: CallOptions = {}) => rest.request<OAuth2Info>('GET', '/api/oauth2/config', options),

    /** Which of its secrets are stored, as paths; they are never answered. */
    secrets: (options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', '/api/v2/admin/settings/oauth2/secrets', options),

    /** Keeps the providers whose accounts may sign in. Throws `ApiError` 400 that names what is wrong. */
    saveConfig: (config: OAuth2Info, options: CallOptions = {}) =>
      rest.request<OAuth2Info>('POST', '/api/oauth2/config', { ...options, body: config }),

    /** Where providers send people back to: a path. */
    loginProcessingUrl: (options: CallOptions = {}) =>
      rest.request<string>('GET', '/api/oauth2/loginProcessingUrl', options),

    /** Registrations that the form starts from. */
    templates: (options: CallOptions = {}) => rest.request<readonly OAuth2Template[]>('GET', template, options),

    /** Makes a template, or changes it when it has an id. */
    saveTemplate: (input: OAuth2TemplateInput, options: CallOptions = {}) =>
      rest.request<OAuth2Template>('POST', template, { ...options, body: input }),

    /** Deletes a template; registrations that began with it stay. */
    deleteTemplate: (templateId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${template}/${templateId}`, options),
  }
}
