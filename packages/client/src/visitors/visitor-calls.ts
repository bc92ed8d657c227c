/** Permissions of visitors on public devices and assets beyond reading; tenant administrators only. Sonde API. */

import type { VisitedType, VisitorRights } from '@sonde/model/visitors/visitor-rights'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type VisitorCalls = ReturnType<typeof createVisitorCalls>

export function createVisitorCalls(rest: Rest) {
  const pathOf = (entityType: VisitedType, entityId: string) => `/api/v2/visitor-rights/${entityType}/${entityId}`
  return {
    /** Returns empty lists if nothing was granted. */
    rights: (entityType: VisitedType, entityId: string, options: CallOptions = {}) =>
      rest.request<VisitorRights>('GET', pathOf(entityType, entityId), options),

    /** Replaces the permissions. They end when the entity becomes private. */
    saveRights: (entityType: VisitedType, entityId: string, rights: VisitorRights, options: CallOptions = {}) =>
      rest.request<VisitorRights>('POST', pathOf(entityType, entityId), { ...options, body: rights }),
  }
}
