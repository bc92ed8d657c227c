/** Links that show one dashboard without an account until they end. Sonde API, unknown to ThingsBoard. */

import Type, { type Static } from 'typebox'
import { epochMs, nullable, uuid } from '../schema-parts.ts'

/** Maximum time until a link ends, ms: a year. */
export const shareLinkMsMax = 366 * 24 * 3_600_000
/** Maximum links of one dashboard. Links that have ended count until they are deleted. */
export const shareLinksMax = 20
/** Maximum links of all dashboards of a tenant. */
export const tenantShareLinksMax = 500
/** Links are deleted this long after they ended, ms. */
export const shareLinkKeptMs = 7 * 24 * 3_600_000

export const shareLink = Type.Object({
  id: uuid,
  name: Type.String(),
  /** Customer whose entities the link may show. */
  customerId: uuid,
  createdTime: epochMs,
  /** Tenant administrator who created the link. */
  creator: Type.Object({ id: uuid, name: Type.String() }),
  endTime: epochMs,
  /** Last sign-in with the link, to the minute; null: none. */
  lastUsedTime: nullable(epochMs),
})
export type ShareLink = Static<typeof shareLink>

export const shareLinkInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
  /** A customer that the dashboard is assigned to. */
  customerId: uuid,
  endTime: epochMs,
})
export type ShareLinkInput = Static<typeof shareLinkInput>

/** `key`: what the link contains. It can't be read again. */
export const newShareLink = Type.Object({ link: shareLink, key: Type.String() })
export type NewShareLink = Static<typeof newShareLink>

export const shareLinks = Type.Object({
  links: Type.Array(shareLink),
  /** Whether other sites may show the links in a frame. */
  canEmbed: Type.Boolean(),
})
export type ShareLinks = Static<typeof shareLinks>

/** Signs in as a visitor of the dashboard. */
export const shareLinkSignIn = Type.Object({ key: Type.String({ maxLength: 200 }) })
