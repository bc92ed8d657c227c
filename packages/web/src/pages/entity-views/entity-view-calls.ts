/** What several parts of the entity views room ask of the platform. */

import { createEntityViewCalls } from '@sonde/client/entity-views/entity-view-calls'
import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { useMemo } from 'react'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'

export function useEntityViewCalls() {
  const { rest } = useClient()
  return useMemo(() => createEntityViewCalls(rest), [rest])
}

/** An entity view; what the list knows of it is shown until the answer comes. */
export function useEntityView(entityViewId: string, known: EntityViewInfo | undefined) {
  const entityViews = useEntityViewCalls()
  return useEntity({
    room: 'entityViews',
    id: entityViewId,
    load: (id, signal) => entityViews.info(id, { signal, ignoreErrors: true }),
    known,
  })
}
