/** Watches attributes of the caller's tenant, customer or user that are part of a live query's filters. */

import type { KeyFilter } from '@sonde/model/entity-query/entity-query'
import type { SessionContext } from './session-parts.ts'

/** Calls `onChange` when one of them changes. Returns the function that stops watching. */
export function watchDynamicSources(
  { scope, parts }: SessionContext,
  filters: readonly KeyFilter[] | null | undefined,
  onChange: () => void,
): () => void {
  const unwatch = parts.entityQuery.dynamicSources(scope, filters).map(({ entity, key }) =>
    parts.watchers.watchEntity(scope.tenantId, entity.id, {
      attributes(writes) {
        if (writes.some((write) => write.scope === 'SERVER_SCOPE' && write.key === key)) onChange()
      },
    }),
  )
  return () => {
    for (const stop of unwatch) stop()
  }
}
