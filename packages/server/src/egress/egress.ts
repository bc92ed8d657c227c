/**
 * Outgoing connections: names are resolved here and the addresses checked, and the connection uses the checked address,
 * so that a name which resolves differently the second time cannot reach a forbidden address.
 */

import { lookup as dnsLookup } from 'node:dns/promises'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { createEgressRule } from './egress-rules.ts'

/** Maximum bytes of a response. */
export const answerBytesMax = 1024 * 1024
const timeoutMsDefault = 10_000

/** The address must not be called, or the name wasn't found; the message is shown to users. */
export class EgressRejected extends Error {
  override readonly name = 'EgressRejected'
}

export interface CheckedAddress {
  /** Address to connect to. */
  readonly address: string
  readonly port: number
  /** Original host, for TLS and the `Host` header. */
  readonly host: string
}

export interface EgressRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
}

export interface EgressAnswer {
  readonly status: number
  readonly text: string
}

export interface Egress {
  /** Throws `EgressRejected` when the address must not be called. */
  check(host: string, port: number): Promise<CheckedAddress>
  /** Sends one HTTP request; redirects aren't followed. Rejects when the response is late or too large. */
  request(url: string, request?: EgressRequest): Promise<EgressAnswer>
}

export interface EgressDeps {
  /** Value of `SONDE_EGRESS_ALLOW`. */
  readonly allow: readonly string[] | null
  /** Returns all addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

const resolveName = async (host: string) => (await dnsLookup(host, { all: true })).map(({ address }) => address)

export function createEgress({ allow, resolve = resolveName }: EgressDeps): Egress {
  const isAllowed = createEgressRule(allow)

  async function check(given: string, port: number): Promise<CheckedAddress> {
    const host = given.replace(/^\[(.*)\]$/, '$1')
    let addresses: readonly string[]
    try {
      addresses = isIP(host) ? [host] : await resolve(host)
    } catch (cause) {
      throw new EgressRejected(`The name ${host} wasn’t found.`, { cause })
    }
    const address = addresses.find((each) => isAllowed(host, each, port))
    if (address !== undefined) return { address, port, host }
    throw new EgressRejected(`${host}:${port} is a private address. The operator can allow it with SONDE_EGRESS_ALLOW.`)
  }

  async function request(given: string, { method = 'GET', headers = {}, body, timeoutMs }: EgressRequest = {}) {
    const url = new URL(given)
    const isTls = url.protocol === 'https:'
    if (!isTls && url.protocol !== 'http:')
      throw new EgressRejected(`${url.protocol} isn’t supported. Use http or https.`)
    const { address, port, host } = await check(url.hostname, Number(url.port) || (isTls ? 443 : 80))
    const options = {
      host: address,
      port,
      method,
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      ...(isTls && !isIP(host) ? { servername: host } : {}),
      signal: AbortSignal.timeout(timeoutMs ?? timeoutMsDefault),
    }
    return answerOf((isTls ? httpsRequest : httpRequest)(options), body)
  }

  return { check, request }
}

const answerOf = (request: ClientRequest, body: string | undefined): Promise<EgressAnswer> =>
  new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytesMax) response.destroy(new Error(`The response is larger than ${answerBytesMax} bytes.`))
        else chunks.push(chunk)
      })
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    request.end(body)
  })
