/**
 * Audit log. Services declare entries in the transaction of a change. Routes declare entries for rejected calls and,
 * if the level includes reads, for reads; these are written in a separate transaction.
 *
 * A commit hook adds the entries of changes. The caller is known from the request in which the commit runs; later
 * effects of the commit (rule chains, caches) aren't attributed to the caller. If an administrator acts as another
 * user, the entry belongs to that user, and its data contains the administrator as `actingUser`.
 */

import { DomainError } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import { withoutSecrets } from '@sonde/model/secrets/secret-texts'
import type { Logger } from 'pino'
import { actingUserOf, type Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { createContext } from '../guard/work.ts'
import type { AroundCall } from '../http/http-app.ts'
import { newId } from '../ids.ts'
import type { CommitHook } from '../journal/commit.ts'
import type { AuditActor, AuditNote } from '../messages/audit-note.ts'
import type { Statement } from '../storage/relational.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import type { AuditLevels } from './audit-levels.ts'
import type { AuditLogStore } from './audit-log-store.ts'

/** Maximum characters of an entry's data. Of larger data, only the size is stored. */
export const auditDataMax = 256 * 1024
const failureMax = 1000

interface Doing {
  readonly scope: Scope
  /** True after the response was sent: later work isn't attributed to the caller. */
  isOver: boolean
}

export interface AuditLogDeps {
  readonly store: Pick<AuditLogStore, 'insert'>
  readonly levels: AuditLevels
  readonly storage: Pick<Storage, 'transact'>
  readonly clock: Clock
  readonly log: Logger
}

export type AuditLogWriter = ReturnType<typeof createAuditLogWriter>

export function createAuditLogWriter({ store, levels, storage, clock, log }: AuditLogDeps) {
  const doing = createContext<Doing>()

  /** Statements that insert the notes, except those without an actor or below the audit level. */
  function insertsOf(notes: readonly AuditNote[], caller: Scope | undefined): Statement[] {
    return notes.flatMap(({ by, customerId = NIL_UUID, entityName = null, ...note }) => {
      const actor = by ?? (caller && actorOf(caller))
      if (!actor || !levels.logs(note.entity.entityType, note.action)) return []
      const data = withoutSecrets(dataOf(note.data, caller))
      const nowMs = clock.nowMs()
      return store.insert({
        ...note,
        ...actor,
        id: newId(nowMs),
        nowMs,
        entityName,
        customerId: !by && caller && customerId === NIL_UUID ? caller.customerId : customerId,
        data,
      })
    })
  }

  /** Commit hook that adds the audit log entries to transactions. */
  const hook: CommitHook = (next) => (transaction) =>
    transaction.audit === undefined ? next(transaction) : withEntries(next, transaction)

  async function withEntries(next: Storage['transact'], { audit = [], ...transaction }: Transaction) {
    const call = doing.getStore()
    const added = insertsOf(audit.filter(isOfTenant), call?.isOver ? undefined : call?.scope)
    if (added.length === 0) return next(transaction)
    const given = transaction.statements ?? []
    const result = await next({ ...transaction, statements: [...given, ...added] })
    return { ...result, rowsChanged: result.rowsChanged.slice(0, given.length) }
  }

  /** Runs a user's call. Entries of its changes and failures are attributed to the caller. */
  const around: AroundCall = (info, run) =>
    info.scope.isPublic || (info.method === 'GET' && !levels.withReads) ? run() : audited(info, run)

  const audited: AroundCall = async (info, run) => {
    const { scope, method, audit, auditsSuccess = method === 'GET' } = info
    const call: Doing = { scope, isOver: false }
    const writeEntry = async (failure?: string) => {
      if (typeof audit === 'function') await write(scope, { ...audit(info), ...(failure !== undefined && { failure }) })
    }
    let answer: unknown
    try {
      answer = await doing.run(call, run)
    } catch (error) {
      call.isOver = true
      if (method !== 'GET' && error instanceof DomainError) await writeEntry(error.message.slice(0, failureMax))
      throw error
    }
    call.isOver = true
    if (auditsSuccess) await writeEntry()
    return answer
  }

  async function write(scope: Scope, note: AuditNote) {
    const statements = insertsOf([note], scope)
    if (statements.length === 0) return
    try {
      await storage.transact({ statements })
    } catch (error) {
      // The response stays the same: there is no change that depends on the entry.
      log.error({ err: error }, 'Failed to save an audit log entry.')
    }
  }

  /** Email address of the caller. Undefined outside of calls. */
  const caller = (): string | undefined => doing.getStore()?.scope.email
  /** Id of the user who makes the current call. */
  const callerId = (): string | undefined => doing.getStore()?.scope.userId

  return { hook, around, caller, callerId }
}

/** JSON text of the data, including the acting user, if any. */
function dataOf(given: unknown, caller: Scope | undefined): string {
  const whole = JSON.stringify(given) ?? 'null'
  const bounded = whole.length > auditDataMax ? { characters: whole.length } : given
  if (!caller?.makers) return bounded === given ? whole : JSON.stringify(bounded)
  return JSON.stringify({
    ...(Object(bounded) === bounded ? (bounded as object) : {}),
    actingUser: actingUserOf(caller),
  })
}

const actorOf = ({ tenantId, userId, email }: Scope): AuditActor => ({ tenantId, userId, userName: email })

/** Changes of a tenant belong to the system and aren't logged for the tenant, except changes of its attributes. */
const isOfTenant = ({ by, entity, action }: AuditNote): boolean =>
  by !== undefined || entity.entityType !== 'TENANT' || action.startsWith('ATTRIBUTES')
