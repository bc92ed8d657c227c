/** Trash: deleted entities that can be restored. Sonde API, unknown to ThingsBoard. */

import Type, { type Static } from 'typebox'
import { epochMs, text, uuid } from '../schema-parts.ts'
import { trashedTypes } from './trashed-types.ts'

/** One entity in the trash. */
export const trashItem = Type.Object({
  id: Type.Object({ entityType: Type.Enum([...trashedTypes]), id: uuid }),
  name: Type.String({ description: 'Name when deleted; for users the email' }),
  type: Type.String({
    description:
      'Device profile, type of an asset or entity view, authority of a user, version of a package; empty if none',
  }),
  deletedTime: epochMs,
  /** Time of permanent deletion. */
  expiryTime: epochMs,
  deletedBy: Type.String({ description: 'Email of the user who deleted it' }),
  parts: Type.Integer({
    description:
      'Deleted and restored with it: users of a customer, packages of a device profile, types of a widget bundle',
  }),
})
export type TrashItem = Static<typeof trashItem>

export const restoration = Type.Object({
  name: Type.Optional(text),
  newCredentials: Type.Optional(
    Type.Boolean({
      description:
        'Devices: a new access token instead of the old credentials. Device profiles: without provisioning. Edges: a new edge key and secret',
    }),
  ),
})
export type Restoration = Static<typeof restoration>

/** Restored entity. */
export const restored = Type.Object({
  id: Type.Object({ entityType: Type.Enum([...trashedTypes]), id: uuid }),
  name: Type.String(),
})
export type Restored = Static<typeof restored>

/**
 * Conflicts that prevent a restore: `taken` in the body of a 409 response. Another entity has the same name (for users:
 * email) or the same credentials.
 */
export const takenParts = ['NAME', 'CREDENTIALS'] as const
export type TakenPart = (typeof takenParts)[number]

/** Retention of deleted entities in the trash. */
export const trashSettings = Type.Object({
  days: Type.Integer({ description: '0 = deleted permanently' }),
})
export type TrashSettings = Static<typeof trashSettings>

export const emptied = Type.Object({ deleted: Type.Integer({ description: 'Entities that were deleted permanently' }) })
export type Emptied = Static<typeof emptied>
