/**
 * Groups client addresses for limits per address.
 *
 * An IPv6 client has at least a /64 prefix and can call from any address in it, so a /64 counts as one client.
 */

import { isIPv6 } from 'node:net'

/** 16-bit groups in the /64 prefix of a client. */
const clientGroups = 4

/** Returns an IPv4 address, the first 64 bits of an IPv6 address or, if it is neither, the text itself. */
export function addressGroup(given: string | undefined): string {
  if (given === undefined) return 'unknown'
  const [address = ''] = given.split('%', 1)
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1] as string
  return `${expanded(address).slice(0, clientGroups).join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address, each without leading zeros. */
function expanded(address: string): string[] {
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = spelled.split('::', 2)
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))
  const before = groupsOf(head)
  const after = groupsOf(tail)
  return [...before, ...new Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
