/**
 * Attributes of entity views: copies that are made only when the view is saved. Attributes that were last written
 * within the view's times are copied; those that an earlier save copied are deleted first.
 */

import type { EntityView } from '@sonde/model/entity-views/entity-view'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import type { AttributeWrite } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'

const scopes = [
  ['CLIENT_SCOPE', 'cs'],
  ['SHARED_SCOPE', 'sh'],
  ['SERVER_SCOPE', 'ss'],
] as const satisfies readonly (readonly [AttributeScope, string])[]

/**
 * Attribute writes for the transaction that saves `view`. `before`: the view before the change; undefined if it is new.
 */
export async function copiedAttributes(
  attributes: AttributeStore,
  view: EntityView,
  before: EntityView | undefined,
  nowMs: number,
): Promise<AttributeWrite[]> {
  const writes: AttributeWrite[] = []
  for (const [scope, list] of scopes) {
    const copies = await attributes.attributes(view.entityId.id, scope, view.keys.attributes[list])
    const made = new Map(
      copies.filter(({ lastUpdateTs }) => isWithin(view, lastUpdateTs)).map((each) => [each.key, each]),
    )
    const write = (key: string): AttributeWrite => {
      const copy = made.get(key)
      return {
        tenantId: view.tenantId.id,
        entity: view.id,
        scope,
        key,
        lastUpdateTs: copy?.lastUpdateTs ?? nowMs,
        value: copy ? { type: copy.type, value: copy.value } : null,
        notifyDevice: false,
      }
    }
    const keys = new Set([...(before?.keys.attributes[list] ?? []), ...made.keys()])
    writes.push(...[...keys].map(write))
  }
  return writes
}

const isWithin = ({ startTimeMs, endTimeMs }: EntityView, ts: number): boolean =>
  (startTimeMs === 0 || ts > startTimeMs) && (endTimeMs === 0 || ts < endTimeMs)
