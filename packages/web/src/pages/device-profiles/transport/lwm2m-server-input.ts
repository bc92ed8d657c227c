/** Servers that LwM2M devices get during bootstrap. */

import { certificateLengthMax, keyLine, publicKeyLengthMax } from '@sonde/model/lwm2m/lwm2m-keys'
import type { Lwm2mServer } from '@sonde/model/lwm2m/lwm2m-server'
import { wholeNumber } from '../../../device-profiles/whole-number.ts'
import { listOf, numberText, oneOf, type Settings, settingsOf, textOf } from '../../../device-profiles/wire-parts.ts'
import type { Translate } from '../../../locale/texts.ts'
import { newKey, type PlaceErrors, storedKey } from '../../../ui/field/field-places.tsx'
import { tooLong } from '../../../ui/field/text-errors.ts'

export const securityModes = ['NO_SEC', 'PSK', 'RPK', 'X509'] as const
export type SecurityMode = (typeof securityModes)[number]

/** Fields with seconds, as text. */
export const serverSeconds = [
  'lifetime',
  'defaultMinPeriod',
  'clientHoldOffTime',
  'bootstrapServerAccountTimeout',
] as const
export type ServerSeconds = (typeof serverSeconds)[number]

export const bindings = ['U', 'UQ', 'T', 'TQ', 'S', 'SQ', 'N', 'NQ', 'UT', 'UQT', 'US', 'UQS'] as const

export type ServerDraft = {
  readonly key: string
  readonly isBootstrap: boolean
  readonly shortServerId: string
  readonly host: string
  readonly securityMode: SecurityMode
  readonly serverPublicKey: string
  readonly serverCertificate: string
  readonly notifIfDisabled: boolean
  readonly binding: string
  /** As stored; properties that are not edited here are preserved. */
  readonly rest: Settings
} & { readonly [K in ServerSeconds]: string }

export const shortIdMax = 65_534

/** Port of the server's LwM2M endpoint, which depends on the security mode. The server accepts no other port. */
export function portOf({ isBootstrap, securityMode }: Pick<ServerDraft, 'isBootstrap' | 'securityMode'>): number {
  return (isBootstrap ? 5687 : 5685) + (securityMode === 'NO_SEC' ? 0 : 1)
}

function draftOfServer(wire: Settings, key: string): ServerDraft {
  return {
    key,
    isBootstrap: wire.bootstrapServerIs === true,
    shortServerId: numberText(wire.shortServerId, 123),
    host: textOf(wire.host),
    securityMode: oneOf(wire.securityMode, securityModes, 'NO_SEC'),
    serverPublicKey: textOf(wire.serverPublicKey),
    serverCertificate: textOf(wire.serverCertificate),
    notifIfDisabled: wire.notifIfDisabled !== false,
    binding: textOf(wire.binding, 'U'),
    lifetime: numberText(wire.lifetime, 300),
    defaultMinPeriod: numberText(wire.defaultMinPeriod, 1),
    clientHoldOffTime: numberText(wire.clientHoldOffTime, 1),
    bootstrapServerAccountTimeout: numberText(wire.bootstrapServerAccountTimeout, 0),
    rest: wire,
  }
}

export const draftOfServers = (wire: unknown): readonly ServerDraft[] =>
  listOf(wire).map((server, index) => draftOfServer(settingsOf(server), storedKey(index)))

/** Sonde's own server as a list item, with an unused short ID. */
export function newServer(server: Lwm2mServer, others: readonly ServerDraft[]): ServerDraft {
  const taken = new Set(others.map(({ shortServerId }) => Number(shortServerId)))
  let shortServerId = server.shortServerId
  while (taken.has(shortServerId)) shortServerId++
  // The response has addresses with and without security; a new server starts without security.
  const { securityHost: _host, securityPort: _port, ...wire } = server
  return { ...draftOfServer({ ...wire, shortServerId, securityMode: 'NO_SEC' }, newKey()), rest: {} }
}

export const wireOfServers = (servers: readonly ServerDraft[]): readonly Settings[] =>
  servers.map((server) => ({
    ...server.rest,
    bootstrapServerIs: server.isBootstrap,
    shortServerId: Number(server.shortServerId),
    host: server.host.trim(),
    port: portOf(server),
    securityMode: server.securityMode,
    serverPublicKey: server.serverPublicKey.trim(),
    serverCertificate: server.serverCertificate.trim(),
    notifIfDisabled: server.notifIfDisabled,
    binding: server.binding,
    ...Object.fromEntries(serverSeconds.map((name) => [name, Number(server[name])])),
  }))

/** `invalid`: error message for a text that is not Base64. */
function keyError(text: string, lengthMax: number, invalid: string, t: Translate): string | undefined {
  const line = keyLine(text)
  return tooLong(line, t, lengthMax) ?? (/^[A-Za-z0-9+/]+={0,2}$/.test(line) ? undefined : invalid)
}

export function serverErrors(servers: readonly ServerDraft[], t: Translate): PlaceErrors {
  const fieldErrors: Record<string, string | undefined> = {}
  const ids = new Set<number>()
  const addresses = new Set<string>()
  for (const server of servers) {
    const { key, shortServerId, host, securityMode } = server
    const id = wholeNumber(shortServerId, 1, shortIdMax)
    if (id === undefined) fieldErrors[`${key}.shortServerId`] = t('deviceProfiles.shortIdInvalid')
    else if (ids.has(id)) fieldErrors[`${key}.shortServerId`] = t('deviceProfiles.shortIdTaken')
    if (id !== undefined) ids.add(id)
    const address = `${host.trim()}:${portOf(server)}`
    if (host.trim() === '') fieldErrors[`${key}.host`] = t('deviceProfiles.hostRequired')
    else if (addresses.has(address)) fieldErrors[`${key}.host`] = t('deviceProfiles.addressTaken')
    else fieldErrors[`${key}.host`] = tooLong(host, t)
    addresses.add(address)
    if (securityMode === 'RPK') {
      const invalid = t('deviceProfiles.publicKeyInvalid')
      fieldErrors[`${key}.serverPublicKey`] = keyError(server.serverPublicKey, publicKeyLengthMax, invalid, t)
    }
    if (securityMode === 'X509') {
      const certificate = server.serverCertificate || server.serverPublicKey
      const invalid = t('deviceProfiles.certificateInvalid')
      fieldErrors[`${key}.serverCertificate`] = keyError(certificate, certificateLengthMax, invalid, t)
    }
    for (const name of serverSeconds) {
      if (wholeNumber(server[name], 0) === undefined) fieldErrors[`${key}.${name}`] = t('deviceProfiles.wholeFrom0')
    }
  }
  return fieldErrors
}
