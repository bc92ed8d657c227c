/** Calls of a plain entity type, derived from its descriptor. */

import type { PlainEntity, PlainInfo, PlainInput, PlainSearch } from '@sonde/model/assignables/plain-entity'
import { kindOf, type PlainType } from '@sonde/model/entities/entity-kinds'
import type { CallOptions, Rest } from '../rest/rest.ts'
import {
  type AssignableCalls,
  createAssignableCalls,
  createEdgeContentCalls,
  type EdgeContentCalls,
} from './assignable-calls.ts'
import { importCall } from './import-calls.ts'

interface PlainShapes<T extends PlainType> {
  readonly entity: PlainEntity<T>
  readonly info: PlainInfo<T>
  readonly input: PlainInput<T>
  readonly search: PlainSearch<T>
}

export type PlainCalls<T extends PlainType> = AssignableCalls<PlainShapes<T>> &
  EdgeContentCalls<PlainEntity<T>> &
  ReturnType<typeof createOwnCalls<T>>

export function createPlainCalls<T extends PlainType>(rest: Rest, type: T): PlainCalls<T> {
  const { path } = kindOf(type)
  return {
    ...createAssignableCalls<PlainShapes<T>>(rest, path),
    ...createEdgeContentCalls<PlainEntity<T>>(rest, path),
    ...createOwnCalls<T>(rest, path),
  }
}

function createOwnCalls<T extends PlainType>(rest: Rest, path: string) {
  return {
    /** Entities with these ids; unknown ones and those of other owners are left out. */
    byIds: (ids: readonly string[], options: CallOptions = {}) =>
      rest.request<readonly PlainEntity<T>[]>('GET', `/api/${path}s`, { ...options, query: { [`${path}Ids`]: ids } }),

    /**
     * Creates and updates entities from the lines of a CSV text. A failed line is counted and the import continues.
     * Only for types with `importColumns`.
     */
    bulkImport: importCall(rest, path),
  }
}
