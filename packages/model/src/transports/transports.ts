/**
 * Transports through which devices connect to the server.
 *
 * Settings, counters, sessions, connectivity, sample commands and the startup log derive from this list; the server
 * contains the implementations.
 */

import type { TransportType } from '../device-profiles/profile-types.ts'
import type { CredentialsType } from '../devices/device.ts'

export interface TransportDescription {
  /** Name in counters, logs and message metadata. */
  readonly kind: string
  /** URL scheme, and name in settings and connectivity. */
  readonly name: string
  /** Display name. */
  readonly label: string
  /** Default of its own port; null: it uses the web server's port. */
  readonly defaultPort: number | null
  /** Transport types of device profiles that this transport serves. */
  readonly profiles: readonly TransportType[]
  /** Credential types that a device can use. */
  readonly credentials: readonly CredentialsType[]
  /**
   * `lasting`: one session per device; a newer one replaces it, and the device is connected while it is open.
   * `polling`: a request that waits for one message; a device may have several.
   */
  readonly sessions: 'lasting' | 'polling'
  /** Path of telemetry; TOKEN is a placeholder for the access token. */
  readonly telemetryPath: string
  readonly client: SampleClient
}

export const systems = ['linux', 'macos', 'windows'] as const
export type System = (typeof systems)[number]

/** Command-line program that sends a first message. */
export interface SampleClient {
  readonly install: Readonly<Record<System, string>>
  /** Lines of the command that publishes `payload`; `word` quotes a text for the shell. */
  readonly publish: (sample: Sample) => readonly string[]
}

export interface TransportAddress {
  readonly host: string
  readonly port: number
  readonly isTls?: boolean
}

export interface SampleCredentials {
  readonly type: CredentialsType
  readonly token: string
  readonly clientId: string
  readonly userName: string
  readonly password: string
}

export interface Sample {
  readonly address: TransportAddress
  readonly credentials: SampleCredentials
  /** JSON text. */
  readonly payload: string
  readonly word: (text: string) => string
}

/** `host:port` in URL syntax. */
export const hostAndPort = ({ host, port }: TransportAddress): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/** URL without a path; the scheme is the transport's name. */
export const urlOf = (name: string, address: TransportAddress): string =>
  `${name}${address.isTls ? 's' : ''}://${hostAndPort(address)}`

const mqtt = {
  kind: 'MQTT',
  name: 'mqtt',
  label: 'MQTT',
  defaultPort: 1883,
  profiles: ['DEFAULT', 'MQTT'],
  credentials: ['ACCESS_TOKEN', 'MQTT_BASIC'],
  sessions: 'lasting',
  telemetryPath: '',
  client: {
    install: {
      linux: 'sudo apt-get install -y mosquitto-clients',
      macos: 'brew install mosquitto',
      windows: 'winget install EclipseFoundation.Mosquitto',
    },
    publish({ address: { host, port, isTls }, credentials, payload, word }) {
      const { type, token, clientId, userName, password } = credentials
      const option = (name: string, value: string) => (value ? [`${name} ${word(value)}`] : [])
      return [
        'mosquitto_pub -d -q 1',
        `-h ${host} -p ${port}${isTls ? ' --tls-use-os-certs' : ''}`,
        '-t v1/devices/me/telemetry',
        ...(type === 'ACCESS_TOKEN'
          ? [`-u ${word(token)}`]
          : [...option('-i', clientId), ...option('-u', userName), ...option('-P', password)]),
        `-m ${word(payload)}`,
      ]
    },
  },
} as const satisfies TransportDescription

const http = {
  kind: 'HTTP',
  name: 'http',
  label: 'HTTP',
  defaultPort: null,
  profiles: ['DEFAULT'],
  credentials: ['ACCESS_TOKEN'],
  sessions: 'polling',
  telemetryPath: '/api/v1/TOKEN/telemetry',
  client: {
    install: { linux: 'sudo apt-get install -y curl', macos: 'brew install curl', windows: 'winget install cURL.cURL' },
    publish: ({ address, credentials, payload, word }) => [
      `curl -X POST ${word(`${urlOf('http', address)}/api/v1/${encodeURIComponent(credentials.token)}/telemetry`)}`,
      `-H ${word('Content-Type: application/json')}`,
      `-d ${word(payload)}`,
    ],
  },
} as const satisfies TransportDescription

const list = [mqtt, http] as const

type Listed = (typeof list)[number]
export type TransportKind = Listed['kind']
export type TransportName = Listed['name']
/** Name of a transport with its own port. */
export type PortOwner = Exclude<Listed, { readonly defaultPort: null }>['name']

export interface NamedTransport extends TransportDescription {
  readonly kind: TransportKind
  readonly name: TransportName
}

/** In the order in which pages show them. */
export const transports: readonly NamedTransport[] = list

/** Transport types of device profiles whose devices can connect. */
export const servedProfiles: ReadonlySet<TransportType> = new Set(list.flatMap(({ profiles }) => profiles))

/** Credential types that devices can use. */
export const servedCredentials: ReadonlySet<CredentialsType> = new Set(list.flatMap(({ credentials }) => credentials))

/** Credential types that devices can use with a transport type of device profiles; none: they can't connect. */
export const credentialsOf = (profile: TransportType): ReadonlySet<CredentialsType> =>
  new Set(transports.filter(({ profiles }) => profiles.includes(profile)).flatMap(({ credentials }) => credentials))

/** Transports with their own port. */
export const portOwners = list.filter((each) => each.defaultPort !== null)

/** Name of the setting for the port. */
export const portSettingOf = (name: PortOwner) => `SONDE_${name.toUpperCase()}_PORT` as const

/** Settings that give every transport a free port, for servers that run in parallel. */
export const freePorts: Readonly<Record<string, string>> = Object.fromEntries(
  portOwners.map(({ name }) => [portSettingOf(name), '0']),
)

/** Creates a record with a value for each transport, by kind. */
export const byKind = <T>(read: (transport: NamedTransport) => T): Record<TransportKind, T> =>
  Object.fromEntries(transports.map((each) => [each.kind, read(each)])) as Record<TransportKind, T>

/** Creates a record with a value for each transport, by name. */
export const byName = <T>(read: (transport: NamedTransport) => T): Record<TransportName, T> =>
  Object.fromEntries(transports.map((each) => [each.name, read(each)])) as Record<TransportName, T>

export const transportsByKind = byKind((each) => each)
export const transportsByName = byName((each) => each)
