/**
 * Decides which addresses the server may call: public ones, and private ones that the operator allows. Pure functions.
 */

import { BlockList, isIP, isIPv6 } from 'node:net'

/** IPv6 has one range of public addresses; all others, assigned or not, are rejected (RFC 4291 §2.4, RFC 3513). */
const publicIpv6 = ['2000::', 3] as const

/**
 * Ranges that aren't public: those of the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and its
 * successors), and multicast. Ranges outside of `publicIpv6` need no entry. The few anycast services that the
 * registries list as globally reachable within such a range are rejected too.
 */
const specialRanges = [
  // "This network", private networks, shared address space, loopback, link-local.
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  // IETF protocol assignments, documentation, 6to4 relays, private networks, benchmarks, documentation.
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, limited broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // IETF protocol assignments with Teredo, benchmarks and ORCHID; documentation, 6to4, AS112, documentation.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

const publics = new BlockList()
publics.addSubnet(...publicIpv6, 'ipv6')
const specials = new BlockList()
for (const [address, bits] of specialRanges) specials.addSubnet(address, bits, family(address))

const isPublic = (address: string): boolean =>
  (family(address) === 'ipv4' || publics.check(address, 'ipv6')) && !specials.check(address, family(address))

/**
 * Returns the canonical spelling; an IPv4-mapped IPv6 address (`::ffff:0:0/96`) becomes IPv4, because the system
 * connects to that.
 */
function plainAddress(given: string): string {
  const [address = ''] = given.split('%', 1)
  if (!isIPv6(address)) return address
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelled)
  if (!mapped) return spelled
  const value = Number.parseInt(mapped[1] as string, 16) * 0x10000 + Number.parseInt(mapped[2] as string, 16)
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.')
}

interface Allowed {
  readonly port: number | null
  matches(host: string, address: string): boolean
}

/** Parses an entry of `SONDE_EGRESS_ALLOW`: `10.0.0.0/8`, `[::1]:25`, `broker.local:1883`, `*.lan`. */
function allowedFrom(entry: string): Allowed {
  const bracketed = /^\[([^\]]+)\](?:\/(\d+))?(?::(\d+))?$/.exec(entry)
  const bare = /^([^/]+?)(?:\/(\d+))?$/.exec(entry)
  const isBareV6 = !bracketed && isIPv6(bare?.[1] ?? '')
  const plain = isBareV6 ? bare : /^([^:/]+)(?:\/(\d+))?(?::(\d+))?$/.exec(entry)
  const [, name = entry, bits, portText] = bracketed ?? plain ?? []
  const port = portText === undefined ? null : Number(portText)
  if (isIP(name)) {
    const list = new BlockList()
    if (bits === undefined) list.addAddress(name, family(name))
    else list.addSubnet(name, Math.min(Number(bits), isIPv6(name) ? 128 : 32), family(name))
    return { port, matches: (_host, address) => list.check(address, family(address)) }
  }
  const wanted = name.toLowerCase()
  const isMatch = wanted.startsWith('*.')
    ? (host: string) => host.endsWith(wanted.slice(1))
    : (host: string) => host === wanted
  return { port, matches: (host) => isMatch(host.toLowerCase().replace(/\.$/, '')) }
}

/** Returns true when the server may connect to this address, which the host name resolved to. */
export type EgressRule = (host: string, address: string, port: number) => boolean

export function createEgressRule(allow: readonly string[] | null): EgressRule {
  const allowed = (allow ?? []).map(allowedFrom)
  return (host, given, port) => {
    const address = plainAddress(given)
    if (!isIP(address)) return false
    if (isPublic(address)) return true
    return allowed.some((each) => (each.port === null || each.port === port) && each.matches(host, address))
  }
}
