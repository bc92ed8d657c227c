/** Examples for the system: tenants, their profiles, settings, OAuth 2.0 sign-in, and public information. */

import { type Examples, page, plain } from '../examples.ts'
import type { Scene } from '../scene.ts'

const system = "the system administrator's"
const ownTenant = "a tenant administrator's, of the own tenant"
const signedIn = 'for whoever is signed in'

let count = 0
const newName = (word: string) => `${word} ${++count}`

const newTenant = async (scene: Scene) => scene.asRoot('POST', '/api/tenant', { title: newName('Tenant') })
const profile = () => ({ name: newName('Profile'), profileData: { configuration: { type: 'DEFAULT' } } })
const newProfile = async (scene: Scene) => scene.asRoot('POST', '/api/tenantProfile', profile())
const defaultProfile = async (scene: Scene) => (await scene.asRoot('GET', '/api/tenantProfileInfo/default')).id.id

const template = () => ({
  providerId: newName('Provider'),
  mapperConfig: { type: 'BASIC', basic: { emailAttributeKey: 'email', tenantNameStrategy: 'DOMAIN' } },
})

export const systemExamples: Examples = {
  'GET /health': plain('open to anyone'),
  'GET /metrics': plain('open to anyone'),
  'GET /api/v2/openapi.json': plain('open to anyone'),
  'GET /api/v2/device-connectivity': plain("a tenant user's, of what is the own"),

  'POST /api/tenant': [
    { ...plain(system, () => ({ body: { title: newName('Tenant') } })), named: 'new' },
    { ...plain(system, async ({ scene }) => ({ body: await newTenant(scene) })), named: 'changed' },
  ],
  'GET /api/tenant/:tenantId': plain('read of a tenant', ({ side }) => ({ path: [side.tenant.id] })),
  'GET /api/tenant/info/:tenantId': plain('read of a tenant', ({ side }) => ({ path: [side.tenant.id] })),
  'DELETE /api/tenant/:tenantId': plain(system, async ({ scene }) => ({ path: [(await newTenant(scene)).id.id] })),
  'GET /api/tenants': plain(system, () => ({ query: page })),
  'GET /api/tenantInfos': plain(system, () => ({ query: page })),

  'POST /api/tenantProfile': [
    { ...plain(system, () => ({ body: profile() })), named: 'new' },
    { ...plain(system, async ({ scene }) => ({ body: await newProfile(scene) })), named: 'changed' },
  ],
  'GET /api/tenantProfile/:tenantProfileId': plain(system, async ({ scene }) => ({
    path: [await defaultProfile(scene)],
  })),
  'DELETE /api/tenantProfile/:tenantProfileId': plain(system, async ({ scene }) => ({
    path: [(await newProfile(scene)).id.id],
  })),
  'POST /api/tenantProfile/:tenantProfileId/default': plain(system, async ({ scene }) => ({
    path: [await defaultProfile(scene)],
  })),
  'GET /api/v2/limits': plain('read of a tenant', ({ side }) => ({ query: { tenantId: side.tenant.id } })),
  'GET /api/v2/limits/:key': plain('read of a tenant', ({ side }) => ({
    path: ['maxDevices'],
    query: { tenantId: side.tenant.id },
  })),
  'GET /api/v2/tenantProfiles/:tenantProfileId/limits': plain(system, async ({ scene }) => ({
    path: [await defaultProfile(scene)],
  })),
  'PUT /api/v2/tenantProfiles/:tenantProfileId/limits': plain(system, async ({ scene }) => ({
    path: [(await newProfile(scene)).id.id],
    body: { values: { telemetryKeys: 20_000 } },
  })),
  'GET /api/tenantProfileInfo/default': plain(system),
  'GET /api/tenantProfileInfo/:tenantProfileId': plain(system, async ({ scene }) => ({
    path: [await defaultProfile(scene)],
  })),
  'GET /api/tenantProfiles': plain(system, () => ({ query: page })),
  'GET /api/tenantProfileInfos': plain(system, () => ({ query: page })),

  'GET /api/oauth2/config': plain(system),
  'POST /api/oauth2/config': plain(system, () => ({ body: { enabled: false, oauth2ParamsInfos: [] } })),
  'GET /api/oauth2/loginProcessingUrl': plain(system),
  'GET /api/oauth2/config/template': plain(system),
  'POST /api/oauth2/config/template': plain(system, () => ({ body: template() })),
  'DELETE /api/oauth2/config/template/:clientRegistrationTemplateId': plain(system, async ({ scene }) => ({
    path: [(await scene.asRoot('POST', '/api/oauth2/config/template', template())).id.id],
  })),

  'GET /api/admin/settings/:key': plain(system, () => ({ path: ['general'] })),
  'GET /api/v2/admin/settings/:key/secrets': plain(system, () => ({ path: ['mail'] })),
  'GET /api/v2/admin/link-base': plain(system),
  'POST /api/admin/settings': plain(system, () => ({
    body: { key: 'general', jsonValue: { baseUrl: 'http://localhost', prohibitDifferentUrl: false } },
  })),
  // No mail server listens on this address: an allowed caller gets the error of sending.
  'POST /api/admin/settings/testMail': plain(
    system,
    () => ({
      body: {
        key: 'mail',
        jsonValue: {
          mailFrom: 'a@example.org',
          smtpProtocol: 'smtp',
          smtpHost: '127.0.0.1',
          smtpPort: '1',
          timeout: '500',
        },
      },
    }),
    { answers: 500 },
  ),
  'POST /api/admin/settings/testSms': plain(
    system,
    () => ({
      body: {
        providerConfiguration: { type: 'TWILIO', accountSid: 'x', accountToken: 'y', numberFrom: '+15551234567' },
        numberTo: 'no number',
        message: 'm',
      },
    }),
    { answers: 500 },
  ),
  'GET /api/admin/securitySettings': plain(system),
  'POST /api/admin/securitySettings': plain(system, async ({ scene }) => ({
    body: await scene.asRoot<object>('GET', '/api/admin/securitySettings'),
  })),
  'GET /api/admin/updates': plain(system),

  'GET /api/dashboard/serverTime': plain(signedIn),
  'GET /api/dashboard/maxDatapointsLimit': plain(signedIn),
  'GET /api/edges/enabled': plain(signedIn),
  'GET /api/uiSettings/helpBaseUrl': plain(signedIn),
  'GET /api/system/info': plain(signedIn),
  'GET /api/v2/server': plain(system),
  'GET /api/component/:componentDescriptorClazz': plain("an administrator's", () => ({
    path: ['org.thingsboard.rule.engine.filter.TbJsFilterNode'],
  })),
  'GET /api/components/:componentType': plain("an administrator's", () => ({ path: ['FILTER'] })),
  'GET /api/v2/components/settings': plain("an administrator's"),
  'GET /api/components': plain("an administrator's", () => ({ query: { componentTypes: 'FILTER' } })),
  'GET /api/tenant/queues': plain(ownTenant, () => ({
    query: { serviceType: 'TB_RULE_ENGINE' },
  })),

  // The log contains the caller's rejected calls with the ids in them.
  'GET /api/audit/logs': plain(ownTenant, () => ({ query: page }), { repeats: true }),
  // Whatever customer is given, only entries of the caller's tenant are searched.
  'GET /api/audit/logs/customer/:customerId': plain(ownTenant, ({ scene }) => ({
    path: [scene.acme.customers.customer],
    query: page,
  })),
  'GET /api/audit/logs/user/:userId': plain(ownTenant, ({ scene }) => ({
    path: [scene.acme.admin.id],
    query: page,
  })),
  'GET /api/audit/logs/entity/:entityType/:entityId': plain(ownTenant, ({ scene }) => ({
    path: ['DEVICE', scene.acme.has.customer.device.id.id],
    query: page,
  })),
}
