/**
 * First start of a store: creates an administrator who can sign in, and ensures that others can't.
 *
 * The passwords of the demo are publicly known, so a server whose store contains demo accounts only listens on this
 * machine.
 */

import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, isLocalOnly } from '../config/config.ts'
import { demoAccounts, demoEmails } from '../demo/demo-accounts.ts'
import type { AccountUsers } from './account-users.ts'
import type { Passwords } from './passwords.ts'
import { writeOwnerOnly } from './signing-key.ts'

export const adminPasswordFile = 'admin-password.txt'
export const generatedAdminEmail = 'admin@localhost'

/** The server must not start with this configuration. The message is one line for the operator. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

export interface FirstStartDeps {
  readonly config: Pick<Config, 'dataFolder' | 'host' | 'trustedProxies' | 'demo' | 'adminEmail' | 'adminPassword'>
  readonly users: Pick<AccountUsers, 'hasSystemAdministrator' | 'hasEmail' | 'createSystemAdministrator'>
  readonly passwords: Passwords
  /** Creates the default tenant profile. */
  readonly tenants: { ensureDefaultProfile(): Promise<void> }
}

export interface FirstStart {
  /** Whether the store had no administrator before. */
  readonly isNew: boolean
  /** Generated credentials, to be printed this once; null: none. */
  readonly generated: { readonly email: string; readonly password: string; readonly file: string } | null
}

/** Creates what a new store needs. Throws `StartupError` if other machines could reach demo accounts. */
export async function ensureFirstStart({ config, users, passwords, tenants }: FirstStartDeps): Promise<FirstStart> {
  await rejectOpenDemo(config, users)
  await tenants.ensureDefaultProfile()
  if (await users.hasSystemAdministrator()) return { isNew: false, generated: null }
  const create = async ({ email, password }: { readonly email: string; readonly password: string }) =>
    users.createSystemAdministrator(email, await passwords.hash(password))

  const { adminEmail, adminPassword } = config
  if (config.demo) await create(demoAccounts.systemAdministrator)
  if (adminEmail !== null && adminPassword !== null) await create({ email: adminEmail, password: adminPassword })
  if (config.demo || adminEmail !== null) return { isNew: true, generated: null }

  const file = join(config.dataFolder, adminPasswordFile)
  const generated = { email: generatedAdminEmail, password: randomBytes(18).toString('base64url'), file }
  // Write the file first: an account whose password can't be read would be useless. Replaces the file of an interrupted
  // start.
  rmSync(file, { force: true })
  writeOwnerOnly(file, `${generated.password}\n`)
  await create(generated)
  return { isNew: true, generated }
}

async function rejectOpenDemo(
  config: Pick<Config, 'host' | 'trustedProxies'>,
  users: Pick<AccountUsers, 'hasEmail'>,
): Promise<void> {
  if (isLocalOnly(config)) return
  for (const email of demoEmails) {
    if (await users.hasEmail(email)) {
      throw new StartupError(
        `The database contains the demo accounts with known passwords, so the server can't be open to others (SONDE_HOST=${config.host}). Set another SONDE_DATA, or SONDE_HOST=127.0.0.1 without SONDE_TRUSTED_PROXIES.`,
      )
    }
  }
}
