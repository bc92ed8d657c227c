/** Every setting of the platform: one table for reading, refusing and documenting. */

import { isIP } from 'node:net'
import { isLimitKey, type LimitValues, limitOf, limitValuesFrom } from '@sonde/model/limits/limits'
import { type NamedTransport, type PortOwner, portOwners, portSettingOf } from '@sonde/model/transports/transports'
import { metricsModes } from '../metrics/metrics-access.ts'
import { choice, flag, integer, isHttpUrl, list, type SettingType, text, url } from './setting-types.ts'

export interface Setting<T> {
  readonly name: `SONDE_${string}`
  readonly description: string
  readonly type: SettingType<T>
  /** As it would be written; null: nothing. */
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
/** Of the wire: its name of Japanese has no region that exists. */
const allLanguages =
  'cs_CZ,da_DK,de_DE,el_GR,en_US,es_ES,fa_IR,fr_FR,it_IT,ja_JA,ka_GE,ko_KR,lv_LV,pt_BR,ro_RO,ru_RU,sl_SI,tr_TR,uk_UA,zh_CN,zh_TW'
/** An address, a range, or a name, which may begin with `*.`; each with or without a port. */
const egressTarget = /^(\[[0-9a-f:.]+\]|[0-9a-f:]+|(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(\/\d{1,3})?(:\d{1,5})?$/i

/** `NAME:VALUE` pairs of limits. */
const limitList: SettingType<LimitValues> = {
  allowed: 'such as `telemetryKeys:20000,nodeVisits:2000`, separated by commas; [Limits](docs/limits.md) lists them',
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
/** As the general settings have it. */
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

/** Ports of the transports that have one of their own. */
const portSettings = Object.fromEntries(
  portOwners.map(({ name, label, defaultPort }) => [
    `${name}Port`,
    setting({
      name: portSettingOf(name),
      description: `Port of ${label}; 0 takes a free one.`,
      type: integer(0, 65_535),
      default: String(defaultPort),
    }),
  ]),
) as Record<`${PortOwner}Port`, Setting<number> & { readonly default: string }>

export const settings = {
  dataFolder: setting({
    name: 'SONDE_DATA',
    description: 'Folder of everything that must survive: store and secrets.',
    type: text('the path of a folder'),
    default: './data',
  }),
  host: setting({
    name: 'SONDE_HOST',
    description: 'Address to listen on; `0.0.0.0` for all. The demo only listens on this machine.',
    type: text('an address or a host name', /^[\w.:[\]-]+$/),
    default: '127.0.0.1',
  }),
  httpPort: setting({
    name: 'SONDE_HTTP_PORT',
    description: 'Port of the page, REST, the live socket and the device API over HTTP; 0 takes a free one.',
    type: integer(0, 65_535),
    default: '8080',
  }),
  ...portSettings,
  demo: setting({
    name: 'SONDE_DEMO',
    description: 'Makes a demo tenant with known passwords in a new store. `npm start` sets it to `true`.',
    type: flag,
    default: 'false',
  }),
  adminEmail: optional({
    name: 'SONDE_ADMIN_EMAIL',
    description:
      'First system administrator of a new store, with the password beside it; without them `admin@localhost` with a generated password.',
    type: text('an e-mail address', /^[^\s@]+@[^\s@]+$/),
  }),
  adminPassword: optional({
    name: 'SONDE_ADMIN_PASSWORD',
    description: 'Password of that administrator; only read when a store is new.',
    type: text('at least 6 characters', /^.{6,1000}$/s),
    isSecret: true,
  }),
  tlsCert: optional({
    name: 'SONDE_TLS_CERT',
    description: 'PEM file with the certificate chain: page, REST and MQTT speak TLS on their ports.',
    type: text('the path of a file'),
  }),
  tlsKey: optional({
    name: 'SONDE_TLS_KEY',
    description: 'PEM file with the key of that certificate.',
    type: text('the path of a file'),
  }),
  baseUrl: optional({
    name: 'SONDE_BASE_URL',
    description:
      'Address of the server for its users; links in emails start with it. The general settings override it. Required once others can reach the server.',
    type: url('an `http` or `https` URL without query', isBaseUrl),
  }),
  trustedProxies: optional({
    name: 'SONDE_TRUSTED_PROXIES',
    description:
      'Reverse proxies whose `X-Forwarded-For` names the client, such as `127.0.0.1`; from other addresses the header is ignored.',
    type: addressRanges,
  }),
  languages: setting({
    name: 'SONDE_LANGUAGES',
    description: 'Languages that the page offers; words are English where there is no translation.',
    type: list('languages such as `en_US`, separated by commas', language),
    default: allLanguages,
  }),
  defaultLanguage: setting({
    name: 'SONDE_DEFAULT_LANGUAGE',
    description: 'Language of those whose own is not offered.',
    type: text('one of `SONDE_LANGUAGES`', language),
    default: 'en_US',
  }),
  edges: setting({
    name: 'SONDE_EDGES',
    description: 'Whether edges are offered.',
    type: flag,
    default: 'true',
  }),
  deviceMoves: setting({
    name: 'SONDE_DEVICE_MOVES',
    description:
      'Whether a device moves to another tenant only with its consent; `open` lets any tenant move devices to any other, as ThingsBoard does.',
    type: choice('consent', 'open'),
    default: 'consent',
  }),
  queueStatistics: setting({
    name: 'SONDE_QUEUE_STATISTICS',
    description: 'Whether figures of rule engine queues are stored, as telemetry of assets of each tenant.',
    type: flag,
    default: 'true',
  }),
  helpUrl: setting({
    name: 'SONDE_HELP_URL',
    description: 'Where help pages are: below it, `/help/LANGUAGE/PAGE.md`.',
    type: url('a path such as `/assets`, or a URL', (given) => /^\/(?!\/)\S*$/.test(given) || isHttpUrl(given)),
    default: '/assets',
  }),
  userTokenAccess: setting({
    name: 'SONDE_USER_TOKEN_ACCESS',
    description: 'Whether administrators may sign in as their users.',
    type: flag,
    default: 'true',
  }),
  maxDatapoints: setting({
    name: 'SONDE_MAX_DATAPOINTS',
    description: 'Points that a dashboard may ask for at once.',
    type: integer(100, 1_000_000),
    default: '50000',
  }),
  tilesUrl: optional({
    name: 'SONDE_TILES_URL',
    description: 'Template of a map’s tiles; without it maps have no background.',
    type: url(
      'a URL with `{z}`, `{x}` and `{y}`',
      (given) =>
        isHttpUrl(given.replace(/\{\w\}/g, '0')) && ['{z}', '{x}', '{y}'].every((part) => given.includes(part)),
    ),
  }),
  egressAllow: optional({
    name: 'SONDE_EGRESS_ALLOW',
    description:
      'Private addresses, ranges or names that the platform may call: rule chains, mail; without it public ones only.',
    type: list('such as `10.0.0.0/8,broker.local:1883`, separated by commas', egressTarget),
  }),
  auditLevels: optional({
    name: 'SONDE_AUDIT_LEVELS',
    description:
      'What the audit log holds of a kind of thing: `W` changes (where nothing is said), `RW` reads of secrets and attributes too, `OFF` nothing.',
    type: list('such as `device:RW,asset:OFF`, separated by commas', /^[a-z_]+:(OFF|W|RW)$/),
  }),
  auditDays: setting({
    name: 'SONDE_AUDIT_DAYS',
    description: 'Days that entries stay in the audit log; 0 keeps them for ever.',
    type: integer(0, 36_500),
    default: '0',
  }),
  trashDays: setting({
    name: 'SONDE_TRASH_DAYS',
    description: 'Days that deleted things can be brought back from the trash; 0 deletes for good at once.',
    type: integer(0, 3650),
    default: '30',
  }),
  tenantRestLimit: optional({
    name: 'SONDE_TENANT_REST_LIMIT',
    description: 'Calls of all users of a tenant, as `COUNT:SECONDS`; without it any number.',
    type: list('such as `100:1,2000:60`', /^[1-9]\d{0,8}:[1-9]\d{0,6}$/),
  }),
  customerRestLimit: optional({
    name: 'SONDE_CUSTOMER_REST_LIMIT',
    description: 'Likewise of all users of a customer.',
    type: list('such as `50:1,1000:60`', /^[1-9]\d{0,8}:[1-9]\d{0,6}$/),
  }),
  socketSessions: optional({
    name: 'SONDE_SOCKET_SESSIONS',
    description: 'Open live sockets of a tenant, a customer, a user, a public visitor; without it any number.',
    type: list('such as `tenant:1000,customer:100,user:10,public:50`', ownerLimit),
  }),
  socketSubscriptions: optional({
    name: 'SONDE_SOCKET_SUBSCRIPTIONS',
    description: 'Likewise subscriptions to attributes and series of one entity, over all their sockets.',
    type: list('such as `tenant:20000,user:500`', ownerLimit),
  }),
  socketUpdates: setting({
    name: 'SONDE_SOCKET_UPDATES',
    description: 'Updates that one live socket gets, as `COUNT:SECONDS`; above it they are merged. 0 is any number.',
    type: list('such as `300:1,3000:60`', /^\d{1,9}:[1-9]\d{0,4}$/),
    default: '300:1,3000:60',
  }),
  socketQueue: setting({
    name: 'SONDE_SOCKET_QUEUE',
    description: 'Answers that wait for a live socket which is not read; one more closes it.',
    type: integer(1, 100_000),
    default: '500',
  }),
  socketRefresh: setting({
    name: 'SONDE_SOCKET_REFRESH',
    description: 'Seconds after which live queries that may find other entities, and counts, run again.',
    type: integer(1, 3_600),
    default: '60',
  }),
  limits: optional({
    name: 'SONDE_LIMITS',
    description: 'Limits that differ from their defaults, for tenants whose profile names no value of its own.',
    type: limitList,
  }),
  updateUrl: optional({
    name: 'SONDE_UPDATE_URL',
    description: 'Where to ask for newer versions: JSON `{"version": "1.2.3"}`; without it nobody is asked.',
    type: url('an `http` or `https` URL', isHttpUrl),
  }),
  packageBytes: setting({
    name: 'SONDE_PACKAGE_BYTES',
    description: 'Bytes of one firmware or software file that may be uploaded.',
    type: integer(1_024, 1_099_511_627_776),
    default: '268435456',
  }),
  journalHours: setting({
    name: 'SONDE_JOURNAL_HOURS',
    description: 'Hours that done messages stay in the journal.',
    type: integer(0, 8_760),
    default: '24',
  }),
  journalBytes: setting({
    name: 'SONDE_JOURNAL_BYTES',
    description: 'Bytes that done messages may take in the journal; the oldest go first.',
    type: integer(1_048_576, 1_099_511_627_776),
    default: '1073741824',
  }),
  metrics: setting({
    name: 'SONDE_METRICS',
    description:
      'Who may read `/metrics`: `local` callers on the server itself and those with the token, `token` only the latter, `off` nobody.',
    type: choice(...metricsModes),
    default: 'local',
  }),
  metricsToken: optional({
    name: 'SONDE_METRICS_TOKEN',
    description: 'Bearer token that reads `/metrics` from anywhere.',
    type: text('16 to 1000 characters without spaces', /^\S{16,1000}$/),
    isSecret: true,
  }),
  metricsDetails: setting({
    name: 'SONDE_METRICS_DETAILS',
    description: 'Whether `/metrics` names rule nodes by ID; otherwise their values are summed by type.',
    type: flag,
    default: 'false',
  }),
  logLevel: setting({
    name: 'SONDE_LOG_LEVEL',
    description: 'How much is logged.',
    type: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
  }),
} as const

export type Settings = typeof settings
export type SettingKey = keyof Settings

/** The values: text, numbers and flags as their types say, null where nothing was set. */
export type Config = {
  readonly [K in SettingKey]: Settings[K] extends Setting<infer T>
    ? Settings[K]['default'] extends null
      ? T | null
      : T
    : never
}

/** Key of the setting with a transport's port: its own, or the web server's. */
export const portKeyOf = ({ name, defaultPort }: NamedTransport) =>
  defaultPort === null ? 'httpPort' : (`${name as PortOwner}Port` as const)
