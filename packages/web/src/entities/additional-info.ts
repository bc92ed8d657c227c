/** Free-form JSON that clients store with an entity: description, home dashboard and custom properties. */

export type AdditionalInfo = Readonly<Record<string, unknown>>

/** Additional info of an entity; a value that isn't an object counts as empty. */
export const additionalInfoOf = ({ additionalInfo }: { readonly additionalInfo?: unknown }): AdditionalInfo =>
  typeof additionalInfo === 'object' && additionalInfo !== null ? (additionalInfo as AdditionalInfo) : {}

/** Text property; empty if it's missing or not a string. */
export function infoText(info: AdditionalInfo, name: string): string {
  const value = info[name]
  return typeof value === 'string' ? value : ''
}
