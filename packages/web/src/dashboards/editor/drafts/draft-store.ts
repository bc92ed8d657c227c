/**
 * Unsaved changes of dashboards, in the browser's IndexedDB: at most one draft per user and dashboard. A user never reads
 * the drafts of another one. All functions reject if the browser has no such storage or it is full.
 */

import type { EditableDashboard } from '@sonde/model/dashboards/editing/editable-dashboard'
import { parseJson } from '@sonde/model/exact-json'
import { type DraftSize, draftsToDrop } from './draft-limits.ts'

export interface Draft {
  /** Version of the dashboard that the changes are based on. */
  readonly version: number
  /** Epoch ms of the last change, clock of this browser. */
  readonly time: number
  readonly dashboard: EditableDashboard
}

export interface DraftKey {
  readonly userId: string
  readonly dashboardId: string
}

/** A draft without its content, so that the limit is checked without reading all of them. */
interface StoredSize extends DraftSize {
  readonly version: number
}

interface StoredText {
  readonly key: string
  /** Dashboard as JSON. */
  readonly text: string
}

const keyOf = ({ userId, dashboardId }: DraftKey) => `${userId} ${dashboardId}`

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('sonde.dashboardDrafts', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('sizes', { keyPath: 'key' })
    request.result.createObjectStore('texts', { keyPath: 'key' })
  }
  return resultOf(request)
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser’s storage failed.'))
  })
}

/** Runs `work` in a transaction and resolves when its changes are stored. */
async function inTransaction<T>(
  mode: IDBTransactionMode,
  work: (sizes: IDBObjectStore, texts: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(['sizes', 'texts'], mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser’s storage failed.'))
    })
    const [result] = await Promise.all([work(transaction.objectStore('sizes'), transaction.objectStore('texts')), done])
    return result
  } finally {
    database.close()
  }
}

/** Null if there is none. */
export const readDraft = (of: DraftKey): Promise<Draft | null> =>
  inTransaction('readonly', async (sizes, texts) => {
    const key = keyOf(of)
    const [size, content] = await Promise.all([
      resultOf<StoredSize | undefined>(sizes.get(key)),
      resultOf<StoredText | undefined>(texts.get(key)),
    ])
    if (!size || !content) return null
    return { version: size.version, time: size.time, dashboard: parseJson(content.text) as EditableDashboard }
  })

/** Replaces the draft. The oldest drafts are dropped if all are too long together. */
export const writeDraft = (of: DraftKey, { version, time, dashboard }: Draft): Promise<void> =>
  inTransaction('readwrite', async (sizes, texts) => {
    const text = JSON.stringify(dashboard)
    const added: StoredSize = { key: keyOf(of), version, time, length: text.length }
    const stored = await resultOf<StoredSize[]>(sizes.getAll())
    sizes.put(added)
    texts.put({ key: added.key, text } satisfies StoredText)
    for (const key of draftsToDrop(stored, added)) {
      sizes.delete(key)
      texts.delete(key)
    }
  })

export const removeDraft = (of: DraftKey): Promise<void> =>
  inTransaction('readwrite', async (sizes, texts) => {
    sizes.delete(keyOf(of))
    texts.delete(keyOf(of))
  })
