/**
 * A walk over relations from a root: which entities relation filters find (dashboards.md §4.2).
 *
 * Level by level and cycle-safe: an entity's relations are followed once. The filters choose among the hops, they do
 * not stop the walk.
 */

import { badRequest } from '@sonde/model/errors'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { RelationalStore } from '../storage/relational.ts'

/** Levels of a walk that names no bound, and the most that any may go. */
export const walkLevelsMax = 50
/** Relations that one walk may follow. */
export const walkRelationsMax = 50_000
const originsPerQuery = 500

export interface Hop {
  readonly from: EntityId
  readonly to: EntityId
  readonly type: string
  /** 1 for the root's own relations. */
  readonly level: number
}

export interface Walk {
  readonly rootEntity: EntityId
  readonly direction?: 'FROM' | 'TO' | null
  readonly maxLevel?: number | null
  readonly fetchLastLevelOnly?: boolean | null
}

/** Entities at the end of hops that pass, each once, the root never. Throws 400 when the walk is too long. */
export async function walkRelations(
  relational: RelationalStore,
  { rootEntity, direction, maxLevel, fetchLastLevelOnly }: Walk,
  passes: (hop: Hop) => boolean,
): Promise<EntityId[]> {
  const levels = maxLevel && maxLevel > 0 ? Math.min(maxLevel, walkLevelsMax) : walkLevelsMax
  const hops: Hop[] = []
  const seen = new Set([rootEntity.id])
  let origins: EntityId[] = [rootEntity]
  for (let level = 1; level <= levels && origins.length > 0; level++) {
    const next: EntityId[] = []
    for (const hop of await hopsFrom(relational, origins, direction ?? 'FROM', level)) {
      hops.push(hop)
      if (seen.has(hop.to.id)) continue
      seen.add(hop.to.id)
      next.push(hop.to)
    }
    if (hops.length > walkRelationsMax) {
      throw badRequest(`The query follows more than ${walkRelationsMax} relations; take fewer levels.`)
    }
    origins = next
  }
  const passing = hops.filter(passes)
  const wanted = fetchLastLevelOnly ? lastOf(passing, levels) : passing
  const found = new Map<string, EntityId>()
  for (const { to } of wanted) if (to.id !== rootEntity.id) found.set(to.id, to)
  return [...found.values()]
}

/** Hops at the last level, and those after which no other that passes goes on. */
function lastOf(hops: readonly Hop[], levels: number): Hop[] {
  const goesOn = new Set(hops.map((hop) => hop.from.id))
  return hops.filter((hop) => hop.level === levels || !goesOn.has(hop.to.id))
}

async function hopsFrom(
  { build, all }: RelationalStore,
  origins: readonly EntityId[],
  direction: 'FROM' | 'TO',
  level: number,
): Promise<Hop[]> {
  const hops: Hop[] = []
  for (let at = 0; at < origins.length; at += originsPerQuery) {
    const ids = origins.slice(at, at + originsPerQuery).map(({ id }) => id)
    const rows = await all(
      build
        .selectFrom('relation')
        .select(['from_type', 'from_id', 'to_type', 'to_id', 'type'])
        .where('type_group', '=', 'COMMON')
        .where(direction === 'FROM' ? 'from_id' : 'to_id', 'in', ids)
        .limit(walkRelationsMax + 1),
    )
    for (const row of rows) {
      const from: EntityId = { entityType: row.from_type as EntityType, id: row.from_id }
      const to: EntityId = { entityType: row.to_type as EntityType, id: row.to_id }
      hops.push(
        direction === 'FROM' ? { from, to, type: row.type, level } : { from: to, to: from, type: row.type, level },
      )
    }
  }
  return hops
}
