/** Which entity types go to the trash, without the schemas of its calls: most pages need only this. */

import { typesWith } from '../entities/entity-kinds.ts'

/** Entity types that go to the trash; all others are deleted permanently. */
export const trashedTypes = typesWith({ isTrashed: true })
export type TrashedType = (typeof trashedTypes)[number]

export const isTrashedType = (entityType: string): entityType is TrashedType =>
  (trashedTypes as readonly string[]).includes(entityType)
