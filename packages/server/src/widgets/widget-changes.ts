/** Publishes changes of bundles and types, and maps errors of the store to responses. */

import { notFound } from '@sonde/model/errors'
import { type EntityType, NIL_UUID } from '@sonde/model/ids'
import type { WidgetTypeDetails } from '@sonde/model/widgets/widget-type'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import type { Scope } from '../access/scope.ts'
import { actionOfKind, type EntityAction, entityAction, entityActions } from '../journal/entity-action.ts'
import { type EntityChange, RowsMismatch, type Transaction, UniqueViolation } from '../storage/storage.ts'

/** Maximum attempts to find a free alias under concurrent writes. */
const triesMax = 5

/** Builds the messages to the tenant's rule engine, without the large fields image and descriptor. */
export function publishWidgetChanges(
  scope: Scope,
  kind: EntityChange['kind'],
  widgets: readonly (WidgetsBundle | WidgetTypeDetails)[],
  nowMs: number,
): EntityAction & Required<Pick<Transaction, 'changes'>> {
  const actions = widgets.map((widget) => {
    const data = { ...widget, image: null, ...('descriptor' in widget && { descriptor: '' }) }
    return entityAction(scope, actionOfKind[kind], data, nowMs)
  })
  return {
    changes: widgets.map(({ id, tenantId }) => ({ kind, entity: id, tenantId: tenantId.id, customerId: NIL_UUID })),
    ...entityActions(actions),
  }
}

/** Runs `write`, and retries if the alias was taken concurrently. Throws 404 if the item doesn't exist. */
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
