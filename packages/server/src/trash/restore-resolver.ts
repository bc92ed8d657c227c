/** Input and result of fitting an entity from the trash into the tenant. */

import { DomainError, ErrorCode } from '@sonde/model/errors'
import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import type { Restoration, TakenPart } from '@sonde/model/trash/trash'
import type { Statement } from '../storage/relational.ts'
import type { AttributeWrite, PointWrite } from '../storage/storage.ts'
import type { Snapshot } from './trash-contents.ts'
import type { TrashedEntity, TrashStore } from './trash-store.ts'

/** An entity that is about to be restored. */
export interface RestorePlan {
  readonly trashed: TrashedEntity
  /** Rows as they will be written. */
  readonly snapshot: Snapshot
  /** Fields that differ from the deleted entity, by their API names. */
  readonly changed: Readonly<Record<string, unknown>>
  readonly name: string
  readonly customerId: string
  /** Statements before and after its rows. */
  readonly before: readonly Statement[]
  readonly after: readonly Statement[]
  readonly points: readonly PointWrite[]
  readonly attributes: readonly AttributeWrite[]
  /** Entities that are assigned to the restored customer again. */
  readonly reassigned: readonly EntityId[]
}

export type ResolvedEntity = Partial<Omit<RestorePlan, 'trashed' | 'name'>> & { readonly snapshot: Snapshot }

/** Requested name and credentials, and what is restored in the same transaction. */
export interface RestoreRequest extends Restoration {
  readonly name: string
  readonly nowMs: number
  /** IDs of its parts that are restored with it. */
  readonly parts: ReadonlySet<string>
  /** Plan of the entity that it is a part of and is restored with; null: none. */
  readonly whole: RestorePlan | null
}

export type RestoreResolver = (
  store: TrashStore,
  trashed: TrashedEntity,
  request: RestoreRequest,
) => Promise<ResolvedEntity>

/** The ID if it is in the set, else null. */
export const held = (found: ReadonlySet<string>, id: string | null): string | null =>
  id !== null && found.has(id) ? id : null

/** The customer's ID if the customer exists, else NIL_UUID. */
export async function customerOf(store: TrashStore, tenantId: string, id: string): Promise<string> {
  return id !== NIL_UUID && (await store.existing('customer', tenantId, [id])).has(id) ? id : NIL_UUID
}

/** 409 error: the caller can choose another name or other credentials. */
export const conflictOf = (taken: TakenPart, message: string): DomainError =>
  new DomainError(ErrorCode.BAD_REQUEST_PARAMS, message, { status: 409, details: { taken } })
