/** Service and import of every plain entity type. */

import type { Assignable } from '@sonde/model/assignables/assignable'
import type { PlainEntity, PlainInput } from '@sonde/model/assignables/plain-entity'
import type { ImportColumnType } from '@sonde/model/bulk-import/bulk-import'
import { entityKinds, type PlainType, plainTypes, wordOf } from '@sonde/model/entities/entity-kinds'
import type { BulkImport } from '../bulk-import/bulk-import.ts'
import { createEntityImport, type EntityImportDeps, type EntityImporter } from '../bulk-import/entity-import.ts'
import type { ListDeps } from '../entity-query/entity-list.ts'
import type { Statement } from '../storage/relational.ts'
import { createPlainService, type PlainDeps, type PlainService } from './plain-service.ts'
import { createPlainStore } from './plain-store.ts'

export interface PlainEntitiesDeps
  extends Omit<PlainDeps<PlainType>, 'entityType' | 'store' | 'shown' | 'plainOf' | 'onAssigned'>,
    EntityImportDeps {
  readonly lists: ListDeps
  readonly onAssigned: (entity: Assignable) => Statement[]
}

interface PlainParts<T extends PlainType> {
  readonly service: PlainService<T>
  readonly find: (tenantId: string, id: string) => Promise<PlainEntity<T> | undefined>
  /** Absent: no import from CSV. */
  readonly bulkImport?: BulkImport
}

export type PlainEntities = { readonly [T in PlainType]: PlainParts<T> }

export function createPlainEntities({ lists, ...deps }: PlainEntitiesDeps): PlainEntities {
  function partsOf<T extends PlainType>(entityType: T): PlainParts<T> {
    const store = createPlainStore(lists, entityType)
    const service = createPlainService<T>({ ...deps, entityType, store })
    const columns = entityKinds[entityType].importColumns?.entity as readonly ImportColumnType[] | undefined
    const found = { service, find: store.find }
    if (!columns) return found
    const importer: EntityImporter<PlainEntity<T>> = {
      word: wordOf(entityType),
      columns,
      findByName: store.findByName,
      // `save` ignores texts that the type doesn't have.
      save: (scope, said, { values }) => service.save(scope, said as PlainInput<T>, values),
    }
    return { ...found, bulkImport: createEntityImport(importer, deps) }
  }
  return Object.fromEntries(plainTypes.map((type) => [type, partsOf(type)])) as PlainEntities
}
