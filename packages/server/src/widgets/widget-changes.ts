/** What a change of bundles and types tells others, and how the store's refusals are answered. */

import { notFound } from '@sonde/model/errors'
import { type EntityType, NIL_UUID } from '@sonde/model/ids'
import type { WidgetTypeDetails } from '@sonde/model/widgets/widget-type'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import type { Scope } from '../access/scope.ts'
import { entityMessage } from '../journal/entity-message.ts'
import { type EntityChange, RowsMismatch, type Transaction, UniqueViolation } from '../storage/storage.ts'

/** Tries to find a free alias while others take the same one. */
const triesMax = 5

const messageTypes = { created: 'ENTITY_CREATED', updated: 'ENTITY_UPDATED', deleted: 'ENTITY_DELETED' } as const

/** Messages for the rules of a tenant go without what is large: image and descriptor. The system has no rules. */
export function toldOfWidgets(
  scope: Scope,
  kind: EntityChange['kind'],
  widgets: readonly (WidgetsBundle | WidgetTypeDetails)[],
  nowMs: number,
): Required<Pick<Transaction, 'changes' | 'messages'>> {
  const type = messageTypes[kind]
  return {
    changes: widgets.map(({ id, tenantId }) => ({ kind, entity: id, tenantId: tenantId.id, customerId: NIL_UUID })),
    messages: widgets
      .filter(({ tenantId }) => tenantId.id !== NIL_UUID)
      .map((widget) => {
        const large = 'descriptor' in widget ? { image: null, descriptor: '' } : { image: null }
        return entityMessage({ scope, type, originator: widget.id, data: { ...widget, ...large }, nowMs })
      }),
  }
}

/** Runs `write`, again when somebody took the alias meanwhile; 404 for what is gone. */
export async function written<T>([type, id]: readonly [EntityType, string], write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (error instanceof RowsMismatch) throw notFound(type, id)
      if (!(error instanceof UniqueViolation) || tries === triesMax) throw error
    }
  }
}
