/**
 * Moves what a commit deletes to the trash or, if it can't be restored, records a tombstone, so that its points,
 * attributes and events are deleted later in small steps (`purge.ts`).
 */

import { type EntityType, isIdOf } from '@sonde/model/ids'
import type { Clock } from '../clock.ts'
import type { CommitHook } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { EntityChange, Storage, Transaction } from '../storage/storage.ts'
import { tombstoneStatements } from '../trash/trash-expiry.ts'
import type { TrashNotes } from '../trash/trash-writer.ts'
import { createDeletedEntityStore } from './deleted-entity-store.ts'

/** Types without data that is stored under their IDs. */
const withoutBelongings: readonly EntityType[] = ['ALARM', 'RPC', 'RULE_NODE']
export interface DeletionRecordsDeps {
  readonly relational: RelationalStore
  readonly clock: Clock
  /** Absent: everything is deleted permanently. */
  readonly trash?: TrashNotes
}

export function recordDeletions({ relational, clock, trash }: DeletionRecordsDeps): CommitHook {
  const store = createDeletedEntityStore(relational)

  async function noting(next: Storage['transact'], transaction: Transaction, deleted: readonly EntityChange[]) {
    const trashed = trash?.trashed(transaction) ?? []
    const gone = deleted.filter((change) => !trashed.includes(change))
    const tenants = gone.flatMap(({ entity }) => (isIdOf('TENANT', entity) ? [entity.id] : []))
    const added = [
      ...(trashed.length > 0 ? (trash?.statements(trashed, transaction) ?? []) : []),
      ...store.note(gone, clock.nowMs()),
      // A tenant's trash is deleted with it.
      ...tenants.flatMap((id) => tombstoneStatements(relational, clock.nowMs(), { tenantId: id })),
    ]
    const { rowsChanged, ...result } = await next({
      ...transaction,
      statements: [...added, ...(transaction.statements ?? [])],
    })
    return { ...result, rowsChanged: rowsChanged.slice(added.length) }
  }

  return (next) => (transaction) => {
    const deleted = transaction.changes?.filter(isNoted)
    return deleted?.length ? noting(next, transaction, deleted) : next(transaction)
  }
}

const isNoted = ({ kind, entity }: EntityChange): boolean =>
  kind === 'deleted' && !withoutBelongings.includes(entity.entityType)
