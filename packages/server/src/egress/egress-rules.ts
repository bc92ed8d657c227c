/** Which addresses the platform may call: public ones, and the private ones that the operator allows. Pure. */

import { BlockList, isIP, isIPv6 } from 'node:net'

/** Ranges that are nobody's on the internet, or this machine's and its neighbours' (RFC 6890 and its successors). */
const privateRanges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

const privates = new BlockList()
for (const [address, bits] of privateRanges) privates.addSubnet(address, bits, family(address))

/** An IPv4 address that is written as IPv6, as IPv4. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1] as string
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address)
  if (!hex) return address
  const value = Number.parseInt(hex[1] as string, 16) * 0x10000 + Number.parseInt(hex[2] as string, 16)
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.')
}

interface Allowed {
  readonly port: number | null
  matches(host: string, address: string): boolean
}

/** One of `SONDE_EGRESS_ALLOW`: `10.0.0.0/8`, `[::1]:25`, `broker.local:1883`, `*.lan`. */
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

/** Whether a connection to this address, found under this name, may be made. */
export type EgressRule = (host: string, address: string, port: number) => boolean

export function createEgressRule(allow: readonly string[] | null): EgressRule {
  const allowed = (allow ?? []).map(allowedFrom)
  return (host, given, port) => {
    const address = plainAddress(given)
    if (!privates.check(address, family(address))) return true
    return allowed.some((each) => (each.port === null || each.port === port) && each.matches(host, address))
  }
}
