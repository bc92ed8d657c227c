/**
 * Hostile texts outside of lists: server settings, accounts of the viewers, and the transport-specific parts of device
 * profiles and devices.
 */

import {
  type Call,
  type Field,
  type Fields,
  idOf,
  type Made,
  type Role,
  type World,
  writeWorst,
} from './hostile-texts.ts'

interface HostileSettings {
  readonly role: Role
  /** Path of the page that shows the texts; `{id}` is replaced with the id of the created entity. */
  readonly path: string
  readonly read: (call: Call, world: World) => Promise<Fields>
  readonly save: (call: Call, fields: Fields) => Promise<Fields>
  readonly fields: readonly Field[]
}

/** Writes the worst accepted text to each field; returns the path of the page that shows it. */
export async function writeSettings(settings: HostileSettings, world: World, call: Call): Promise<string> {
  const { path, read, save, fields } = settings
  const stored = await writeWorst(path, await read(call, world), fields, (body) => save(call, body))
  return path.replace('{id}', (stored as Partial<Made>).id?.id ?? '')
}

const within = (length: number) => (text: string) => text.slice(0, length)
/** No blanks and no characters that end a host or path. */
const wordOf = (length: number) => (text: string) => text.replaceAll(/[\s?#/:\\]+/g, '-').slice(0, length)
const addressOf = (text: string) => `https://${wordOf(240)(text)}`

const ofKey = (key: string, path: string, base: Fields, fields: readonly Field[]): HostileSettings => ({
  role: 'administrator',
  path,
  read: async () => base,
  save: async (call, jsonValue) => {
    await call('administrator', 'POST', '/api/admin/settings', { key, jsonValue })
    return jsonValue
  },
  fields,
})

/** Adds the secrets, which are never returned; a changed client id requires one. */
function withSecrets(info: Fields): Fields {
  const copy = structuredClone(info) as { oauth2ParamsInfos: { clientRegistrations: { clientSecret?: string }[] }[] }
  for (const { clientRegistrations } of copy.oauth2ParamsInfos) {
    for (const registration of clientRegistrations) registration.clientSecret ??= 'a secret'
  }
  return copy as unknown as Fields
}

const account = (role: Role): HostileSettings => ({
  role,
  path: '/profile',
  read: (call) => call(role, 'GET', '/api/auth/user'),
  save: (call, user) => call(role, 'POST', '/api/user', user),
  fields: ['firstName', 'lastName', 'additionalInfo.description'],
})

const profileOf = (
  transportType: string,
  tab: string,
  transport: Fields,
  fields: readonly Field[],
): HostileSettings => ({
  role: 'tenant',
  path: `/deviceProfiles/{id}?tab=${tab}`,
  read: async () => ({
    name: `Hostile ${transportType} ${tab}`,
    type: 'DEFAULT',
    transportType,
    provisionType: 'ALLOW_CREATE_NEW_DEVICES',
    provisionDeviceKey: `hostile-${transportType}-${tab}`,
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: transportType, ...transport },
      provisionConfiguration: { type: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceSecret: 'secret' },
      alarms: [],
    },
  }),
  save: saveProfile,
  fields,
})

const saveProfile = (call: Call, body: Fields) => call<Made>('tenant', 'POST', '/api/deviceProfile', body)

const snmpAgent = { host: 'localhost', port: 161, protocolVersion: 'V3' }
const agentFields = ['host', 'username', 'securityName', 'contextName', 'engineId', 'privacyPassphrase']

/** Device whose profile has the SNMP transport. */
const snmpDevice: HostileSettings = {
  role: 'tenant',
  path: '/devices/{id}',
  async read(call) {
    const profile = await saveProfile(call, {
      name: 'Hostile agents',
      type: 'DEFAULT',
      transportType: 'SNMP',
      profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'SNMP' } },
    })
    const transportConfiguration = { type: 'SNMP', ...snmpAgent }
    return {
      name: 'Hostile agent',
      deviceProfileId: profile.id,
      deviceData: { configuration: { type: 'DEFAULT' }, transportConfiguration },
    }
  },
  save: (call, body) => call<Made>('tenant', 'POST', '/api/device', body),
  fields: agentFields.map((name) => `deviceData.transportConfiguration.${name}`),
}

/** Home dashboard of the tenant's users. */
const home: HostileSettings = {
  role: 'tenant',
  path: '/settings/home',
  read: async (_, world) => ({ dashboardId: idOf(world, '/dashboards'), hideDashboardToolbar: false }),
  async save(call, info) {
    await call('tenant', 'POST', '/api/tenant/dashboard/home/info', info)
    return info
  },
  fields: [],
}

const ofTransport = (field: string) => `profileData.transportConfiguration.${field}`

