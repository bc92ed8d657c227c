/**
 * Resource library: LwM2M models, which device profiles refer to, and key stores.
 *
 * The system administrator manages the system's resources, which every tenant sees. A tenant's resource hides a system
 * resource with the same type and key.
 */

import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink, SortDirection } from '@sonde/model/paging'
import type { Lwm2mObject, Resource, ResourceInfo, ResourceInput } from '@sonde/model/resources/resource'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { actionOfKind, entityAction } from '../journal/entity-action.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import { compareTexts } from '../storage/text-search.ts'
import { objectOfModel, readLwm2mModel } from './lwm2m-model.ts'
import type { DescribedObject, ResourceStore } from './resource-store.ts'

/** Maximum characters of the model name in a title, which has a separate limit. */
const modelNameMax = 200

export interface ResourceDeps {
  readonly store: ResourceStore
  readonly quotas: Pick<EntityLimits, 'withBytes'>
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
}

export type ResourceService = ReturnType<typeof createResourceService>

export function createResourceService({ store, quotas, access, commit, clock }: ResourceDeps) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<Resource> {
    const { tenantId } = await access.requireEntity(scope, operation, entityId('TB_RESOURCE', id))
    const resource = await store.find(tenantId, id)
    if (!resource) throw notFound('TB_RESOURCE', id)
    return resource
  }

  /** Resource including its file. */
  const get = (scope: Scope, id: string): Promise<Resource> => getFor(scope, 'READ', id)

  async function getInfo(scope: Scope, id: string): Promise<ResourceInfo> {
    const { tenantId } = await access.requireEntity(scope, 'READ', entityId('TB_RESOURCE', id))
    const info = await store.findInfo(tenantId, id)
    if (!info) throw notFound('TB_RESOURCE', id)
    return info
  }

  /** Resources of the system and of the tenant. */
  const list = (scope: Scope, link: PageLink): Promise<PageData<ResourceInfo>> => store.page(scope.tenantId, link)

  /** Creates a resource, or updates it if the input has an id. Missing fields keep their values. */
  async function save(scope: Scope, input: ResourceInput): Promise<Resource> {
    const before = input.id ? await getFor(scope, 'WRITE', input.id.id.toLowerCase()) : undefined
    if (!before) {
      const none = { id: entityId('TB_RESOURCE', NIL_UUID), tenantId: scope.tenantId, customerId: NIL_UUID }
      access.require(scope, 'CREATE', none)
    } else if (before.resourceType !== input.resourceType) {
      throw badRequest('The type of a resource can’t change. Create another resource.')
    }
    const nowMs = clock.nowMs()
    const { resource, described } = resourceFrom(scope, input, before, nowMs)
    const kind = before ? 'updated' : 'created'
    const write = () =>
      commit({
        statements: [before ? store.update(resource, described) : store.insert(resource, described)],
        ...publishedOf(scope, kind, resource, nowMs),
      })
    const bytes = bytesOf(resource) - (before ? bytesOf(before) : 0)
    const isLimited = scope.tenantId !== NIL_UUID && bytes > 0
    await written(
      resource,
      isLimited
        ? quotas.withBytes('TB_RESOURCE', scope.tenantId, bytes, () => store.bytesOf(scope.tenantId), write)
        : write(),
    )
    return resource
  }

  /** Always allowed: device profiles that use it then find no resource. */
  async function remove(scope: Scope, id: string): Promise<void> {
    const resource = await getFor(scope, 'DELETE', id)
    await written(
      resource,
      commit({
        statements: [store.remove(resource.tenantId.id, id)],
        ...publishedOf(scope, 'deleted', resource, clock.nowMs()),
      }),
    )
  }

  /** Page of the objects described by models, as a plain list. */
  async function pageOfObjects(scope: Scope, link: PageLink): Promise<Lwm2mObject[]> {
    return [...(await store.pageOfObjects(scope.tenantId, link)).data]
  }

  /** Objects by the keys of their models. Missing ones are omitted. */
  async function objects(
    scope: Scope,
    keys: readonly string[],
    sort: { readonly property: 'id' | 'name'; readonly order: SortDirection },
  ): Promise<Lwm2mObject[]> {
    if (keys.length === 0) return []
    const compare = (a: Lwm2mObject, b: Lwm2mObject) =>
      (sort.property === 'name' ? compareTexts(a.name, b.name) : a.id - b.id) || (a.keyId < b.keyId ? -1 : 1)
    return (await store.objects(scope.tenantId, keys)).sort((a, b) =>
      sort.order === 'DESC' ? compare(b, a) : compare(a, b),
    )
  }

  return { get, getInfo, list, save, remove, pageOfObjects, objects }
}

/** Builds the resource to store and, for a model, the object that it describes. Throws 400 with the problem. */
function resourceFrom(scope: Scope, input: ResourceInput, before: Resource | undefined, nowMs: number) {
  const data = input.data ?? before?.data ?? ''
  if (data === '') throw badRequest('Send the file as Base64 in data.')
  if (!isBase64(data)) throw badRequest('The data of the resource must be Base64.')
  const isModel = input.resourceType === 'LWM2M_MODEL'
  const model = isModel ? readLwm2mModel(data) : null
  const modelKey = model && `${model.id}_${model.version}`
  const fileName = (input.fileName ?? before?.fileName ?? (modelKey && `${modelKey}.xml`))?.trim() ?? ''
  checkEntityTexts('resource', { 'file name': fileName })
  const described: DescribedObject | null = model && {
    id: model.id,
    name: model.name.slice(0, modelNameMax),
    object: objectOfModel(model),
  }
  const ownTitle = described && model ? `${described.name} id=${model.id} v${model.version}` : input.title
  const title = (before ? (input.title ?? before.title) : ownTitle)?.trim() ?? ''
  checkEntityTexts('resource', { title })
  const resource: Resource = {
    id: before?.id ?? entityId('TB_RESOURCE', newId(nowMs)),
    createdTime: before?.createdTime ?? nowMs,
    tenantId: entityId('TENANT', scope.tenantId),
    title,
    resourceType: input.resourceType,
    resourceKey: modelKey ?? fileName,
    fileName,
    data,
  }
  return { resource, described }
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text)

const bytesOf = ({ data }: Resource): number => Buffer.byteLength(data, 'base64')

/** Publishes a change without the file, which can be large. */
function publishedOf(scope: Scope, kind: EntityChange['kind'], resource: Resource, nowMs: number) {
  const { id, tenantId } = resource
  return {
    changes: [{ kind, entity: id, tenantId: tenantId.id, customerId: NIL_UUID }],
    ...entityAction(scope, actionOfKind[kind], { ...resource, data: '' }, nowMs),
  }
}

async function written({ id, resourceType, resourceKey }: Resource, commit: Promise<unknown>): Promise<void> {
  try {
    await commit
  } catch (error) {
    if (error instanceof UniqueViolation) {
      throw badRequest(
        resourceType === 'LWM2M_MODEL'
          ? `The model ${resourceKey} already exists. Delete it first.`
          : `A resource with the file name ${resourceKey} already exists. Rename the file.`,
      )
    }
    if (error instanceof RowsMismatch) throw notFound('TB_RESOURCE', id.id)
    throw error
  }
}
