/** Settings of the platform over REST. */

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
import { mailRefused, wireErrorSchema } from '../http/wire-error-schema.ts'
import type { MailService } from '../mail/mail-service.ts'
import type { UpdateCheck } from '../system/update-check.ts'
import type { AdminSettingsService } from './admin-settings-service.ts'
import type { SendSms } from './sms-sender.ts'

export interface AdminSettingsRouteParts {
  readonly settings: AdminSettingsService
  readonly mail: Pick<MailService, 'sendTest'>
  readonly sendSms: SendSms
  readonly updates: UpdateCheck
}

const authorities = ['SYS_ADMIN'] as const
const tag = 'settings'

export function registerAdminSettingsRoutes(routes: Routes, parts: AdminSettingsRouteParts): void {
  const { settings, mail, sendSms, updates } = parts
  routes.add({
    method: 'GET',
    path: '/api/admin/settings/:key',
    authorities,
    summary: 'Settings under a key: general, mail, sms',
    tag,
    schema: { params: Type.Object({ key: Type.String() }), response: adminSettings },
    handle: ({ scope, params: { key } }) => settings.get(scope, key),
  })
  routes.add({
    method: 'POST',
    path: '/api/admin/settings',
    authorities,
    summary: 'Keeps settings under their key; a secret that is left out stays',
    tag,
    example: { key: 'general', jsonValue: { baseUrl: 'https://iot.example.org', prohibitDifferentUrl: false } },
    schema: { body: adminSettingsInput, response: adminSettings },
    handle: ({ scope, body }) => settings.save(scope, body.key, body.jsonValue),
  })
  routes.add({
    method: 'POST',
    path: '/api/admin/settings/testMail',
    authorities,
    summary: 'Sends a mail to the caller by these settings, which are not kept',
    tag,
    answers: { 500: mailRefused },
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
    summary: 'Sends a short message by this provider, which is not kept',
    tag,
    answers: { 500: { description: 'The provider did not take it; the message says why', schema: wireErrorSchema } },
    waits: true,
    schema: { body: testSmsRequest, response: Type.Void() },
    handle: async ({ scope, body }) =>
      sendSms(await settings.completeSms(scope, body.providerConfiguration), body.numberTo, body.message),
  })
  routes.add({
    method: 'GET',
    path: '/api/admin/securitySettings',
    authorities,
    summary: 'Rules for passwords and failed sign-ins',
    tag,
    schema: { response: securitySettings },
    handle: ({ scope }) => settings.getSecurity(scope),
  })
  routes.add({
    method: 'POST',
    path: '/api/admin/securitySettings',
    authorities,
    summary: 'Keeps the rules for passwords and failed sign-ins',
    tag,
    schema: { body: securitySettingsInput, response: securitySettings },
    handle: ({ scope, body }) => settings.saveSecurity(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/admin/settings/:key/secrets',
    authorities,
    summary: 'Which secrets of the settings under a key are stored: mail, sms, oauth2',
    tag,
    schema: { params: Type.Object({ key: Type.String() }), response: storedSecrets },
    handle: ({ scope, params: { key } }) => settings.getSecretPaths(scope, key),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/admin/link-base',
    authorities,
    summary: 'Where links in emails lead; null while nobody has set it',
    tag,
    schema: { response: linkBase },
    handle: ({ scope }) => settings.getLinkBase(scope),
  })
  routes.add({
    method: 'GET',
    path: '/api/admin/updates',
    authorities,
    summary: 'The installed version, and whether there is a newer one where the operator named whom to ask',
    tag,
    waits: true,
    schema: { response: updateMessage },
    handle: () => updates(),
  })
}
