/** Permissions of visitors on a public entity beyond reading: only what its tenant lists; nothing by default. */

import Type, { type Static } from 'typebox'

/** Maximum names in one list. */
export const visitorNamesMax = 50

const names = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: visitorNamesMax, description })

export const visitorRights = Type.Object({
  rpcMethods: names('Methods of RPC calls that visitors can send; devices only'),
  sharedAttributes: names('Shared attributes that visitors can write; devices only'),
  serverAttributes: names('Server attributes that visitors can write'),
})
export type VisitorRights = Static<typeof visitorRights>

export const noVisitorRights: VisitorRights = { rpcMethods: [], sharedAttributes: [], serverAttributes: [] }

/**
 * Entity types that can be public and writable. Not derived from the catalog, because the permission table has a column
 * for each.
 */
export const visitedTypes = ['DEVICE', 'ASSET'] as const
export type VisitedType = (typeof visitedTypes)[number]
