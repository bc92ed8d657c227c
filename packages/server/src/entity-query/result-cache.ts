/**
 * Cache of query results about a tenant's entities of one type, until something that they depend on changes. Counting
 * 100,000 entities takes as long as reading thirty pages of them, and pages are requested far more often than their
 * devices change.
 *
 * A cached result is never older than the last published change: the change stream publishes a commit before the commit
 * resolves, and a result that was being read at that time isn't cached.
 */

import type { EntityType } from '@sonde/model/ids'
import type { PageLink } from '@sonde/model/paging'
import type { ChangeStream } from '../changes/change-stream.ts'
import { changesFields } from '../storage/storage.ts'

export interface ResultCache<T> {
  /**
   * `what` identifies the result among those about the tenant's entities of the type. A result may depend on columns of
   * the entities, on their customers and on the watched attributes.
   */
  of(entityType: EntityType, tenantId: string, what: string, read: () => Promise<T>): Promise<T>
}

export interface ResultCacheOptions<T> {
  readonly live: Pick<ChangeStream, 'watchAll'>
  /** Keys of attributes that results depend on. */
  readonly attributes?: readonly string[]
  readonly weightOf: (answer: T) => number
  /** Maximum total weight; the least recently used results are evicted first. */
  readonly weightMax: number
  /** Maximum weight of one result. A heavier one would evict too many others and isn't cached. Default: `weightMax`. */
  readonly heaviest?: number
}

/** Cache key of a page link, to be combined with that of the filter. */
export const linkName = ({ page, pageSize, textSearch, sortProperty, sortOrder }: PageLink): string =>
  JSON.stringify([page, pageSize, textSearch, sortProperty, sortOrder])

/** Results that one change invalidates together. */
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

  /** Invalidates the results of a type. They are removed when they are requested again or evicted. */
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
        // Move to the end: the oldest is evicted first.
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
