/**
 * What a commit deletes goes to the trash or, where it cannot be restored, is noted, so that its points, attributes and
 * events are deleted too, later and in small steps (`purge.ts`).
 */

import type { EntityType } from '@sonde/model/ids'
import type { Clock } from '../clock.ts'
import type { CommitHook } from '../journal/commit.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { EntityChange, Storage, Transaction } from '../storage/storage.ts'
import { tombstoneStatements } from '../trash/trash-expiry.ts'
import type { TrashNotes } from '../trash/trash-writer.ts'

/** Rows per insert: below SQLite's limit of bound variables. */
const rowsPerInsert = 500
/** Nothing is kept by their ids. */
const withoutBelongings: readonly EntityType[] = ['ALARM', 'RPC', 'RULE_NODE']
export interface DeletionNotesParts {
  readonly relational: RelationalStore
  readonly clock: Clock
  /** Absent: everything is deleted for good. */
  readonly trash?: TrashNotes
}

export function recordDeletions({ relational, clock, trash }: DeletionNotesParts): CommitHook {
  const { build } = relational

  function notes(changes: readonly EntityChange[]): Statement[] {
    const deleted_time = clock.nowMs()
    const rows = changes.map(({ entity, tenantId }) => ({
      entity_id: entity.id,
      entity_type: entity.entityType,
      tenant_id: tenantId,
      deleted_time,
      purged_time: null,
    }))
    const statements: Statement[] = []
    for (let at = 0; at < rows.length; at += rowsPerInsert) {
      const insert = build.insertInto('deleted_entity').values(rows.slice(at, at + rowsPerInsert))
      statements.push(relational.statement(insert.onConflict((conflict) => conflict.doNothing())))
    }
    return statements
  }

  async function noting(next: Storage['transact'], transaction: Transaction, deleted: readonly EntityChange[]) {
    const kept = trash?.kept(transaction) ?? []
    const gone = deleted.filter((change) => !kept.includes(change))
    const tenants = gone.filter(({ entity }) => entity.entityType === 'TENANT').map(({ entity }) => entity.id)
    const added = [
      ...(kept.length > 0 ? (trash?.statements(kept, transaction) ?? []) : []),
      ...notes(gone),
      // Its trash goes with it.
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
