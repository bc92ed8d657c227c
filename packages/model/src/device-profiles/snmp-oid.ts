/** Names of what SNMP devices know: numbers with dots, as RFC 2578 (section 3.5) bounds them. */

/** Numbers of one OID. */
export const oidNumbersMax = 128
/** What each of them may be. */
export const oidNumberMax = 4_294_967_295

export type OidFault = 'form' | 'tooMany' | 'tooLarge'

const pattern = /^\.?[0-2](\.(0|[1-9][0-9]*))*$/

/** How many numbers the OID has. */
export const oidNumbers = (oid: string): number => oid.replace(/^\./, '').split('.').length

/** Undefined for an OID; a dot may stand before it. */
export function oidFault(text: string): OidFault | undefined {
  if (!pattern.test(text)) return 'form'
  if (oidNumbers(text) > oidNumbersMax) return 'tooMany'
  return text.split('.').some((number) => Number(number) > oidNumberMax) ? 'tooLarge' : undefined
}