/** `host`: host of the server. */
export const hostileSettings = (host: string): readonly HostileSettings[] => [
  ofKey('general', '/settings/general', { baseUrl: 'http://localhost', prohibitDifferentUrl: false }, [
    { at: 'baseUrl', shape: addressOf },
  ]),
  ofKey(
    'mail',
    '/settings/outgoing-mail',
    {
      mailFrom: 'a@sonde.example',
      smtpProtocol: 'smtp',
      smtpHost: 'localhost',
      smtpPort: '25',
      timeout: '10000',
      enableTls: false,
      tlsVersion: 'TLSv1.2',
      enableProxy: true,
      proxyHost: 'localhost',
      proxyPort: '3128',
      username: 'u',
    },
    [
      { at: 'mailFrom', shape: (text) => `${text.slice(0, 240)} <a@b>` },
      { at: 'smtpHost', shape: wordOf(255) },
      'username',
      'proxyHost',
      'proxyUser',
    ],
  ),
  ofKey(
    'sms',
    '/settings/sms-provider',
    { type: 'TWILIO', accountSid: 'a', accountToken: 'b', numberFrom: '+4930123456' },
    ['accountSid', 'accountToken'],
  ),
  {
    role: 'administrator',
    path: '/settings/security-settings',
    read: (call) => call('administrator', 'GET', '/api/admin/securitySettings'),
    save: (call, settings) => call('administrator', 'POST', '/api/admin/securitySettings', settings),
    fields: [{ at: 'userLockoutNotificationEmail', shape: (text) => `${'W'.repeat(text.length % 180)}@sonde.example` }],
  },
  {
    role: 'administrator',
    path: '/settings/oauth2',
    read: async () => {
      const domainInfos = [host, 'x.example'].map((name) => ({ scheme: 'HTTP', name }))
      return { enabled: true, oauth2ParamsInfos: [{ domainInfos, clientRegistrations: [provider] }] }
    },
    save: (call, info) => call('administrator', 'POST', '/api/oauth2/config', withSecrets(info)),
    fields: [
      { at: 'oauth2ParamsInfos.0.domainInfos.1', shape: (text) => ({ scheme: 'HTTP', name: wordOf(200)(text) }) },
      ...['clientId', 'userNameAttributeName', 'loginButtonLabel', 'scope.0', 'loginButtonIcon'].map(
        (name): Field => ({ at: `oauth2ParamsInfos.0.clientRegistrations.0.${name}`, shape: within(255) }),
      ),
      ...['tenantNamePattern', 'customerNamePattern', 'defaultDashboardName'].map(
        (name): Field => ({
          at: `oauth2ParamsInfos.0.clientRegistrations.0.mapperConfig.basic.${name}`,
          shape: within(255),
        }),
      ),
    ],
  },
  account('tenant'),
  account('administrator'),
  profileOf('MQTT', 'transport', {}, [
    { at: ofTransport('deviceTelemetryTopic'), shape: (text) => text.replaceAll(/[+#]/g, '-') },
    { at: ofTransport('deviceAttributesTopic'), shape: (text) => text.replaceAll(/[+#]/g, '_') },
  ]),
  profileOf('MQTT', 'provisioning', {}, [
    'provisionDeviceKey',
    'profileData.provisionConfiguration.provisionDeviceSecret',
  ]),
  profileOf(
    'SNMP',
    'transport',
    {
      communicationConfigs: [
        {
          spec: 'TELEMETRY_QUERYING',
          queryingFrequencyMs: 5000,
          mappings: [{ oid: '.1.3.6', key: 'k', dataType: 'STRING' }],
        },
      ],
    },
    [ofTransport('communicationConfigs.0.mappings.0.key')],
  ),
  profileOf(
    'LWM2M',
    'transport',
    { observeAttr: { attribute: [battery], telemetry: [], observe: [] }, bootstrap: [] },
    [
      { at: ofTransport('observeAttr.keyName'), shape: (text) => ({ [battery]: text }) },
      { at: ofTransport('bootstrap'), shape: (text) => [{ ...lwm2mServer, host: text }] },
    ],
  ),
  snmpDevice,
  home,
]

const lwm2mServer = { shortServerId: 123, bootstrapServerIs: false, port: 5685, securityMode: 'NO_SEC' }

/** Resource of the LwM2M device object. */
const battery = '/3_1.0/0/9'

const provider = {
  mapperConfig: {
    allowUserCreation: true,
    activateUser: false,
    type: 'BASIC',
    basic: { emailAttributeKey: 'email', tenantNameStrategy: 'CUSTOM', tenantNamePattern: 'x' },
    custom: null,
  },
  clientId: 'c',
  clientSecret: 's',
  authorizationUri: 'https://idp.example/authorize',
  accessTokenUri: 'https://idp.example/token',
  scope: ['openid'],
  userNameAttributeName: 'email',
  clientAuthenticationMethod: 'POST',
  loginButtonLabel: 'Hostile',
  platforms: [],
  additionalInfo: {},
}
