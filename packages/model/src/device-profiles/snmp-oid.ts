/** SNMP object identifiers (OIDs): dotted numbers, with the bounds of RFC 2578 (section 3.5). */

/** Maximum numbers in an OID. */
export const oidNumbersMax = 128
/** Maximum of each number. */
export const oidNumberMax = 4_294_967_295

export type OidFault = 'form' | 'tooMany' | 'tooLarge'

const pattern = /^\.?[0-2](\.(0|[1-9][0-9]*))*$/

/** Count of the numbers in the OID. */
export const oidNumbers = (oid: string): number => oid.replace(/^\./, '').split('.').length

/** Problem of an OID; undefined if it is valid. A leading dot is allowed. */
export function oidFault(text: string): OidFault | undefined {
  if (!pattern.test(text)) return 'form'
  if (oidNumbers(text) > oidNumbersMax) return 'tooMany'
  return text.split('.').some((number) => Number(number) > oidNumberMax) ? 'tooLarge' : undefined
}
