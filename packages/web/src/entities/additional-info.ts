/** What clients keep beside an entity, as free JSON: description, home dashboard, and what others put there. */

export type AdditionalInfo = Readonly<Record<string, unknown>>

/** Anything that is no object counts as empty. */
export const additionalInfoOf = ({ additionalInfo }: { readonly additionalInfo?: unknown }): AdditionalInfo =>
  typeof additionalInfo === 'object' && additionalInfo !== null ? (additionalInfo as AdditionalInfo) : {}

/** Empty when there is no text of that name. */
export function infoText(info: AdditionalInfo, name: string): string {
  const value = info[name]
  return typeof value === 'string' ? value : ''
}
