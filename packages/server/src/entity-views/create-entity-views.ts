/** The parts of entity views, put together. What reads and tells telemetry comes before everything that does so. */

import type { EntityView } from '@sonde/model/entity-views/entity-view'
import type { AssignableParts } from '../assignables/assignable-service.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { ListParts } from '../entity-query/entity-list.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { SeriesStore } from '../storage/series.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { createEntityViewService } from './entity-view-service.ts'
import { createEntityViewStore, readAllViews } from './entity-view-store.ts'
import { createViewIndex } from './view-index.ts'
import { createViewEcho, createViewedSeries } from './viewed-series.ts'

export interface OpenedViewsParts {
  readonly relational: RelationalStore
  readonly series: SeriesStore
  readonly live: ChangeStream
}

interface ServiceParts extends Omit<AssignableParts<EntityView>, 'entityType' | 'word' | 'store' | 'onAssigned'> {
  readonly attributes: AttributeStore
  readonly lists: ListParts
}

/** Reads all views. `series` is the store for whoever reads, `told` is where commits are published. */
export async function openEntityViews({ relational, series, live }: OpenedViewsParts) {
  const index = createViewIndex({ views: await readAllViews(relational), live })
  return {
    index,
    series: createViewedSeries({ series, index }),
    told: createViewEcho({ live, index }),
    /** A view that is there again, as the wire carries it. */
    put: (view: EntityView) => index.put(view),
    createService: ({ lists, ...parts }: ServiceParts) =>
      createEntityViewService({ ...parts, store: createEntityViewStore(lists), index }),
  }
}
