/**
 * `reset-password`: lets a user back in whom nobody else can let in. Of a stopped server only: a running one would go on
 * with what it remembers of the account.
 */

import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { NIL_UUID } from '@sonde/model/ids'
import { administratorEmails, type OperatorPassword, operatorPassword } from '../auth/operator-password.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import { openDataFolder } from '../storage/data-folder.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { checkAfterFailure } from '../storage/sqlite/failed-disk.ts'
import { migrate } from '../storage/sqlite/migrate.ts'
import { createSqliteRelational } from '../storage/sqlite/sqlite-relational.ts'
import { requireStore } from './data-parts.ts'
import { inWords, MaintenanceError } from './maintenance-error.ts'

export interface ResetPasswordOptions {
  readonly dataFolder: string
  readonly email: string
  readonly clock: Clock
}

/** In the audit log, as who did it. */
const operator = 'npm run sonde -- reset-password'

/**
 * A new password for the account, which is enabled and unlocked; all its sessions, and links that were mailed, end. Resolves
 * with the password. Throws `MaintenanceError` or `DataFolderError` with a line for the operator.
 */
export async function resetPassword({ dataFolder, email, clock }: ResetPasswordOptions): Promise<string> {
  const path = requireStore(dataFolder)
  const folder = openDataFolder(dataFolder)
  try {
    checkAfterFailure(path)
    const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true })
    try {
      migrate(database, path)
      const relational = createSqliteRelational({ database })
      const password = randomBytes(18).toString('base64url')
      const nowMs = clock.nowMs()
      const found = await operatorPassword(relational, email.trim(), password, nowMs)
      if (!found) {
        const known = (await administratorEmails(relational)).join(', ') || 'none'
        throw new MaintenanceError(`No user has the email ${email.trim()}. System administrators: ${known}.`)
      }
      write(database, [...found.statements, entryOf(relational, found.account, nowMs)])
      return password
    } finally {
      database.close()
    }
  } catch (error) {
    throw inWords(error, 'Writing', path)
  } finally {
    folder.release()
  }
}

const entryOf = (
  { build, statement }: RelationalStore,
  account: OperatorPassword['account'],
  nowMs: number,
): Statement =>
  statement(
    build.insertInto('audit_log').values({
      id: newId(nowMs),
      created_time: nowMs,
      tenant_id: account.tenantId,
      customer_id: account.customerId,
      entity_type: 'USER',
      entity_id: account.userId,
      entity_name: account.email,
      user_id: NIL_UUID,
      user_name: operator,
      action_type: 'CREDENTIALS_UPDATED',
      action_data: JSON.stringify({ entityId: account.userId }),
      action_status: 'SUCCESS',
      action_failure_details: '',
    }),
  )

function write(database: DatabaseSync, statements: readonly Statement[]): void {
  database.exec('begin immediate')
  try {
    for (const { sql, parameters } of statements) database.prepare(sql).run(...parameters)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
