/**
 * What pages remember of a user, such as how tables were left.
 *
 * Invariants: nobody but the user reads or writes it; it goes with the user, and comes back with one from the trash. It is
 * about no thing of a tenant: neither the rule engine nor the audit log hears of it.
 */

import { forbidden, notFound } from '@sonde/model/errors'
import type { UserSetting, UserSettingName } from '@sonde/model/users/user-settings'
import type { Scope } from '../access/scope.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { RowsMismatch } from '../storage/storage.ts'

export interface UserSettingsParts {
  readonly relational: RelationalStore
  readonly commit: Commit
}

export type UserSettings = ReturnType<typeof createUserSettings>

export function createUserSettings({ relational, commit }: UserSettingsParts) {
  const { build } = relational

  /** `{}` when nothing was saved. Throws 403 for a visitor of a public dashboard, who is nobody in particular. */
  async function get(scope: Scope, name: UserSettingName): Promise<UserSetting> {
    requireAccount(scope)
    const row = await relational.first(
      build.selectFrom('user_setting').select('value').where('user_id', '=', scope.userId).where('name', '=', name),
    )
    return row ? (JSON.parse(row.value) as UserSetting) : {}
  }

  /** Replaces it whole. */
  async function save(scope: Scope, name: UserSettingName, setting: UserSetting): Promise<UserSetting> {
    requireAccount(scope)
    const value = JSON.stringify(setting)
    // Only while there is the user: whoever is deleted meanwhile leaves nothing behind.
    const query = build
      .insertInto('user_setting')
      .columns(['user_id', 'name', 'value'])
      .expression(
        build
          .selectFrom('user')
          .select((select) => ['id', select.val<string>(name).as('name'), select.val(value).as('value')])
          .where('id', '=', scope.userId),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value }))
    try {
      await commit({ statements: [relational.statement(query, { expectRows: 1 })] })
    } catch (error) {
      if (error instanceof RowsMismatch) throw notFound('USER', scope.userId)
      throw error
    }
    return setting
  }

  return { get, save }
}

function requireAccount({ isPublic }: Scope): void {
  if (isPublic) throw forbidden('Visitors of a public dashboard have no settings; sign in to keep some.')
}
