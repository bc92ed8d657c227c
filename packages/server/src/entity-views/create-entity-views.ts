/** Creates the parts of entity views. The parts that read and publish telemetry are created first. */

import type { EntityView } from '@sonde/model/entity-views/entity-view'
import type { Logger } from 'pino'
import type { AssignableDeps } from '../assignables/assignable-service.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { ListDeps } from '../entity-query/entity-list.ts'
import type { Limits } from '../limits/limits.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { SeriesStore } from '../storage/series.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { createEntityViewService } from './entity-view-service.ts'
import { createEntityViewStore, readAllViews } from './entity-view-store.ts'
import { createViewIndex } from './view-index.ts'
import { createViewEcho, createViewedSeries } from './viewed-series.ts'

export interface OpenedViewsDeps {
  readonly relational: RelationalStore
  readonly series: SeriesStore
  readonly live: ChangeStream
  readonly log: Pick<Logger, 'error'>
}

interface ServiceDeps extends Omit<AssignableDeps<EntityView>, 'entityType' | 'word' | 'store' | 'onAssigned'> {
  readonly attributes: AttributeStore
  readonly lists: ListDeps
  readonly limits: Pick<Limits, 'of' | 'reject' | 'measure'>
}

/** Reads all views. `series`: series store for readers; `echo`: publishes commits. */
export async function openEntityViews({ relational, series, live, log }: OpenedViewsDeps) {
  const index = await createViewIndex({ views: readAllViews(relational), live })
  if (index.left > 0)
    log.error({ views: index.left }, 'Some entity views show nothing: they are more than a server holds.')
  return {
    index,
    series: createViewedSeries({ series, index }),
    echo: createViewEcho({ live, index }),
    /** Adds a restored view. */
    put: (view: EntityView) => index.put(view),
    requireRoom: index.requireRoom,
    createService({ lists, limits, ...parts }: ServiceDeps) {
      limits.measure('entityViews', index.mostOf)
      limits.measure('entityViewBytes', index.bytesOf)
      return createEntityViewService({ ...parts, store: createEntityViewStore(lists), index, limits })
    },
  }
}
