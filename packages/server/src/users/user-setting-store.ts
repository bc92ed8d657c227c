/** Stores settings of users in the relational store. */

import type { Uuid } from '@sonde/model/ids'
import type { UserSetting, UserSettingName } from '@sonde/model/users/user-settings'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export function createUserSettingStore({ build, first, statement }: RelationalStore) {
  async function find(userId: Uuid<'USER'>, name: UserSettingName): Promise<UserSetting | undefined> {
    const row = await first(
      build.selectFrom('user_setting').select('value').where('user_id', '=', userId).where('name', '=', name),
    )
    return row && (JSON.parse(row.value) as UserSetting)
  }

  /** Replaces the whole setting. Fails with `RowsMismatch` if the user doesn't exist (anymore). */
  function save(userId: Uuid<'USER'>, name: UserSettingName, setting: UserSetting): Statement {
    const value = JSON.stringify(setting)
    const query = build
      .insertInto('user_setting')
      .columns(['user_id', 'name', 'value'])
      .expression(
        build
          .selectFrom('user')
          .select((select) => ['id', select.val<string>(name).as('name'), select.val(value).as('value')])
          .where('id', '=', userId),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value }))
    return statement(query, { expectRows: 1 })
  }

  return { find, save }
}
