/** Stores the resource library of the system and of the tenants in the relational store. */

import { entityId, NIL_UUID, type TenantId, type Uuid } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Lwm2mObject, Resource, ResourceInfo, ResourceType } from '@sonde/model/resources/resource'
import { sql } from 'kysely'
import { entityPage } from '../storage/entity-page.ts'
import { fileBytesOf } from '../storage/file-bytes.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { ResourceTable } from '../storage/schema.ts'

const sortColumns = {
  createdTime: 'resource.created_time',
  title: 'resource.title',
  resourceType: 'resource.resource_type',
  resourceKey: 'resource.resource_key',
  tenantId: 'resource.tenant_id',
  id: 'resource.id',
}

const infoColumns = [
  'resource.id',
  'resource.created_time',
  'resource.tenant_id',
  'resource.title',
  'resource.resource_type',
  'resource.resource_key',
] as const

/** Object described by a model. Stored separately, so that lists don't need to parse the XML. */
export interface DescribedObject {
  readonly id: number
  readonly name: string
  /** Parts offered by forms. Null: none. */
  readonly object: Lwm2mObject | null
}

export type ResourceStore = ReturnType<typeof createResourceStore>

export function createResourceStore(relational: RelationalStore) {
  const { build } = relational

  /**
   * Resources of the tenant and of the system. A tenant's resource hides a system resource with the same type and key.
   */
  const visibleTo = (tenantId: TenantId) =>
    build.selectFrom('resource').where(
      tenantId === NIL_UUID
        ? sql<boolean>`resource.tenant_id = ${NIL_UUID}`
        : sql<boolean>`(resource.tenant_id = ${tenantId} or (resource.tenant_id = ${NIL_UUID} and not exists (
            select 1 from resource own where own.tenant_id = ${tenantId}
              and own.resource_type = resource.resource_type and own.resource_key = resource.resource_key)))`,
    )

  const page = (tenantId: TenantId, link: PageLink): Promise<PageData<ResourceInfo>> =>
    entityPage(relational, visibleTo(tenantId).select(infoColumns), {
      link,
      sortColumns,
      searchColumns: ['resource.title', 'resource.resource_key', 'resource.object_name'],
      idColumn: 'resource.id',
      map: infoOf,
    })

  async function find(tenantId: TenantId, id: Uuid<'TB_RESOURCE'>): Promise<Resource | undefined> {
    const row = await relational.first(
      build.selectFrom('resource').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id),
    )
    return row && { ...infoOf(row), fileName: row.file_name, data: row.data }
  }

  async function findInfo(tenantId: TenantId, id: Uuid<'TB_RESOURCE'>): Promise<ResourceInfo | undefined> {
    const row = await relational.first(
      build.selectFrom('resource').select(infoColumns).where('tenant_id', '=', tenantId).where('id', '=', id),
    )
    return row && infoOf(row)
  }

  const modelsOf = (tenantId: TenantId) =>
    visibleTo(tenantId)
      .where('resource.resource_type', '=', 'LWM2M_MODEL')
      .where('resource.object', 'is not', null)
      .select('resource.object as object')

  /** Page of the objects described by models. */
  const pageOfObjects = (tenantId: TenantId, link: PageLink): Promise<PageData<Lwm2mObject>> =>
    entityPage(relational, modelsOf(tenantId), {
      link: { ...link, sortProperty: link.sortProperty ?? 'id' },
      sortColumns: { id: sql.ref('resource.object_id'), name: 'resource.object_name' },
      searchColumns: ['resource.title', 'resource.resource_key', 'resource.object_name'],
      idColumn: 'resource.id',
      map: objectOf,
    })

  async function objects(tenantId: TenantId, keys: readonly string[]): Promise<Lwm2mObject[]> {
    return (await relational.scan(modelsOf(tenantId).where('resource.resource_key', 'in', keys))).map(objectOf)
  }

  /** Total bytes of a tenant's files. */
  const bytesOf = (tenantId: TenantId): Promise<number> => fileBytesOf(relational, 'resource', tenantId)

  /** Rejects with `UniqueViolation` if the tenant already has a resource of this type and key. */
  const insert = (resource: Resource, described: DescribedObject | null): Statement =>
    relational.statement(build.insertInto('resource').values(rowOf(resource, described)), { expectRows: 1 })

  function update(resource: Resource, described: DescribedObject | null): Statement {
    const { id, tenant_id, created_time: _, ...values } = rowOf(resource, described)
    return relational.statement(
      build.updateTable('resource').set(values).where('id', '=', id).where('tenant_id', '=', tenant_id),
      { expectRows: 1 },
    )
  }

  const remove = (tenantId: TenantId, id: Uuid<'TB_RESOURCE'>): Statement =>
    relational.statement(build.deleteFrom('resource').where('tenant_id', '=', tenantId).where('id', '=', id), {
      expectRows: 1,
    })

  return { page, find, findInfo, pageOfObjects, objects, bytesOf, insert, update, remove }
}

const infoOf = (
  row: Pick<ResourceTable, 'id' | 'created_time' | 'tenant_id' | 'title' | 'resource_type' | 'resource_key'>,
): ResourceInfo => ({
  id: entityId('TB_RESOURCE', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  title: row.title,
  resourceType: row.resource_type as ResourceType,
  resourceKey: row.resource_key,
})

const objectOf = (row: { readonly object: string | null }): Lwm2mObject =>
  JSON.parse(row.object ?? 'null') as Lwm2mObject

const rowOf = (resource: Resource, described: DescribedObject | null): ResourceTable => ({
  id: resource.id.id,
  created_time: resource.createdTime,
  tenant_id: resource.tenantId.id,
  title: resource.title,
  resource_type: resource.resourceType,
  resource_key: resource.resourceKey,
  file_name: resource.fileName,
  object_id: described?.id ?? null,
  object_name: described?.name ?? null,
  object: described?.object ? JSON.stringify(described.object) : null,
  bytes: Buffer.byteLength(resource.data, 'base64'),
  data: resource.data,
})
