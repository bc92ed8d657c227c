/** Entity types that can be assigned to edges: how to read one, list those of an edge, and the response schemas. */

import { plainSchemas } from '@sonde/model/assignables/plain-entity'
import { dashboard, dashboardInfo } from '@sonde/model/dashboards/dashboard'
import { device } from '@sonde/model/devices/device'
import { type PlainType, plainTypes, type TypesWith } from '@sonde/model/entities/entity-kinds'
import { entityView } from '@sonde/model/entity-views/entity-view'
import type { EntityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { ruleChain } from '@sonde/model/rule-chains/rule-chain'
import type { TSchema } from 'typebox'
import type { Scope } from '../access/scope.ts'
import type { RuleChainService } from '../rule-chains/rule-chain-service.ts'
import type { EdgeService } from './edge-service.ts'

export type EdgeContent = TypesWith<{ readonly edges: 'assigned' }>

/** Data of an entity that its assignment needs. */
export interface EdgeEntity {
  readonly id: EntityId
  readonly tenantId: { readonly id: string }
  readonly customerId?: { readonly id: string }
  /** Only for entity views: the viewed entity. */
  readonly entityId?: EntityId
  /** Only for rule chains. */
  readonly type?: string
}

export interface EdgeListFilter {
  readonly type?: string | undefined
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

/** Functions of a service whose entities can be assigned to edges. */
export interface EdgeContentService {
  /** Returns an entity that the caller may read. */
  readonly get: (scope: Scope, id: string) => Promise<EdgeEntity>
  readonly listOfEdge: (
    scope: Scope,
    edgeId: string,
    filter: EdgeListFilter,
    link: PageLink,
  ) => Promise<PageData<unknown>>
}

interface EdgeContentKind extends EdgeContentService {
  readonly schema: TSchema
  /** Schema in lists, if they contain less. */
  readonly listSchema?: TSchema
}

export type EdgeContents = Readonly<Record<EdgeContent, EdgeContentKind>>

export interface EdgeContentDeps {
  readonly devices: EdgeContentService
  readonly plainEntities: Readonly<Record<PlainType, { readonly service: EdgeContentService }>>
  readonly entityViews: EdgeContentService
  readonly dashboards: EdgeContentService
  readonly ruleChains: Pick<RuleChainService, 'get'>
  readonly edges: Pick<EdgeService, 'listChains'>
}

/** Plain types. */
const plainContents = ({ plainEntities }: EdgeContentDeps) =>
  Object.fromEntries<EdgeContentKind>(
    plainTypes.map((type) => [type, { ...plainEntities[type].service, schema: plainSchemas(type).entity }]),
  ) as Record<PlainType, EdgeContentKind>

export const createEdgeContents = (deps: EdgeContentDeps): EdgeContents => ({
  ...plainContents(deps),
  DEVICE: { ...deps.devices, schema: device },
  ENTITY_VIEW: { ...deps.entityViews, schema: entityView },
  DASHBOARD: { ...deps.dashboards, schema: dashboard, listSchema: dashboardInfo },
  RULE_CHAIN: {
    get: deps.ruleChains.get,
    listOfEdge: (scope, edgeId, _filter, link) => deps.edges.listChains(scope, edgeId, link),
    schema: ruleChain,
  },
})
