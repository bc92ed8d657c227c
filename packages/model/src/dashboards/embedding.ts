/** Sites that may embed public dashboards in a frame. */

import Type from 'typebox'

/** Maximum sites in a list; further ones are ignored. */
export const embeddingSitesMax = 20
/** Maximum characters of a site. */
export const siteLengthMax = 255

/** Origins in the syntax of a content security policy: `https://intranet.example.org`, `https://*.example.org:8443`. */
const pattern = '^https?://(\\*\\.)?[a-zA-Z0-9-]+(\\.[a-zA-Z0-9-]+)*(:\\d{1,5})?$'
const site = new RegExp(pattern)

export const embeddingSites = Type.Array(Type.String({ maxLength: siteLengthMax, pattern }), {
  maxItems: embeddingSitesMax,
})

export const isSite = (text: string): boolean => text.length <= siteLengthMax && site.test(text)

/** Sites of a dashboard's configuration. It is stored unvalidated, so invalid sites are left out here. */
export function sitesOf(configuration: unknown): readonly string[] {
  const settings = record(record(configuration)?.settings)
  const sites: unknown = settings?.embeddingSites
  if (!Array.isArray(sites)) return []
  return sites.filter((each): each is string => typeof each === 'string' && isSite(each)).slice(0, embeddingSitesMax)
}

const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
