/** All settings of the server in one table, used to read, validate and document them. */

import { isIP } from 'node:net'
import { isLimitKey, type LimitValues, limitOf, limitValuesFrom } from '@sonde/model/limits/limits'
import { type NamedTransport, type PortOwner, portOwners, portSettingOf } from '@sonde/model/transports/transports'
import { emailPattern } from '@sonde/model/users/email-address'
import { metricsModes } from '../metrics/metrics-access.ts'
import { choice, flag, integer, isHttpUrl, list, type SettingType, text, url } from './setting-types.ts'

export interface Setting<T> {
  readonly name: `SONDE_${string}`
  readonly description: string
  readonly type: SettingType<T>
  /** Default as written in the environment. Null if there is none. */
  readonly default: string | null
  /** Never shown in messages. */
  readonly isSecret?: true
}

const setting = <T>(each: Setting<T> & { readonly default: string }): Setting<T> & { readonly default: string } => each
const optional = <T>(each: Omit<Setting<T>, 'default'>): Setting<T> & { readonly default: null } => ({
  ...each,
  default: null,
})

const language = /^[a-z]{2}_[A-Z]{2}$/
/** Language codes of ThingsBoard, whose code for Japanese has an invalid region. */
const allLanguages =
  'cs_CZ,da_DK,de_DE,el_GR,en_US,es_ES,fa_IR,fr_FR,it_IT,ja_JA,ka_GE,ko_KR,lv_LV,pt_BR,ro_RO,ru_RU,sl_SI,tr_TR,uk_UA,zh_CN,zh_TW'
/** IP address, address range or host name, which may start with `*.`; each with an optional port. */
const egressTarget = /^(\[[0-9a-f:.]+\]|[0-9a-f:]+|(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(\/\d{1,3})?(:\d{1,5})?$/i

/** Origin without a path: stands in a security policy. */
const widgetHost = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i

/** `NAME:VALUE` pairs of limits. */
const limitList: SettingType<LimitValues> = {
  allowed: 'such as `telemetryKeys:20000,nodeVisits:2000`, separated by commas; see [Limits](docs/limits.md)',
  parse(given) {
    const pairs = given.split(',').map((each) => each.trim().split(':'))
    const isAllowed = pairs.every(([key = '', value = '', ...rest]) => {
      return rest.length === 0 && isLimitKey(key) && /^[1-9]\d{0,11}$/.test(value) && Number(value) <= limitOf(key).max
    })
    return isAllowed
      ? limitValuesFrom(Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)])))
      : undefined
  },
}
/** Templates stand in the page and their hosts in its security policy, so they have no spaces, quotes or commas. */
const isTileTemplate = (given: string): boolean =>
  /^https?:\/\/(\{s\}\.)?[^\s"'<>;{},/]+\/[^\s"'<>;,]*$/.test(given) &&
  isHttpUrl(given.replace(/\{\w+\}/g, '0')) &&
  ['{z}', '{x}', '{y}'].every((part) => given.includes(part))

const tileTemplates: SettingType<readonly string[]> = {
  allowed: 'URLs with `{z}`, `{x}` and `{y}`, separated by commas',
  parse(given) {
    const items = given.split(',').map((each) => each.trim())
    return items.every(isTileTemplate) ? items : undefined
  },
}

/** Same rules as for the base URL in the general settings. */
const isBaseUrl = (given: string): boolean =>
  given.length <= 255 && /^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(given) && isHttpUrl(given)

function isAddressRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/')
  const version = isIP(address)
  return version > 0 && rest.length === 0 && (bits === undefined || isWithin(bits, version === 4 ? 32 : 128))
}
const isWithin = (digits: string, max: number) => /^\d{1,3}$/.test(digits) && Number(digits) <= max

const addressRanges: SettingType<readonly string[]> = {
  allowed: 'addresses or ranges such as `127.0.0.1,10.0.0.0/8`, separated by commas',
  parse(given) {
    const items = given.split(',').map((each) => each.trim())
    return items.every(isAddressRange) ? items : undefined
  },
}
const ownerLimit = /^(tenant|customer|user|public):[1-9]\d{0,6}$/

