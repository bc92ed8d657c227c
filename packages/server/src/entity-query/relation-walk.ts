/**
 * Walks relations from root entities to find the entities of relation filters.
 *
 * A walk goes level by level and follows each entity's relations once, so cycles end. Filters select among the hops;
 * unless `followsMatching` is set, they don't stop the walk. The walks of one query share the relations they read: each relation is read once for all
 * roots, and the limits apply to all walks together.
 */

import { badRequest } from '@sonde/model/errors'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { RelationalStore } from '../storage/relational.ts'
import { relationsOf } from './relation-walk-store.ts'

/** Maximum levels of a walk; also the default. */
export const walkLevelsMax = 50
/** Maximum relations that the walks of one query may read. */
export const walkRelationsMax = 50_000
/** Maximum relations that the walks of one query may follow, counted again for each root. */
export const walkStepsMax = 2_000_000
const originsPerQuery = 500
/** Steps between two checks of the time slice. */
const stepsPerLook = 4096

export interface Hop {
  readonly from: EntityId
  readonly to: EntityId
  readonly type: string
}

export interface WalkRules {
  readonly direction?: 'FROM' | 'TO' | null
  readonly maxLevel?: number | null
  readonly fetchLastLevelOnly?: boolean | null
  /** The walk ends at hops that don't match; otherwise it follows all of them. */
  readonly followsMatching?: boolean
}

interface Link extends Hop {
  readonly passes: boolean
}

/**
 * Finds the entities that matching hops lead to, each once, without the root. Throws 400 when the walks of the query
 * are too long.
 */
export type Walk = (rootEntity: EntityId) => Promise<EntityId[]>

export function createWalk(
  relational: RelationalStore,
  { direction, maxLevel, fetchLastLevelOnly, followsMatching = false }: WalkRules,
  passes: (hop: Hop) => boolean,
): Walk {
  const { turns } = relational
  const levels = maxLevel && maxLevel > 0 ? Math.min(maxLevel, walkLevelsMax) : walkLevelsMax
  const isForward = (direction ?? 'FROM') === 'FROM'
  /** Relations by origin; an empty list for an origin that was read and has none. */
  const known = new Map<string, Link[]>()
  let relations = 0
  let steps = 0

  async function read(origins: readonly EntityId[]): Promise<void> {
    const missing = origins.flatMap(({ id }) => (known.has(id) ? [] : [id]))
    for (let at = 0; at < missing.length; at += originsPerQuery) {
      const ids = missing.slice(at, at + originsPerQuery)
      for (const id of ids) known.set(id, [])
      await relational.scan(relationsOf(relational, ids, isForward, walkRelationsMax + 1 - relations), (row) => {
        const from: EntityId = { entityType: row.from_type as EntityType, id: row.from_id }
        const to: EntityId = { entityType: row.to_type as EntityType, id: row.to_id }
        const hop = isForward ? { from, to, type: row.type } : { from: to, to: from, type: row.type }
        relations++
        const link = { ...hop, passes: passes(hop) }
        if (link.passes || !followsMatching) known.get(hop.from.id)?.push(link)
      })
      if (relations > walkRelationsMax) throw tooLong()
    }
  }

  return async (rootEntity) => {
    const seen = new Set([rootEntity.id])
    const hops: Link[] = []
    let lastLevelAt = Number.POSITIVE_INFINITY
    let origins: EntityId[] = [rootEntity]
    for (let level = 1; level <= levels && origins.length > 0; level++) {
      await read(origins)
      if (level === levels) lastLevelAt = hops.length
      const next: EntityId[] = []
      for (const origin of origins) {
        for (const link of known.get(origin.id) ?? []) {
          if (++steps % stepsPerLook === 0 && turns.isOver) await turns.next()
          if (link.passes) hops.push(link)
          if (seen.has(link.to.id)) continue
          seen.add(link.to.id)
          next.push(link.to)
        }
      }
      if (steps > walkStepsMax) throw tooLong()
      origins = next
    }
    if (turns.isOver) await turns.next()
    const found = new Map<string, EntityId>()
    const goesOn = fetchLastLevelOnly ? new Set(hops.map(({ from }) => from.id)) : null
    for (const [at, { to }] of hops.entries()) {
      const isLast = !goesOn || at >= lastLevelAt || !goesOn.has(to.id)
      if (isLast && to.id !== rootEntity.id) found.set(to.id, to)
    }
    return [...found.values()]
  }
}

const tooLong = () =>
  badRequest(
    `The query follows more than ${walkRelationsMax} relations, or the same ones from too many roots. Use fewer levels or roots.`,
  )
