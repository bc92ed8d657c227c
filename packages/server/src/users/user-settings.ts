/**
 * What pages remember of a user, such as how tables were left.
 *
 * Invariants: nobody but the user reads or writes it; it goes with the user, and comes back with one from the trash. It is
 * about no entity of a tenant: neither the rule engine nor the audit log sees it.
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

  /** `{}` when nothing was saved. Throws 403 for a visitor of a public dashboard, who is nobody in particular. */
  async function get(scope: Scope, name: UserSettingName): Promise<UserSetting> {
    requireAccount(scope)
    return (await store.find(scope.userId, name)) ?? {}
  }

  /** Replaces it whole. */
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
