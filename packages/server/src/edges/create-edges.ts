/** The parts of edges, put together. */

import type { Edge } from '@sonde/model/edges/edge'
import type { Logger } from 'pino'
import type { AssignableParts } from '../assignables/assignable-service.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { ListParts } from '../entity-query/entity-list.ts'
import type { RuleChainService } from '../rule-chains/rule-chain-service.ts'
import { createEdgeAssignment, type EdgeAssignmentParts } from './edge-assignment.ts'
import { createEdgeEventRecorder } from './edge-event-recorder.ts'
import { createEdgeImport } from './edge-import.ts'
import { createEdgeService } from './edge-service.ts'
import { createEdgeStore } from './edge-store.ts'

export interface EdgesParts extends Omit<AssignableParts<Edge>, 'entityType' | 'word' | 'store' | 'onAssigned'> {
  readonly lists: ListParts
  readonly live: ChangeStream
  readonly ruleChains: Pick<RuleChainService, 'get'>
  readonly find: EdgeAssignmentParts['find']
  readonly viewsOf: EdgeAssignmentParts['viewsOf']
  /** `SONDE_EDGES`. */
  readonly isOffered: boolean
  readonly log: Logger
}

export function createEdges(parts: EdgesParts) {
  const store = createEdgeStore(parts.lists)
  const edges = createEdgeService({ ...parts, store })
  return {
    edges,
    edgeAssignment: createEdgeAssignment({ ...parts, edges, store }),
    edgeImport: createEdgeImport({ ...parts, edges, turns: parts.lists.relational.turns }),
    news: createEdgeEventRecorder({ ...parts, store }),
  }
}
