/**
 * Walks over relations from roots: which entities relation filters find.
 *
 * Level by level and cycle-safe: an entity's relations are followed once. The filters choose among the hops, they do
 * not stop the walk. Walks of one query share what they read, so relations are read once however many roots lead there,
 * and the bounds hold for all of them together.
 */

import { badRequest } from '@sonde/model/errors'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { RelationalStore } from '../storage/relational.ts'
import { relationsOf } from './relation-walk-store.ts'

/** Levels of a walk that names no bound, and the most that any may go. */
export const walkLevelsMax = 50
/** Relations that the walks of a query may read. */
export const walkRelationsMax = 50_000
/** Relations that they may follow, those again that lead on from another root. */
export const walkStepsMax = 2_000_000
const originsPerQuery = 500
/** Steps between two looks at the time. */
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
}

interface Link extends Hop {
  readonly passes: boolean
}

/** Finds entities at the end of hops that pass, each once, the root never. Throws 400 when the walks are too long. */
export type Walk = (rootEntity: EntityId) => Promise<EntityId[]>

export function createWalk(
  relational: RelationalStore,
  { direction, maxLevel, fetchLastLevelOnly }: WalkRules,
  passes: (hop: Hop) => boolean,
): Walk {
  const { turns } = relational
  const levels = maxLevel && maxLevel > 0 ? Math.min(maxLevel, walkLevelsMax) : walkLevelsMax
  const isForward = (direction ?? 'FROM') === 'FROM'
  /** By origin; an origin that was read and leads nowhere has none. */
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
        known.get(hop.from.id)?.push({ ...hop, passes: passes(hop) })
        relations++
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
