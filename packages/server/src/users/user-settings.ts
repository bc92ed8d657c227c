/**
 * User settings that pages store, such as the state of tables.
 *
 * Invariants: only the user reads and writes them. They are deleted with the user and restored with a user from the
 * trash. They belong to no entity of a tenant, so there are no rule engine messages and no audit log entries.
 */

import { forbidden, notFound } from '@sonde/model/errors'
import type { UserSetting, UserSettingName } from '@sonde/model/users/user-settings'
import type { Scope } from '../access/scope.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { RowsMismatch } from '../storage/storage.ts'
import { createUserSettingStore } from './user-setting-store.ts'

export interface UserSettingsDeps {
  readonly relational: RelationalStore
  readonly commit: Commit
}

export type UserSettings = ReturnType<typeof createUserSettings>

export function createUserSettings({ relational, commit }: UserSettingsDeps) {
  const store = createUserSettingStore(relational)

  /** Returns `{}` if nothing was saved. Throws 403 for visitors of public dashboards, who have no account. */
  async function get(scope: Scope, name: UserSettingName): Promise<UserSetting> {
    requireAccount(scope)
    return (await store.find(scope.userId, name)) ?? {}
  }

  /** Replaces the whole setting. */
  async function save(scope: Scope, name: UserSettingName, setting: UserSetting): Promise<UserSetting> {
    requireAccount(scope)
    try {
      await commit({ statements: [store.save(scope.userId, name, setting)] })
    } catch (error) {
      if (error instanceof RowsMismatch) throw notFound('USER', scope.userId)
      throw error
    }
    return setting
  }

  return { get, save }
}

function requireAccount({ isPublic }: Scope): void {
  if (isPublic) throw forbidden('Visitors of public dashboards have no settings. Sign in to save them.')
}
