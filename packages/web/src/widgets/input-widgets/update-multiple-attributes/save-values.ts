/** Saves the values of a form: one request per entity and scope. Attributes can be restored as they were. */

import type { EntityId } from '@sonde/model/ids'
import type { Client } from '../../../session/page-client.ts'
import { loadAttributes, saveAttributes } from '../../../telemetry/stored-attributes.ts'
import type { ValueScope } from './input-fields.ts'

export interface ChangedValue {
  readonly entity: EntityId
  readonly scope: ValueScope
  readonly key: string
  /** Null: the attribute is deleted. */
  readonly value: string | number | boolean | null
}

type SavingClient = Pick<Client, 'rest' | 'telemetry'>

const quiet = { ignoreErrors: true }

/** Resolves with a function that restores the attributes; null: there is nothing that can be restored. */
export async function saveValues(
  client: SavingClient,
  changes: readonly ChangedValue[],
): Promise<(() => Promise<void>) | null> {
  const restores: (() => Promise<void>)[] = []
  for (const group of grouped(changes)) {
    const [{ entity, scope } = { entity: null, scope: null }] = group
    if (!entity) continue
    const values = Object.fromEntries(group.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])))
    if (scope === 'TIME_SERIES') {
      await client.telemetry.save(entity, values, undefined, quiet)
      continue
    }
    const keys = group.map(({ key }) => key)
    const before = (await loadAttributes(client, entity, scope)).filter(({ key }) => keys.includes(key))
    const deleted = group.flatMap(({ key, value }) => (value === null ? [key] : []))
    if (deleted.length < group.length) await client.telemetry.saveAttributes(entity, scope, values, quiet)
    if (deleted.length > 0) await client.telemetry.deleteAttributes(entity, scope, deleted, quiet)
    restores.push(async () => {
      const added = keys.filter((key) => !before.some((one) => one.key === key))
      const texts = before.map(({ key, json }) => [key, json] as const)
      if (texts.length > 0) await saveAttributes(client, entity, scope, texts)
      if (added.length > 0) await client.telemetry.deleteAttributes(entity, scope, added)
    })
  }
  if (restores.length === 0) return null
  return async () => {
    for (const restore of restores) await restore()
  }
}

function grouped(changes: readonly ChangedValue[]): readonly ChangedValue[][] {
  const groups = new Map<string, ChangedValue[]>()
  for (const change of changes) {
    const name = `${change.scope} ${change.entity.id}`
    groups.set(name, [...(groups.get(name) ?? []), change])
  }
  return [...groups.values()]
}
