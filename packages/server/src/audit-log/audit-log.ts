/**
 * Who did what: an entry for every change that a person makes, in the transaction of the change; for what was refused, and
 * for reads where the level asks for them, in one of its own.
 *
 * The one place where this happens is a hook of the commit. The caller is known from the request that the commit runs in;
 * what the commit causes afterwards (rule chains, caches) is no longer the caller's doing.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { DomainError } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import type { Logger } from 'pino'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { AroundCall, CallInfo } from '../http/http-app.ts'
import { newId } from '../ids.ts'
import type { CommitHook } from '../journal/commit.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import type { Statement } from '../storage/relational.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import type { AuditLevels } from './audit-levels.ts'
import type { AuditEntry, AuditLogStore } from './audit-log-store.ts'
import { type AuditedCall, auditedActions } from './audited-messages.ts'
import { actionOfRoute } from './audited-routes.ts'

/** Characters of an entry's data; of more only its size is kept. */
export const auditDataMax = 256 * 1024
const failureMax = 1000

interface Doing {
  readonly scope: Scope
  readonly call: AuditedCall
  /** The call was answered: what still runs is nobody's. */
  isOver: boolean
}

export interface AuditLogParts {
  readonly store: Pick<AuditLogStore, 'insert'>
  readonly levels: AuditLevels
  readonly storage: Pick<Storage, 'transact'>
  readonly clock: Clock
  readonly log: Logger
}

export type AuditLogWriter = ReturnType<typeof createAuditLogWriter>

export function createAuditLogWriter({ store, levels, storage, clock, log }: AuditLogParts) {
  const doing = new AsyncLocalStorage<Doing>()

  function entryOf(note: AuditNote & { readonly hasName: boolean }): AuditEntry {
    const data = JSON.stringify(note.data) ?? 'null'
    const nowMs = clock.nowMs()
    const { hasName, ...rest } = note
    return {
      ...rest,
      id: newId(nowMs),
      nowMs,
      entityName: hasName ? note.entityName : null,
      data: data.length > auditDataMax ? JSON.stringify({ characters: data.length }) : data,
    }
  }

  const noteBy = (
    scope: Scope,
    of: Omit<AuditNote, 'tenantId' | 'userId' | 'userName' | 'entityName'> & { readonly entityName: string | null },
  ) =>
    entryOf({
      ...of,
      hasName: of.entityName !== null,
      entityName: of.entityName ?? '',
      tenantId: scope.tenantId,
      customerId: of.customerId === NIL_UUID ? scope.customerId : of.customerId,
      userId: scope.userId,
      userName: scope.email,
    })

  /** Statements that write what a transaction says, and what its caller does by it. */
  function statementsOf(transaction: Transaction): Statement[] {
    const statements: Statement[] = []
    for (const note of transaction.audit ?? []) {
      if (levels.logs(note.entity.entityType, note.action))
        statements.push(store.insert(entryOf({ ...note, hasName: true })))
    }
    const by = doing.getStore()
    if (by === undefined || by.isOver || transaction.audit) return statements
    for (const action of auditedActions(transaction, by.call)) {
      const isLogged = levels.logs(action.entity.entityType, action.action) && action.entity.entityType !== 'TENANT'
      const isOfTenant = action.entity.entityType === 'TENANT' && action.action.startsWith('ATTRIBUTES')
      if (isLogged || isOfTenant) statements.push(store.insert(noteBy(by.scope, action)))
    }
    return statements
  }

  /** Adds entries to the transactions of commits. */
  const hook: CommitHook = (next) => (transaction) => {
    if (transaction.audit === undefined && doing.getStore() === undefined) return next(transaction)
    return transactWith(next, transaction, statementsOf(transaction))
  }

  /** Runs what follows from a commit: it is no longer the caller's doing. */
  const follow = (work: () => void): void => doing.exit(work)

  async function transactWith(
    next: Storage['transact'],
    { audit: _, ...transaction }: Transaction,
    added: Statement[],
  ) {
    if (added.length === 0) return next(transaction)
    const given = transaction.statements ?? []
    const result = await next({ ...transaction, statements: [...given, ...added] })
    return { ...result, rowsChanged: result.rowsChanged.slice(0, given.length) }
  }

  /** Runs a call of a person; entries of what it changes, and of what it could not, are its caller's. */
  const around: AroundCall = async (info, run) => {
    const { scope, method, body, query } = info
    if (scope.isPublic || (method === 'GET' && !levels.withReads)) return run()
    const by: Doing = { scope, call: { method, body, query }, isOver: false }
    try {
      const answer = await doing.run(by, async () => run())
      by.isOver = true
      const action = isOnlyTold(info) ? actionOfRoute(info) : undefined
      if (action) await write(scope, action)
      return answer
    } catch (error) {
      by.isOver = true
      const action = method === 'GET' ? undefined : actionOfRoute(info)
      if (action && error instanceof DomainError)
        await write(scope, { ...action, failure: error.message.slice(0, failureMax) })
      throw error
    }
  }

  async function write(
    scope: Scope,
    action: NonNullable<ReturnType<typeof actionOfRoute>> & { readonly failure?: string },
  ) {
    if (!levels.logs(action.entity.entityType, action.action)) return
    try {
      await storage.transact({ statements: [store.insert(noteBy(scope, { ...action, customerId: NIL_UUID }))] })
    } catch (error) {
      // The caller's answer stands: nothing was changed that had to be kept with the entry.
      log.error({ err: error }, 'An entry of the audit log was not written.')
    }
  }

  /** E-mail address of who is calling; undefined outside of calls. */
  const caller = (): string | undefined => doing.getStore()?.scope.email
  /** The user whose call is under way. */
  const callerId = (): string | undefined => doing.getStore()?.scope.userId

  return { hook, follow, around, caller, callerId }
}

/** Calls that change nothing in the store, and are logged all the same. */
const isOnlyTold = ({ method, path }: CallInfo): boolean =>
  method === 'GET' || path.startsWith('/api/rpc/') || path.startsWith('/api/plugins/rpc/')
