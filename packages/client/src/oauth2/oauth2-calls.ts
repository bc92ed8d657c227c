/** OAuth 2.0 sign-in configuration; system administrators only. */

import type { OAuth2Info, OAuth2Template, OAuth2TemplateInput } from '@sonde/model/oauth2/oauth2'
import type { CallOptions, Rest } from '../rest/rest.ts'

const template = '/api/oauth2/config/template'

export type OAuth2Calls = ReturnType<typeof createOAuth2Calls>

export function createOAuth2Calls(rest: Rest) {
  return {
    /** Configured OAuth 2.0 providers. */
    config: (options: CallOptions = {}) => rest.request<OAuth2Info>('GET', '/api/oauth2/config', options),

    /** Paths of the stored secrets, which are never returned. */
    secrets: (options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', '/api/v2/admin/settings/oauth2/secrets', options),

    /** Saves the OAuth 2.0 providers. Throws `ApiError` 400 that describes the problem. */
    saveConfig: (config: OAuth2Info, options: CallOptions = {}) =>
      rest.request<OAuth2Info>('POST', '/api/oauth2/config', { ...options, body: config }),

    /** Path that providers redirect users back to. */
    loginProcessingUrl: (options: CallOptions = {}) =>
      rest.request<string>('GET', '/api/oauth2/loginProcessingUrl', options),

    /** Templates for new registrations. */
    templates: (options: CallOptions = {}) => rest.request<readonly OAuth2Template[]>('GET', template, options),

    /** Creates a template, or updates it if it has an id. */
    saveTemplate: (input: OAuth2TemplateInput, options: CallOptions = {}) =>
      rest.request<OAuth2Template>('POST', template, { ...options, body: input }),

    /** Deletes a template; registrations created from it stay. */
    deleteTemplate: (templateId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${template}/${templateId}`, options),
  }
}
