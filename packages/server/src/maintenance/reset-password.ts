/**
 * `reset-password`: lets a user back in whom nobody else can let in. Of a stopped server only: a running one would go on
 * with what it remembers of the account.
 */

import { randomBytes } from 'node:crypto'
import { administratorEmails, operatorPassword } from '../auth/operator-password.ts'
import type { Clock } from '../clock.ts'
import { MaintenanceError } from '../storage/maintenance-error.ts'
import { storeMaintenance } from '../storage/open-storage.ts'
import { resetEntry } from './password-reset-store.ts'

export interface ResetPasswordOptions {
  readonly dataFolder: string
  readonly email: string
  readonly clock: Clock
}

/**
 * A new password for the account, which is enabled and unlocked; all its sessions, and links that were mailed, end.
 * Resolves with the password. Throws `MaintenanceError` or `DataFolderError` with a line for the operator.
 */
export const resetPassword = ({ dataFolder, email, clock }: ResetPasswordOptions): Promise<string> =>
  storeMaintenance.own(dataFolder, 'Writing', async ({ relational, write }) => {
    const password = randomBytes(18).toString('base64url')
    const nowMs = clock.nowMs()
    const found = await operatorPassword(relational, email.trim(), password, nowMs)
    if (!found) {
      const known = (await administratorEmails(relational)).join(', ') || 'none'
      throw new MaintenanceError(`No user has the email ${email.trim()}. System administrators: ${known}.`)
    }
    write([...found.statements, resetEntry(relational, found.account, nowMs)])
    return password
  })
