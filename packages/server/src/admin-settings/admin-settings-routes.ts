/** REST API of the system settings. */

import {
  adminSettings,
  adminSettingsInput,
  linkBase,
  securitySettings,
  securitySettingsInput,
  storedSecrets,
  testSmsRequest,
  updateMessage,
} from '@sonde/model/admin-settings/admin-settings'
import { badRequest } from '@sonde/model/errors'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { mailRejected, wireErrorSchema } from '../http/wire-error-schema.ts'
import type { MailService } from '../mail/mail-service.ts'
import type { UpdateCheck } from '../system/update-check.ts'
import type { AdminSettingsService } from './admin-settings-service.ts'
import type { SendSms } from './sms-sender.ts'

export interface AdminSettingsRouteDeps {
  readonly settings: AdminSettingsService
  readonly mail: Pick<MailService, 'sendTest'>
  readonly sendSms: SendSms
  readonly updates: UpdateCheck
}

const authorities = ['SYS_ADMIN'] as const
const tag = 'settings'

export function registerAdminSettingsRoutes(routes: Routes, deps: AdminSettingsRouteDeps): void {
  const { settings, mail, sendSms, updates } = deps
  routes.add({
    method: 'GET',
    path: '/api/admin/settings/:key',
    authorities,
    summary: 'Get settings by key: general, mail, sms',
    tag,
    schema: { params: Type.Object({ key: Type.String() }), response: adminSettings },
    handle: ({ scope, params: { key } }) => settings.get(scope, key),
  })
  routes.add({
    method: 'POST',
    path: '/api/admin/settings',
    authorities,
    summary: 'Save settings by key; omitted secrets keep their value',
    tag,
    audit: 'none: the system is in no audit log',
    example: { key: 'general', jsonValue: { baseUrl: 'https://iot.example.org', prohibitDifferentUrl: false } },
    schema: { body: adminSettingsInput, response: adminSettings },
    handle: ({ scope, body }) => settings.save(scope, body.key, body.jsonValue),
  })
  routes.add({
    method: 'POST',
    path: '/api/admin/settings/testMail',
    authorities,
    summary: 'Send a test email with these settings, without saving them',
    tag,
    audit: 'none: only an email is sent',
    answers: { 500: mailRejected },
    waits: true,
    schema: { body: adminSettingsInput, response: Type.Void() },
    async handle({ scope, body }) {
      if (body.key !== 'mail') throw badRequest('key must be mail.')
      await mail.sendTest(scope, await settings.completeMail(scope, body.jsonValue))
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/admin/settings/testSms',
    authorities,
    summary: 'Send a test SMS with these settings, without saving them',
    tag,
    audit: 'none: only an SMS is sent',
    answers: { 500: { description: 'The provider rejected it; the message says why', schema: wireErrorSchema } },
    waits: true,
    schema: { body: testSmsRequest, response: Type.Void() },
    handle: async ({ scope, body }) =>
      sendSms(await settings.completeSms(scope, body.providerConfiguration), body.numberTo, body.message),
  })
  routes.add({
    method: 'GET',
    path: '/api/admin/securitySettings',
    authorities,
    summary: 'Get the security settings',
    tag,
    schema: { response: securitySettings },
    handle: ({ scope }) => settings.getSecurity(scope),
  })
  routes.add({
    method: 'POST',
    path: '/api/admin/securitySettings',
    authorities,
    summary: 'Save the security settings',
    tag,
    audit: 'none: the system is in no audit log',
    schema: { body: securitySettingsInput, response: securitySettings },
    handle: ({ scope, body }) => settings.saveSecurity(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/admin/settings/:key/secrets',
    authorities,
    summary: 'List which secrets of a settings key are stored: mail, sms, oauth2',
    tag,
    schema: { params: Type.Object({ key: Type.String() }), response: storedSecrets },
    handle: ({ scope, params: { key } }) => settings.getSecretPaths(scope, key),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/admin/link-base',
    authorities,
    summary: 'Get the base URL of links in emails; null if not set',
    tag,
    schema: { response: linkBase },
    handle: ({ scope }) => settings.getLinkBase(scope),
  })
  routes.add({
    method: 'GET',
    path: '/api/admin/updates',
    authorities,
    summary: 'Get the installed version and, if update checks are configured, the newest one',
    tag,
    waits: true,
    schema: { response: updateMessage },
    handle: () => updates(),
  })
}