/** Port settings of the transports with a separate port. */
const portSettings = Object.fromEntries(
  portOwners.map(({ name, label, defaultPort }) => [
    `${name}Port`,
    setting({
      name: portSettingOf(name),
      description: `Port for ${label}. 0 = any free port`,
      type: integer(0, 65_535),
      default: String(defaultPort),
    }),
  ]),
) as Record<`${PortOwner}Port`, Setting<number> & { readonly default: string }>

export const settings = {
  dataFolder: setting({
    name: 'SONDE_DATA',
    description: 'Data folder: database and secrets.',
    type: text('a folder path'),
    default: './data',
  }),
  host: setting({
    name: 'SONDE_HOST',
    description: 'Address to listen on. `0.0.0.0` = all interfaces. The demo listens on loopback only.',
    type: text('an address or a hostname', /^[\w.:[\]-]+$/),
    default: '127.0.0.1',
  }),
  httpPort: setting({
    name: 'SONDE_HTTP_PORT',
    description: 'Port for the web client, REST, WebSocket and the device API over HTTP. 0 = any free port',
    type: integer(0, 65_535),
    default: '8080',
  }),
  ...portSettings,
  demo: setting({
    name: 'SONDE_DEMO',
    description:
      'Creates a demo tenant with known passwords when the database is created. `npm start` sets it to `true`.',
    type: flag,
    default: 'false',
  }),
  demoStory: setting({
    name: 'SONDE_DEMO_STORY',
    description:
      'Adds the last week of the plant to the demo: areas, alarms, API usage, a firmware update and a second customer.',
    type: flag,
    default: 'true',
  }),
  adminEmail: optional({
    name: 'SONDE_ADMIN_EMAIL',
    description:
      'Email of the first system administrator, used when the database is created. Requires `SONDE_ADMIN_PASSWORD`. If empty: `admin@localhost` with a generated password',
    type: text('an email address in ASCII', emailPattern),
  }),
  adminPassword: optional({
    name: 'SONDE_ADMIN_PASSWORD',
    description: 'Password of the first system administrator, used when the database is created.',
    type: text('at least 6 characters', /^.{6,1000}$/s),
    isSecret: true,
  }),
  tlsCert: optional({
    name: 'SONDE_TLS_CERT',
    description: 'PEM file with the certificate chain. Enables TLS for HTTP and MQTT on the same ports.',
    type: text('a file path'),
  }),
  tlsKey: optional({
    name: 'SONDE_TLS_KEY',
    description: 'PEM file with the private key of the certificate.',
    type: text('a file path'),
  }),
  baseUrl: optional({
    name: 'SONDE_BASE_URL',
    description:
      'URL that users open. Links in emails start with it. The base URL in the general settings overrides it. Required when other computers can reach the server.',
    type: url('an `http` or `https` URL without a query', isBaseUrl),
  }),
  trustedProxies: optional({
    name: 'SONDE_TRUSTED_PROXIES',
    description:
      'Reverse proxies whose `X-Forwarded-For` header is trusted. From other addresses the header is ignored.',
    type: addressRanges,
  }),
  languages: setting({
    name: 'SONDE_LANGUAGES',
    description:
      'Locales users can choose for dates and numbers, and for texts in languages that have them. All others are in English.',
    type: list('languages such as `en_US`, separated by commas', language),
    default: allLanguages,
  }),
  defaultLanguage: setting({
    name: 'SONDE_DEFAULT_LANGUAGE',
    description: "Locale of users whose browser language isn't in `SONDE_LANGUAGES`.",
    type: text('one of `SONDE_LANGUAGES`', language),
    default: 'en_US',
  }),
  edges: setting({
    name: 'SONDE_EDGES',
    description: 'Enables edges.',
    type: flag,
    default: 'true',
  }),
  deviceMoves: setting({
    name: 'SONDE_DEVICE_MOVES',
    description:
      'Who can move a device to another tenant. `consent` = only tenants the other tenant accepts, `open` = any tenant, as in ThingsBoard',
    type: choice('consent', 'open'),
    default: 'consent',
  }),
  queueStatistics: setting({
    name: 'SONDE_QUEUE_STATISTICS',
    description: 'Stores rule engine statistics as telemetry of assets in each tenant.',
    type: flag,
    default: 'true',
  }),
  helpUrl: setting({
    name: 'SONDE_HELP_URL',
    description: 'Location of the help pages. Pages are loaded from `/help/LANGUAGE/PAGE.md` below it.',
    type: url('a path such as `/assets`, or a URL', (given) => /^\/(?!\/)\S*$/.test(given) || isHttpUrl(given)),
    default: '/assets',
  }),
  userTokenAccess: setting({
    name: 'SONDE_USER_TOKEN_ACCESS',
    description: 'Lets administrators sign in as their users.',
    type: flag,
    default: 'true',
  }),
  maxDatapoints: setting({
    name: 'SONDE_MAX_DATAPOINTS',
    description: 'Maximum data points per dashboard query.',
    type: integer(100, 1_000_000),
    default: '50000',
  }),
  tilesUrl: optional({
    name: 'SONDE_TILES_URL',
    description:
      'URL templates of tiles for maps, the default first. Maps load tiles from these hosts only. If empty: a built-in outline of the world',
    type: tileTemplates,
  }),
  widgetHosts: optional({
    name: 'SONDE_WIDGET_HOSTS',
    description:
      'Hosts that widget types written by users can load scripts, styles, fonts and images from. If empty: none',
    type: list('hosts such as `https://cdn.example.org`, separated by commas', widgetHost),
  }),
  egressAllow: optional({
    name: 'SONDE_EGRESS_ALLOW',
    description:
      'Private addresses, ranges or names the server can connect to, for example for rule chains and email. If empty: public addresses only',
    type: list('such as `10.0.0.0/8,broker.local:1883`, separated by commas', egressTarget),
  }),
  auditLevels: optional({
    name: 'SONDE_AUDIT_LEVELS',
    description:
      'Audit log level per entity type. `W` = changes (default), `RW` = also reads of credentials and attributes, `OFF` = nothing',
    type: list('such as `device:RW,asset:OFF`, separated by commas', /^[a-z_]+:(OFF|W|RW)$/),
  }),
  auditDays: setting({
    name: 'SONDE_AUDIT_DAYS',
    description: 'Days audit log entries are stored. 0 = forever',
    type: integer(0, 36_500),
    default: '0',
  }),
  trashDays: setting({
    name: 'SONDE_TRASH_DAYS',
    description: 'Days deleted entities can be restored from the trash. 0 = deleted permanently',
    type: integer(0, 3650),
    default: '30',
  }),
  tenantRestLimit: optional({
    name: 'SONDE_TENANT_REST_LIMIT',
    description: 'REST calls per tenant, as `COUNT:SECONDS`. If empty: unlimited',
    type: list('such as `100:1,2000:60`', /^[1-9]\d{0,8}:[1-9]\d{0,6}$/),
  }),
  customerRestLimit: optional({
    name: 'SONDE_CUSTOMER_REST_LIMIT',
    description: 'REST calls per customer, as `COUNT:SECONDS`. If empty: unlimited',
    type: list('such as `50:1,1000:60`', /^[1-9]\d{0,8}:[1-9]\d{0,6}$/),
  }),
  socketSessions: optional({
    name: 'SONDE_SOCKET_SESSIONS',
    description: 'Open WebSocket connections per tenant, customer, user and public customer. If empty: unlimited',
    type: list('such as `tenant:1000,customer:100,user:10,public:50`', ownerLimit),
  }),
  socketSubscriptions: optional({
    name: 'SONDE_SOCKET_SUBSCRIPTIONS',
    description:
      'Subscriptions to attributes and telemetry of single entities per tenant, customer, user and public customer. If empty: unlimited',
    type: list('such as `tenant:20000,user:500`', ownerLimit),
  }),
  socketUpdates: setting({
    name: 'SONDE_SOCKET_UPDATES',
    description:
      'Updates sent per WebSocket connection, as `COUNT:SECONDS`. Further updates are merged. A count of 0 = unlimited',
    type: list('such as `300:1,3000:60`', /^\d{1,9}:[1-9]\d{0,4}$/),
    default: '300:1,3000:60',
  }),
  socketQueue: setting({
    name: 'SONDE_SOCKET_QUEUE',
    description: 'Messages queued per WebSocket connection. The connection closes when the queue is full.',
    type: integer(1, 100_000),
    default: '500',
  }),
  socketRefresh: setting({
    name: 'SONDE_SOCKET_REFRESH',
    description: 'Seconds between refreshes of live entity queries and counts.',
    type: integer(1, 3_600),
    default: '60',
  }),
  limits: optional({
    name: 'SONDE_LIMITS',
    description: 'Limits that differ from their defaults. Values in a tenant profile override them.',
    type: limitList,
  }),
  updateUrl: optional({
    name: 'SONDE_UPDATE_URL',
    description: 'URL to check for new versions, which returns JSON: `{"version": "1.2.3"}`. If empty: no check',
    type: url('an `http` or `https` URL', isHttpUrl),
  }),
  packageBytes: setting({
    name: 'SONDE_PACKAGE_BYTES',
    description: 'Maximum size of an OTA package file, in bytes.',
    type: integer(1_024, 1_099_511_627_776),
    default: '268435456',
  }),
  journalHours: setting({
    name: 'SONDE_JOURNAL_HOURS',
    description: 'Hours processed messages stay in the journal.',
    type: integer(0, 8_760),
    default: '24',
  }),
  journalBytes: setting({
    name: 'SONDE_JOURNAL_BYTES',
    description: 'Maximum size of processed messages in the journal, in bytes. The oldest are deleted first.',
    type: integer(1_048_576, 1_099_511_627_776),
    default: '1073741824',
  }),
  visitorReads: setting({
    name: 'SONDE_VISITOR_READS',
    description:
      'What visitors can read of a public entity. `dashboards` = the keys that public dashboards show of it, `entity` = all of its telemetry, attributes, details and alarms, as in ThingsBoard',
    type: choice('dashboards', 'entity'),
    default: 'dashboards',
  }),
  metrics: setting({
    name: 'SONDE_METRICS',
    description:
      'Who can read `/metrics`. `token` = callers with the token, no one without one, `local` = programs on the server too (not behind a reverse proxy on the same server), `off` = no access',
    type: choice(...metricsModes),
    default: 'token',
  }),
  metricsToken: optional({
    name: 'SONDE_METRICS_TOKEN',
    description: 'Bearer token for `/metrics`.',
    type: text('16 to 1000 characters without spaces', /^\S{16,1000}$/),
    isSecret: true,
  }),
  metricsDetails: setting({
    name: 'SONDE_METRICS_DETAILS',
    description: 'Adds a metric per rule node, labeled by ID. `false` = summed by rule node type',
    type: flag,
    default: 'false',
  }),
  logLevel: setting({
    name: 'SONDE_LOG_LEVEL',
    description: 'Log level.',
    type: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
  }),
} as const

export type Settings = typeof settings
export type SettingKey = keyof Settings

/** Values of all settings, with the type of each setting. Null if a setting without a default isn't set. */
export type Config = {
  readonly [K in SettingKey]: Settings[K] extends Setting<infer T>
    ? Settings[K]['default'] extends null
      ? T | null
      : T
    : never
}

/** Key of the port setting of a transport: the transport's own or that of the web server. */
export const portKeyOf = ({ name, defaultPort }: NamedTransport) =>
  defaultPort === null ? 'httpPort' : (`${name as PortOwner}Port` as const)
