/**
 * Copies what a transaction deletes into the trash, in the same transaction and before its own statements. Nothing can
 * change in between, and a failed deletion leaves nothing in the trash.
 */

import type { EntityType } from '@sonde/model/ids'
import { isTrashedType, type TrashedType } from '@sonde/model/trash/trashed-types'
import type { Clock } from '../clock.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { EntityChange, Transaction } from '../storage/storage.ts'
import { createTrashNoteStore } from './trash-note-store.ts'

export interface TrashNotes {
  /** Deletions of a transaction that go to the trash. */
  trashed(transaction: Transaction): readonly EntityChange[]
  /** Statements that copy them into the trash. */
  statements(trashed: readonly EntityChange[], transaction: Transaction): readonly Statement[]
}

export interface TrashWriterDeps {
  readonly relational: RelationalStore
  readonly clock: Clock
  /** `SONDE_TRASH_DAYS`; 0: nothing goes to the trash. */
  readonly days: number
  /** Email of the caller, for deletions without a message. */
  readonly caller?: () => string | undefined
}

export function createTrashNotes({ relational, clock, days, caller }: TrashWriterDeps): TrashNotes {
  const store = createTrashNoteStore(relational)

  /** The user who deleted the entity, and the rule engine message of the deletion. */
  function notificationOf(id: string, { messages = [] }: Transaction) {
    const deletions = messages.filter((message) => message.type === 'ENTITY_DELETED')
    const own = deletions.find((message) => message.originator.id === id)
    return { by: (own ?? deletions[0])?.metadata.userName ?? caller?.() ?? '', entity: own?.data ?? null }
  }

  function statementsOf(change: EntityChange, type: TrashedType, wholeId: string | null, transaction: Transaction) {
    const { id } = change.entity
    const { by, entity } = notificationOf(id, transaction)
    return store.keep(change, type, { wholeId, by, message: entity, nowMs: clock.nowMs() })
  }

  return {
    trashed({ changes = [], isFinal = false }) {
      if (days === 0 || isFinal) return []
      return changes.filter(({ kind, entity }) => kind === 'deleted' && isTrashedType(entity.entityType))
    },
    statements(trashed, transaction) {
      const idOf = (type: EntityType | undefined) =>
        trashed.find(({ entity }) => type !== undefined && entity.entityType === type)?.entity.id ?? null
      return trashed.flatMap((change) => {
        const { entityType } = change.entity
        if (!isTrashedType(entityType)) return []
        return statementsOf(change, entityType, idOf(entityDescriptors[entityType].trash?.whole), transaction)
      })
    },
  }
}
