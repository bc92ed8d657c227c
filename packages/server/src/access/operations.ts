/** What may be asked of `access`; the rules are in the catalogue of entities. */

import type { EntityId, EntityType } from '@sonde/model/ids'
import type { Operation } from '../entities/rules.ts'
import type { ReadableValues } from './readable-values.ts'
import type { Owned, Scope } from './scope.ts'

export type { Operation }

export type ReadsValues = Extract<Operation, 'READ_ATTRIBUTES' | 'READ_TELEMETRY'>

export interface Access {
  allows(scope: Scope, operation: Operation, owned: Owned): boolean
  /** Throws the wire's refusal: 403, or 404 where the recordings hide a foreign entity. */
  require(scope: Scope, operation: Operation, owned: Owned): void
  /**
   * Finds the owner of any entity and demands; 404 when there is no such entity. `names` are what the caller would write
   * by it, RPC methods or `SCOPE/KEY` of attributes: visitors may write what the owner named. Throws 429 when visitors
   * write too often.
   */
  requireEntity<T extends EntityType>(
    scope: Scope,
    operation: Operation,
    entity: EntityId<T>,
    names?: readonly string[],
  ): Promise<Owned<T>>
}

/** For whoever reads telemetry and attributes. */
export interface ValuesAccess extends Access {
  /**
   * `requireEntity` for whoever reads values, with what of them the caller may read; null: all. `requireEntity` alone
   * refuses visitors, who may read only some.
   */
  requireValues<T extends EntityType>(
    scope: Scope,
    operation: ReadsValues,
    entity: EntityId<T>,
  ): Promise<{ readonly owned: Owned<T>; readonly readable: ReadableValues | null }>
}

/** For what waits between its question and its answer. */
export interface LastingAccess extends ValuesAccess {
  /** `requireEntity` for what was demanded before and has taken long: a visitor's write is not counted again. */
  requireStill<T extends EntityType>(
    scope: Scope,
    operation: Operation,
    entity: EntityId<T>,
    names?: readonly string[],
  ): Promise<Owned<T>>
}
