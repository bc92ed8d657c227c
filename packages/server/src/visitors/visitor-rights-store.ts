/** Stores the write permissions of visitors on public devices and assets. */

import type { EntityId } from '@sonde/model/ids'
import {
  noVisitorRights,
  type VisitedType,
  type VisitorRights,
  visitedTypes,
} from '@sonde/model/visitors/visitor-rights'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export type VisitedEntity = EntityId & { readonly entityType: VisitedType }

export type VisitorRightsStore = ReturnType<typeof createVisitorRightsStore>

const columns = { DEVICE: 'device_id', ASSET: 'asset_id' } as const satisfies Record<VisitedType, string>

export function createVisitorRightsStore(relational: RelationalStore) {
  const { build } = relational

  async function find({ entityType, id }: EntityId): Promise<VisitorRights> {
    if (!isVisitedType(entityType)) return noVisitorRights
    const row = await relational.first(
      build.selectFrom('visitor_right').select('rights').where(columns[entityType], '=', id),
    )
    return row ? { ...noVisitorRights, ...(JSON.parse(row.rights) as VisitorRights) } : noVisitorRights
  }

  function save({ entityType, id }: VisitedEntity, given: VisitorRights): Statement {
    const rights = JSON.stringify(given)
    const row = entityType === 'DEVICE' ? { device_id: id, asset_id: null } : { device_id: null, asset_id: id }
    return relational.statement(
      build
        .insertInto('visitor_right')
        .values({ ...row, rights })
        .onConflict((conflict) => conflict.column(columns[entityType]).doUpdateSet({ rights })),
    )
  }

  /**
   * Deletes the permissions when the owner of the entity changes. If it is made public again, it starts without any.
   */
  const remove = ({ entityType, id }: EntityId): Statement[] =>
    isVisitedType(entityType)
      ? [relational.statement(build.deleteFrom('visitor_right').where(columns[entityType], '=', id))]
      : []

  return { find, save, remove }
}

const isVisitedType = (type: string): type is VisitedType => visitedTypes.some((visited) => visited === type)
