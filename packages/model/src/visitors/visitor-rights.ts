/** What visitors may do with a public entity beyond reading: only what its tenant names, and nothing by default. */

import Type, { type Static } from 'typebox'

/** Names in one list. */
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

/** Entities that can be public and be written to. Not of the catalogue: the table of rights has a column for each. */
export const visitedTypes = ['DEVICE', 'ASSET'] as const
export type VisitedType = (typeof visitedTypes)[number]
