/**
 * Answers about a tenant's entities of a type, in memory until something changes that they are about: counting 100,000
 * entities takes as long as thirty pages of them, and a page is asked for far more often than a device of it changes.
 *
 * An answer is never older than the last change that was published: the change stream publishes a commit before its
 * commit resolves, and an answer that was under way then is not cached.
 */

import type { EntityType } from '@sonde/model/ids'
import type { PageLink } from '@sonde/model/paging'
import type { ChangeStream } from '../changes/change-stream.ts'
import { changesFields } from '../storage/storage.ts'

export interface ResultCache<T> {
  /**
   * `what` names the answer among those about the tenant's entities of the type. It may be about their columns, the
   * customers that they belong to, and the attributes that are watched.
   */
  of(entityType: EntityType, tenantId: string, what: string, read: () => Promise<T>): Promise<T>
}

export interface ResultCacheOptions<T> {
  readonly live: Pick<ChangeStream, 'watchAll'>
  /** Attributes that answers are about. */
  readonly attributes?: readonly string[]
  readonly weightOf: (answer: T) => number
  /** Weight of all that is kept; what was not asked for the longest time goes first. */
  readonly weightMax: number
  /** Heavier answers would drive out too many others and are not kept; `weightMax` without it. */
  readonly heaviest?: number
}

/** What a page is named by, beside its filter. */
export const linkName = ({ page, pageSize, textSearch, sortProperty, sortOrder }: PageLink): string =>
  JSON.stringify([page, pageSize, textSearch, sortProperty, sortOrder])

/** The answers that one change takes along. */
interface Group {
  isOver: boolean
}

interface CachedResult<T> {
  readonly group: Group
  readonly answer: T
  readonly weight: number
}

export function createResultCache<T>(options: ResultCacheOptions<T>): ResultCache<T> {
  const { live, attributes: watched = [], weightOf, weightMax, heaviest = weightMax } = options
  const groups = new Map<string, Map<string, Group>>()
  const cached = new Map<string, CachedResult<T>>()
  let weight = 0

  live.watchAll({
    change(change) {
      if (groups.size === 0 || !changesFields(change)) return
      const { entity, kind, tenantId } = change
      if (entity.entityType === 'TENANT') {
        if (kind === 'deleted') forget(entity.id)
      } else if (entity.entityType === 'CUSTOMER') forget(tenantId)
      else {
        forgetType(tenantId, entity.entityType)
        // A profile's name is its devices' type.
        if (entity.entityType === 'DEVICE_PROFILE') forgetType(tenantId, 'DEVICE')
      }
    },
    attributes(written) {
      if (groups.size === 0 || watched.length === 0) return
      for (const { entity, tenantId, key } of written)
        if (watched.includes(key)) forgetType(tenantId, entity.entityType)
    },
  })

  function forget(tenantId: string) {
    for (const entityType of groups.get(tenantId)?.keys() ?? []) forgetType(tenantId, entityType)
  }

  /** Its answers stay where they are until they are asked for, or have to go. */
  function forgetType(tenantId: string, entityType: string) {
    const ofTenant = groups.get(tenantId)
    const group = ofTenant?.get(entityType)
    if (!ofTenant || !group) return
    group.isOver = true
    ofTenant.delete(entityType)
    if (ofTenant.size === 0) groups.delete(tenantId)
  }

  function groupOf(tenantId: string, entityType: string): Group {
    const ofTenant = groups.get(tenantId) ?? new Map<string, Group>()
    groups.set(tenantId, ofTenant)
    const group = ofTenant.get(entityType) ?? { isOver: false }
    ofTenant.set(entityType, group)
    return group
  }

  function drop(name: string) {
    weight -= cached.get(name)?.weight ?? 0
    cached.delete(name)
  }

  return {
    async of(entityType, tenantId, what, read) {
      const name = `${tenantId} ${entityType} ${what}`
      const existing = cached.get(name)
      if (existing && !existing.group.isOver) {
        // To the end: the oldest goes first.
        cached.delete(name)
        cached.set(name, existing)
        return existing.answer
      }
      const group = groupOf(tenantId, entityType)
      const answer = await read()
      drop(name)
      const added = weightOf(answer)
      if (group.isOver || added > heaviest) return answer
      cached.set(name, { group, answer, weight: added })
      weight += added
      for (const oldest of cached.keys()) {
        if (weight <= weightMax) break
        drop(oldest)
      }
      return answer
    },
  }
}
