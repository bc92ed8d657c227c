/** The trash: what was deleted and can still be brought back. Sonde's own; the wire knows nothing of it. */

import Type, { type Static } from 'typebox'
import { typesWith } from '../entities/entity-kinds.ts'
import { epochMs, text, uuid } from '../schema-parts.ts'

/** What goes to the trash when it is deleted; everything else is gone for good. */
export const trashedTypes = typesWith({ isTrashed: true })
export type TrashedType = (typeof trashedTypes)[number]

export const isTrashedType = (entityType: string): entityType is TrashedType =>
  (trashedTypes as readonly string[]).includes(entityType)

/** One thing in the trash. */
export const trashItem = Type.Object({
  id: Type.Object({ entityType: Type.Enum([...trashedTypes]), id: uuid }),
  name: Type.String({ description: 'As it was when it was deleted; of users the e-mail address' }),
  type: Type.String({
    description:
      'Device profile, type of asset or view, authority of a user, version of a package; empty where there is none',
  }),
  deletedTime: epochMs,
  /** When it is deleted for good. */
  expiryTime: epochMs,
  deletedBy: Type.String({ description: 'E-mail address of who deleted it' }),
  parts: Type.Integer({
    description:
      'What was deleted with it and comes back with it: users of a customer, packages of a device profile, types of a widgets bundle',
  }),
})
export type TrashItem = Static<typeof trashItem>

export const restoration = Type.Object({
  name: Type.Optional(text),
  newCredentials: Type.Optional(
    Type.Boolean({
      description:
        'Devices: a new access token instead of the old credentials. Device profiles: without provisioning. Edges: a new routing key and secret',
    }),
  ),
})
export type Restoration = Static<typeof restoration>

/** What was brought back. */
export const restored = Type.Object({
  id: Type.Object({ entityType: Type.Enum([...trashedTypes]), id: uuid }),
  name: Type.String(),
})
export type Restored = Static<typeof restored>

/**
 * Why something cannot come back as it was: `taken` in the body of a 409 answer. Another has its name (of users: the
 * address), or its credentials.
 */
export const takenParts = ['NAME', 'CREDENTIALS'] as const
export type TakenPart = (typeof takenParts)[number]

/** How long things stay in the trash. */
export const trashSettings = Type.Object({
  days: Type.Integer({ description: '0: what is deleted is gone for good at once' }),
})
export type TrashSettings = Static<typeof trashSettings>

export const emptied = Type.Object({ deleted: Type.Integer({ description: 'Things that were deleted for good' }) })
export type Emptied = Static<typeof emptied>
