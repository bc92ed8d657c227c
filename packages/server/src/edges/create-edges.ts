/** Creates the parts of edges and connects them. */

import type { Edge } from '@sonde/model/edges/edge'
import type { Logger } from 'pino'
import type { AssignableDeps } from '../assignables/assignable-service.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { ListDeps } from '../entity-query/entity-list.ts'
import { createEdgeAssignment, type EdgeAssignmentDeps } from './edge-assignment.ts'
import { createEdgeContents, type EdgeContentDeps } from './edge-contents.ts'
import { createEdgeEventRecorder, type EdgeEventRecorderDeps } from './edge-event-recorder.ts'
import { createEdgeImport } from './edge-import.ts'
import { createEdgeService } from './edge-service.ts'
import { createEdgeStore } from './edge-store.ts'

export interface EdgesDeps
  extends Omit<AssignableDeps<Edge>, 'entityType' | 'store' | 'onAssigned' | 'requireNoViews'>,
    Omit<EdgeContentDeps, 'edges'> {
  readonly lists: ListDeps
  readonly live: ChangeStream
  readonly viewsOf: EdgeAssignmentDeps['viewsOf']
  /** `SONDE_EDGES`. */
  readonly isOffered: boolean
  readonly limits: EdgeEventRecorderDeps['limits']
  readonly log: Logger
}

export function createEdges(deps: EdgesDeps) {
  const store = createEdgeStore(deps.lists)
  const edges = createEdgeService({ ...deps, store })
  const edgeContents = createEdgeContents({ ...deps, edges })
  return {
    edges,
    edgeContents,
    edgeAssignment: createEdgeAssignment({ ...deps, edges, store, contents: edgeContents }),
    edgeImport: createEdgeImport({ ...deps, edges, turns: deps.lists.relational.turns }),
    eventRecorder: createEdgeEventRecorder({ ...deps, store }),
  }
}
