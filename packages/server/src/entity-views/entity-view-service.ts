/** Service of entity views: create and update, in addition to the operations of all assignable entities. */

import { checkEntityTexts } from '@sonde/model/entity-texts'
import type { EntityView, EntityViewInput } from '@sonde/model/entity-views/entity-view'
import { badRequest } from '@sonde/model/errors'
import { type EntityId, entityId } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { assignableChange, assignableWritten } from '../assignables/assignable-changes.ts'
import { type AssignableDeps, createAssignableService } from '../assignables/assignable-service.ts'
import { newId } from '../ids.ts'
import { entityAction } from '../journal/entity-action.ts'
import type { Limits } from '../limits/limits.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import type { EntityViewStore } from './entity-view-store.ts'
import { copiedAttributes } from './view-attributes.ts'
import type { ViewIndex } from './view-index.ts'

export interface EntityViewDeps extends Omit<AssignableDeps<EntityView>, 'entityType' | 'store' | 'onAssigned'> {
  readonly store: EntityViewStore
  readonly index: Pick<ViewIndex, 'put' | 'of' | 'requireRoom'>
  readonly limits: Pick<Limits, 'of' | 'reject'>
  readonly attributes: AttributeStore
}

export type EntityViewService = ReturnType<typeof createEntityViewService>

export function createEntityViewService(deps: EntityViewDeps) {
  const { store, index, limits, attributes, access, commit, clock } = deps
  const views = createAssignableService<EntityView>({ ...deps, entityType: 'ENTITY_VIEW' })

  /**
   * Creates a view without an ID, updates one with an ID; an update doesn't change its customer. Throws 400 if the name
   * is in use.
   */
  async function save(scope: Scope, input: EntityViewInput): Promise<EntityView> {
    const before = input.id ? await views.getFor(scope, 'WRITE', input.id.id) : undefined
    if (!before) views.requireCreate(scope)
    const { name, type } = input
    checkEntityTexts('entity view', { name, type })
    const { startTimeMs, endTimeMs } = timesOf(input)
    const viewed = entityId(input.entityId.entityType, input.entityId.id.toLowerCase())
    await access.requireEntity(scope, 'READ', viewed)
    const nowMs = clock.nowMs()
    const view: EntityView = {
      entityId: viewed,
      tenantId: entityId('TENANT', scope.tenantId),
      customerId: before?.customerId ?? entityId('CUSTOMER', await views.newOwner(scope, input.customerId)),
      name,
      type,
      keys: keysOf(input),
      startTimeMs,
      endTimeMs,
      id: before?.id ?? entityId('ENTITY_VIEW', newId(nowMs)),
      createdTime: before?.createdTime ?? nowMs,
      additionalInfo: input.additionalInfo ?? null,
    }
    index.requireRoom(view, limits)
    await assignableWritten(
      'entity view',
      commit({
        statements: [store.holdViewed(scope.tenantId, viewed), before ? store.update(view) : store.insert(view)],
        attributes: await copiedAttributes(attributes, view, before, nowMs),
        changes: [assignableChange(before ? 'updated' : 'created', view)],
        ...entityAction(scope, before ? 'UPDATED' : 'ADDED', view, nowMs),
      }),
    )
    index.put(view)
    return view
  }

  /** Throws 400 while a view shows the entity: its views must be deleted or moved first. */
  async function requireNoViews(entity: EntityId): Promise<void> {
    const [first, ...others] = index.of(entity.id)
    if (!first) return
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    throw badRequest(`Used by the entity view "${first.name}"${more}. Delete entity views first.`)
  }

  /** IDs of the views of an entity. */
  const ofEntity = (tenantId: string, id: string): Promise<string[]> => store.ofEntity(tenantId, id)

  return { ...views, save, requireNoViews, ofEntity, find: store.find }
}

function timesOf(input: EntityViewInput) {
  const startTimeMs = input.startTimeMs ?? 0
  const endTimeMs = input.endTimeMs ?? 0
  if (endTimeMs !== 0 && startTimeMs > endTimeMs) throw badRequest('startTimeMs must not be after endTimeMs.')
  return { startTimeMs, endTimeMs }
}

function keysOf({ keys }: EntityViewInput): EntityView['keys'] {
  const { cs, sh, ss } = keys?.attributes ?? {}
  const once = (list: readonly string[] | null | undefined) => [...new Set(list ?? [])]
  return { timeseries: once(keys?.timeseries), attributes: { cs: once(cs), sh: once(sh), ss: once(ss) } }
}
