/**
 * `reset-password`: restores access for a user when no administrator can. The server must be stopped: a running one
 * would continue with its cached account data.
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
 * Sets a new password, enables and unlocks the account, and invalidates all its sessions and emailed links. Resolves
 * with the password. Throws `MaintenanceError` or `DataFolderError` with a line for the operator.
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
