/**
 * The first start of a store: somebody must be able to sign in, and nobody else.
 *
 * The demo's passwords are known to everyone, so a store that holds its accounts only ever listens on this machine.
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

/** The platform must not start like this; the message is one line for the operator. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

export interface FirstStartDeps {
  readonly config: Pick<Config, 'dataFolder' | 'host' | 'trustedProxies' | 'demo' | 'adminEmail' | 'adminPassword'>
  readonly users: Pick<AccountUsers, 'hasSystemAdministrator' | 'hasEmail' | 'createSystemAdministrator'>
  readonly passwords: Passwords
  /** Makes the default tenant profile. */
  readonly tenants: { ensureDefaultProfile(): Promise<void> }
}

export interface FirstStart {
  /** Whether the store had no administrator before. */
  readonly isNew: boolean
  /** To be printed, this once. */
  readonly generated: { readonly email: string; readonly password: string; readonly file: string } | null
}

/** Makes what a new store needs. Throws `StartupError` for the demo's accounts beyond this machine. */
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
  // The file first: a password that nobody can read would lock everybody out. One of a start that broke off goes.
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
