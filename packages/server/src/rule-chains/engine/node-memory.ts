/**
 * In-memory per-entity state of rule nodes, such as alarm rule counters. Each tenant has a memory quota in bytes,
 * shared by
 * all of its nodes. When it's exceeded, the least recently used entries are evicted, whichever node owns them; the
 * state of
 * an evicted entity starts empty with its next message.
 */

import type { Limits } from '../../limits/limits.ts'
import { createShares } from '../../turns/shares.ts'
import type { RememberedEntities } from './rule-node.ts'

/** Memory of all tenants together, as a multiple of the server's default quota of one tenant. */
const ofAll = 2
/** Maximum part that one tenant may use of the memory that other tenants don't use. */
const tenantPart = 3 / 4

export interface NodeMemory {
  /** Opens the memory of one node of the tenant. */
  open<T>(tenantId: string): RememberedEntities<T>
}

interface Entry {
  readonly id: string
  readonly node: Map<string, Entry>
  value: unknown
  bytes: number
}

export function createNodeMemory(limits: Pick<Limits, 'of' | 'count' | 'measure'>): NodeMemory {
  const shares = createShares(ofAll * limits.of(null, 'nodeMemoryBytes'), {
    tenantMax: (tenantId) => limits.of(tenantId, 'nodeMemoryBytes'),
    tenantPart,
    userPart: 1,
  })
  limits.measure('nodeMemoryBytes', shares.used)
  /** Entries of all nodes by tenant; least recently used first. */
  const tenants = new Map<string, Set<Entry>>()

  return {
    open<T>(tenantId: string): RememberedEntities<T> {
      const owner = { tenantId, userId: '' }
      const node = new Map<string, Entry>()
      let isClosed = false

      function use(entry: Entry): Set<Entry> {
        let entries = tenants.get(tenantId)
        if (!entries) {
          entries = new Set()
          tenants.set(tenantId, entries)
        }
        entries.delete(entry)
        entries.add(entry)
        return entries
      }

      function drop(entry: Entry) {
        entry.node.delete(entry.id)
        shares.give(owner, entry.bytes)
        const entries = tenants.get(tenantId)
        entries?.delete(entry)
        if (entries?.size === 0) tenants.delete(tenantId)
      }

      function grow(entry: Entry, entries: ReadonlySet<Entry>, by: number): boolean {
        let hadRoom = true
        while (!shares.tryAcquire(owner, by)) {
          if (hadRoom) limits.count(tenantId, 'nodeMemoryBytes')
          hadRoom = false
          const [oldest = entry] = entries
          drop(oldest)
          if (oldest === entry) return false
        }
        entry.bytes += by
        return hadRoom
      }

      return {
        get(id) {
          const entry = node.get(id)
          if (!entry) return undefined
          use(entry)
          return entry.value as T
        },
        set(id, value, bytes) {
          if (isClosed) return false
          const entry = node.get(id) ?? { id, node, value, bytes: 0 }
          entry.value = value
          node.set(id, entry)
          const entries = use(entry)
          const more = bytes - entry.bytes
          if (more > 0) return grow(entry, entries, more)
          shares.give(owner, -more)
          entry.bytes = bytes
          return true
        },
        delete(id) {
          const entry = node.get(id)
          if (entry) drop(entry)
          return entry !== undefined
        },
        *values() {
          for (const { value } of node.values()) yield value as T
        },
        get size() {
          return node.size
        },
        close() {
          isClosed = true
          for (const entry of [...node.values()]) drop(entry)
        },
      }
    },
  }
}
