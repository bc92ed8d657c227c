/** Validates the LwM2M servers that clients get at bootstrap, as set in a profile. */

import { createPublicKey, X509Certificate } from 'node:crypto'
import { badRequest } from '@sonde/model/errors'
import { certificateLengthMax, keyLine, publicKeyLengthMax } from '@sonde/model/lwm2m/lwm2m-keys'
import { nameLengthMax } from '@sonde/model/schema-parts'

/** `serverPublicKey` contains the key. A certificate is in `serverCertificate` or in `serverPublicKey`. */
interface BootstrapServer {
  readonly shortServerId?: unknown
  readonly bootstrapServerIs?: unknown
  readonly host?: unknown
  readonly port?: unknown
  readonly securityMode?: unknown
  readonly serverPublicKey?: unknown
  readonly serverCertificate?: unknown
}

const securityModes: readonly unknown[] = ['NO_SEC', 'PSK', 'RPK', 'X509']
/** Required ports, without and with security. */
const ports = { bootstrap: [5687, 5688], lwm2m: [5685, 5686] } as const

/** Returns the validated settings. Throws 400 for servers that no client could use. */
export function lwm2mSettings(given: Readonly<Record<string, unknown>>): {
  readonly bootstrapServerUpdateEnable: boolean
  readonly bootstrap: readonly BootstrapServer[]
} {
  const { bootstrap = [], bootstrapServerUpdateEnable } = given
  const isUpdated = bootstrapServerUpdateEnable === true
  if (bootstrap !== null && !Array.isArray(bootstrap)) throw badRequest('The list of LwM2M servers must be a list.')
  const servers = (bootstrap ?? []) as readonly BootstrapServer[]
  const ids = new Set<unknown>()
  const addresses = new Set<string>()
  return {
    bootstrapServerUpdateEnable: isUpdated,
    bootstrap: servers.map((server) => {
      if (typeof server !== 'object' || server === null) throw badRequest('An LwM2M server must be an object.')
      const { shortServerId, bootstrapServerIs, host, port, securityMode = 'NO_SEC' } = server
      const isBootstrap = bootstrapServerIs === true
      if (isBootstrap && !isUpdated) {
        throw badRequest('A bootstrap server is listed. Allow its update, or remove it.')
      }
      const isId = typeof shortServerId === 'number' && Number.isInteger(shortServerId)
      if (!isId || shortServerId < 1 || shortServerId > 65_534) {
        throw badRequest(`The short server ID must be from 1 to 65534, not ${String(shortServerId)}.`)
      }
      if (ids.has(shortServerId)) throw badRequest(`The short server ID ${shortServerId} is listed twice.`)
      ids.add(shortServerId)
      if (typeof host !== 'string' || host.trim() === '') {
        throw badRequest(`The LwM2M server ${shortServerId} needs a host.`)
      }
      checkLength(`host of the LwM2M server ${shortServerId}`, host.trim(), nameLengthMax)
      if (!securityModes.includes(securityMode)) {
        throw badRequest(`The security mode "${String(securityMode)}" is unknown.`)
      }
      const wanted = ports[isBootstrap ? 'bootstrap' : 'lwm2m'][securityMode === 'NO_SEC' ? 0 : 1]
      if (port !== wanted) {
        throw badRequest(`The LwM2M server ${shortServerId} must have the port ${wanted} with ${String(securityMode)}.`)
      }
      const address = `${host}:${port}`
      if (addresses.has(address)) throw badRequest(`The LwM2M server ${address} is listed twice.`)
      addresses.add(address)
      return { ...server, ...keyOf(server, securityMode, shortServerId) }
    }),
  }
}

function keyOf(
  { serverPublicKey, serverCertificate }: BootstrapServer,
  securityMode: unknown,
  shortServerId: number,
): Partial<BootstrapServer> {
  // Checked in every mode, because stored values are sent to the client.
  const keyMax = securityMode === 'RPK' ? publicKeyLengthMax : certificateLengthMax
  checkLength(`public key of the LwM2M server ${shortServerId}`, withoutBreaks(serverPublicKey), keyMax)
  checkLength(
    `certificate of the LwM2M server ${shortServerId}`,
    withoutBreaks(serverCertificate),
    certificateLengthMax,
  )
  if (securityMode === 'RPK') {
    const key = withoutBreaks(serverPublicKey)
    if (!isPublicKey(key)) {
      throw badRequest(`The public key of the LwM2M server ${shortServerId} must be Base64 of a DER key.`)
    }
    return { serverPublicKey: key }
  }
  if (securityMode === 'X509') {
    const inCertificate = withoutBreaks(serverCertificate) !== ''
    const text = withoutBreaks(inCertificate ? serverCertificate : serverPublicKey)
    if (!isCertificate(text)) {
      throw badRequest(
        `The certificate of the LwM2M server ${shortServerId} must be Base64 of a DER certificate with an EC key.`,
      )
    }
    return inCertificate ? { serverCertificate: text } : { serverPublicKey: text }
  }
  return {}
}

/** Keys are stored on one line, without PEM armor. */
const withoutBreaks = (text: unknown): string => (typeof text === 'string' ? keyLine(text) : '')

function checkLength(what: string, { length }: string, max: number) {
  if (length > max) throw badRequest(`The ${what} has ${length} characters; the limit is ${max}.`)
}

function isPublicKey(text: string): boolean {
  try {
    createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return text !== ''
  } catch {
    return false
  }
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(Buffer.from(text, 'base64')).publicKey.asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}
