/** Events about accounts: changes for the change stream, notes for the audit log. */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { entityId } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import type { EntityChange } from '../storage/storage.ts'
import type { Account } from './account-store.ts'

/** The account's rights changed: its live sockets check their tokens again. */
export const accountChange = ({
  userId,
  tenantId,
  customerId,
}: Pick<Account, 'userId' | 'tenantId' | 'customerId'>): EntityChange => ({
  kind: 'updated',
  entity: entityId('USER', userId),
  tenantId,
  customerId,
  aspect: 'credentials',
})

/** Sessions of the account began or ended: caches read them again. */
export const sessionsChange = (account: Pick<Account, 'userId' | 'tenantId' | 'customerId'>): EntityChange => ({
  ...accountChange(account),
  aspect: 'sessions',
})

export interface AccountNoteOptions {
  /** Why the action failed. */
  readonly failure?: string
  /** The acting user, if it isn't the owner of the account. */
  readonly actor?: Pick<Scope, 'userId' | 'email' | 'tenantId'>
}

export const accountNote = (
  account: Account,
  action: AuditAction,
  data: object,
  { failure, actor = account }: AccountNoteOptions = {},
): AuditNote => ({
  action,
  entity: entityId('USER', account.userId),
  entityName: account.email,
  customerId: account.customerId,
  by: { tenantId: actor.tenantId, userId: actor.userId, userName: actor.email },
  data,
  ...(failure === undefined ? {} : { failure }),
})
