/** What fitting something from the trash into the tenant needs to know, and what it brings. */

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
  /** Rows as they are written. */
  readonly snapshot: Snapshot
  /** Fields of the entity that differ from what was deleted, as the wire names them. */
  readonly changed: Readonly<Record<string, unknown>>
  readonly name: string
  readonly customerId: string
  /** Before its rows, and after them. */
  readonly before: readonly Statement[]
  readonly after: readonly Statement[]
  readonly points: readonly PointWrite[]
  readonly attributes: readonly AttributeWrite[]
  /** Entities that are assigned to the customer again. */
  readonly reassigned: readonly EntityId[]
}

export type ResolvedEntity = Partial<Omit<RestorePlan, 'trashed' | 'name'>> & { readonly snapshot: Snapshot }

/** What is asked for, and what comes back in the same transaction. */
export interface RestoreRequest extends Restoration {
  readonly name: string
  readonly nowMs: number
  /** Ids of its parts that come back with it. */
  readonly parts: ReadonlySet<string>
  /** What it is a part of, and comes back with. */
  readonly whole: RestorePlan | null
}

export type RestoreResolver = (
  store: TrashStore,
  trashed: TrashedEntity,
  request: RestoreRequest,
) => Promise<ResolvedEntity>

/** The id where it is one of those. */
export const held = (found: ReadonlySet<string>, id: string | null): string | null =>
  id !== null && found.has(id) ? id : null

/** The customer where it is there, else none. */
export async function customerOf(store: TrashStore, tenantId: string, id: string): Promise<string> {
  return id !== NIL_UUID && (await store.existing('customer', tenantId, [id])).has(id) ? id : NIL_UUID
}

/** 409: the caller may choose another name, or other credentials. */
export const conflictOf = (taken: TakenPart, message: string): DomainError =>
  new DomainError(ErrorCode.BAD_REQUEST_PARAMS, message, { status: 409, details: { taken } })
