/**
 * The address by which connections and requests of strangers are counted.
 *
 * Of IPv6 the first 64 bits count: one subscriber has all the addresses behind them. Behind a reverse proxy all clients
 * share the proxy's address.
 */

import { isIPv6 } from 'node:net'

const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i
/** Groups of an IPv6 address that name the network. */
const networkGroups = 4
const groupsMax = 8

/** An unknown address is one of its own. */
export function clientAddress(remoteAddress: string | undefined): string {
  if (remoteAddress === undefined) return 'unknown'
  const v4 = mapped.exec(remoteAddress)?.[1]
  if (v4) return v4
  if (!isIPv6(remoteAddress)) return remoteAddress
  const [head = '', tail = ''] = (remoteAddress.split('%')[0] as string).toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, groupsMax - front.length - back.length)).fill('0')
  const groups = remoteAddress.includes('::') ? [...front, ...zeros, ...back] : front
  return `${groups.slice(0, networkGroups).join(':')}::/64`
}
