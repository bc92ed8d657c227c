/** Interfaces of `access`. The rules are in the entity descriptors. */

import type { EntityId, EntityType } from '@sonde/model/ids'
import type { Operation } from '../entities/rules.ts'
import type { ReadableValues } from './readable-values.ts'
import type { Owned, Scope } from './scope.ts'

export type { Operation }

export type ReadsValues = Extract<Operation, 'READ_ATTRIBUTES' | 'READ_TELEMETRY'>

export interface Access {
  allows(scope: Scope, operation: Operation, owned: Owned): boolean
  /** Throws 403, or 404 where the API hides entities of other tenants. */
  require(scope: Scope, operation: Operation, owned: Owned): void
  /**
   * Finds the owner of an entity and requires the permission. Throws 404 if the entity doesn't exist. `names`: what the
   * caller would write, as RPC methods or `SCOPE/KEY` of attributes. Visitors may write what the owner allowed by name.
   * Throws 429 when visitors write too often.
   */
  requireEntity<T extends EntityType>(
    scope: Scope,
    operation: Operation,
    entity: EntityId<T>,
    names?: readonly string[],
  ): Promise<Owned<T>>
}

/** Access for readers of telemetry and attributes. */
export interface ValuesAccess extends Access {
  /**
   * `requireEntity` for readers of values. `readable`: the values that the caller may read; null: all. `requireEntity`
   * alone rejects visitors who may read only some.
   */
  requireValues<T extends EntityType>(
    scope: Scope,
    operation: ReadsValues,
    entity: EntityId<T>,
  ): Promise<{ readonly owned: Owned<T>; readonly readable: ReadableValues | null }>
}

/** Access for requests that wait before their response. */
export interface LastingAccess extends ValuesAccess {
  /** Repeats `requireEntity` after a wait: a visitor's write isn't counted again. */
  requireStill<T extends EntityType>(
    scope: Scope,
    operation: Operation,
    entity: EntityId<T>,
    names?: readonly string[],
  ): Promise<Owned<T>>
}
