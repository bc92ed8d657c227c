/** Stores the system settings in the relational store: JSON values by key. */

import { NIL_UUID } from '@sonde/model/ids'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export interface StoredSettings {
  readonly id: string
  readonly createdTime: number
  readonly value: unknown
}

export type AdminSettingsStore = ReturnType<typeof createAdminSettingsStore>

export function createAdminSettingsStore(relational: RelationalStore) {
  const { build } = relational

  async function find(key: string): Promise<StoredSettings | undefined> {
    const row = await relational.first(
      build.selectFrom('admin_settings').selectAll().where('tenant_id', '=', NIL_UUID).where('key', '=', key),
    )
    return row && { id: row.id, createdTime: row.created_time, value: JSON.parse(row.json_value) as unknown }
  }

  /** Saves settings. Existing settings keep their id and created time. */
  const save = (key: string, { id, createdTime, value }: StoredSettings): Statement => {
    const json = JSON.stringify(value)
    return relational.statement(
      build
        .insertInto('admin_settings')
        .values({ id, created_time: createdTime, tenant_id: NIL_UUID, key, json_value: json })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doUpdateSet({ json_value: json })),
    )
  }

  return { find, save }
}
