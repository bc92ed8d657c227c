/** What visitors may do with public devices and assets beyond reading; tenant administrators only. Sonde's own. */

import type { VisitedType, VisitorRights } from '@sonde/model/visitors/visitor-rights'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type VisitorCalls = ReturnType<typeof createVisitorCalls>

export function createVisitorCalls(rest: Rest) {
  const pathOf = (entityType: VisitedType, entityId: string) => `/api/v2/visitor-rights/${entityType}/${entityId}`
  return {
    /** Empty lists when nothing was named. */
    rights: (entityType: VisitedType, entityId: string, options: CallOptions = {}) =>
      rest.request<VisitorRights>('GET', pathOf(entityType, entityId), options),

    /** Replaces what was named. The rights end when the entity becomes private. */
    saveRights: (entityType: VisitedType, entityId: string, rights: VisitorRights, options: CallOptions = {}) =>
      rest.request<VisitorRights>('POST', pathOf(entityType, entityId), { ...options, body: rights }),
  }
}
