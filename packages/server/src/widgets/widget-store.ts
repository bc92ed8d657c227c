/** Stores the widget bundles and types of the system and of the tenants in the relational store. */

import type { WidgetKind } from '@sonde/model/dashboards/dashboard-configuration'
import { parseJson } from '@sonde/model/exact-json'
import { entityId, NIL_UUID, type TenantId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { WidgetDescriptor, WidgetType, WidgetTypeDetails, WidgetTypeInfo } from '@sonde/model/widgets/widget-type'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { entityPage } from '../storage/entity-page.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { WidgetsBundleTable, WidgetTypeTable } from '../storage/schema.ts'

const sortColumns = {
  createdTime: 'created_time',
  title: 'title',
  alias: 'alias',
  tenantId: 'tenant_id',
  id: 'id',
}

const infoColumns = [
  'id',
  'created_time',
  'tenant_id',
  'bundle_alias',
  'alias',
  'name',
  'kind',
  'image',
  'description',
] as const

export type WidgetStore = ReturnType<typeof createWidgetStore>

export function createWidgetStore(relational: RelationalStore) {
  const { build, dialect } = relational

  /** Bundles of the tenant and of the system. */
  const bundlesFor = (tenantId: TenantId) =>
    build
      .selectFrom('widgets_bundle')
      .selectAll()
      .where('tenant_id', 'in', [...new Set([NIL_UUID, tenantId])])

  const pageOfBundles = (tenantId: TenantId, link: PageLink): Promise<PageData<WidgetsBundle>> =>
    entityPage(relational, bundlesFor(tenantId), {
      link,
      sortColumns,
      searchColumns: ['title'],
      idColumn: 'id',
      map: bundleOf,
    })

  async function bundles(tenantId: TenantId): Promise<WidgetsBundle[]> {
    return (await relational.scan(bundlesFor(tenantId).orderBy('title').orderBy('id'))).map(bundleOf)
  }

  async function findBundle(tenantId: TenantId, id: string): Promise<WidgetsBundle | undefined> {
    const query = build.selectFrom('widgets_bundle').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id)
    const row = await relational.first(query)
    return row && bundleOf(row)
  }

  async function findBundleByAlias(tenantId: TenantId, alias: string): Promise<WidgetsBundle | undefined> {
    const row = await relational.first(
      build.selectFrom('widgets_bundle').selectAll().where('tenant_id', '=', tenantId).where('alias', '=', alias),
    )
    return row && bundleOf(row)
  }

  async function bundleAliases(tenantId: TenantId): Promise<ReadonlySet<string>> {
    const rows = await relational.scan(
      build.selectFrom('widgets_bundle').select('alias').where('tenant_id', '=', tenantId),
    )
    return new Set(rows.map(({ alias }) => alias))
  }

  /** Rejects with `UniqueViolation` if the tenant already has this alias. */
  const insertBundle = (bundle: WidgetsBundle): Statement =>
    relational.statement(build.insertInto('widgets_bundle').values(bundleRowOf(bundle)), { expectRows: 1 })

  function updateBundle(bundle: WidgetsBundle): Statement {
    const { title, image, description } = bundleRowOf(bundle)
    return relational.statement(
      build
        .updateTable('widgets_bundle')
        .set({ title, image, description })
        .where('id', '=', bundle.id.id)
        .where('tenant_id', '=', bundle.tenantId.id),
      { expectRows: 1 },
    )
  }

  /** Deletes a bundle and its types. Fails if the bundle has types other than `typeIds`. */
  const removeBundle = ({ id, tenantId, alias }: WidgetsBundle, typeIds: readonly string[]): Statement =>
    relational.statement(
      build
        .deleteFrom('widgets_bundle')
        .where('tenant_id', '=', tenantId.id)
        .where('id', '=', id.id)
        .where(({ not, exists }) =>
          not(exists(typesOf(tenantId.id, alias).select('id').where('id', 'not in', dialect.idList(typeIds)))),
        ),
      { expectRows: 1 },
    )

  /** Rolls a transaction back if the bundle doesn't exist anymore. */
  const requireBundle = (tenantId: TenantId, alias: string): Statement =>
    relational.statement(
      build.updateTable('widgets_bundle').set({ alias }).where('tenant_id', '=', tenantId).where('alias', '=', alias),
      { expectRows: 1 },
    )

  const typesOf = (tenantId: TenantId, bundleAlias: string) =>
    build
      .selectFrom('widget_type')
      .where('tenant_id', '=', tenantId)
      .where('bundle_alias', '=', bundleAlias)
      .orderBy('created_time')
      .orderBy('id')

  /** Types of a bundle, in order of creation. */
  async function types(tenantId: TenantId, bundleAlias: string): Promise<WidgetTypeDetails[]> {
    return (await relational.scan(typesOf(tenantId, bundleAlias).selectAll())).map(typeDetailsOf)
  }

  async function typeInfos(tenantId: TenantId, bundleAlias: string): Promise<WidgetTypeInfo[]> {
    return (await relational.scan(typesOf(tenantId, bundleAlias).select(infoColumns))).map(typeInfoOf)
  }

  async function findType(tenantId: TenantId, id: string): Promise<WidgetTypeDetails | undefined> {
    const row = await relational.first(
      build.selectFrom('widget_type').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id),
    )
    return row && typeDetailsOf(row)
  }

  async function findTypeByAlias(
    tenantId: TenantId,
    bundleAlias: string,
    alias: string,
  ): Promise<WidgetTypeDetails | undefined> {
    const row = await relational.first(
      build
        .selectFrom('widget_type')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('bundle_alias', '=', bundleAlias)
        .where('alias', '=', alias),
    )
    return row && typeDetailsOf(row)
  }

  /** Rejects with `UniqueViolation` if the bundle already has this alias. */
  const insertType = (type: WidgetTypeDetails): Statement =>
    relational.statement(build.insertInto('widget_type').values(typeRowOf(type)), { expectRows: 1 })

  function updateType(type: WidgetTypeDetails): Statement {
    const { id, tenant_id, created_time: _, bundle_alias: __, alias: ___, ...values } = typeRowOf(type)
    return relational.statement(
      build.updateTable('widget_type').set(values).where('id', '=', id).where('tenant_id', '=', tenant_id),
      { expectRows: 1 },
    )
  }

  const removeType = ({ id, tenantId }: WidgetTypeDetails): Statement =>
    relational.statement(build.deleteFrom('widget_type').where('tenant_id', '=', tenantId.id).where('id', '=', id.id), {
      expectRows: 1,
    })

  return {
    pageOfBundles,
    bundles,
    findBundle,
    findBundleByAlias,
    bundleAliases,
    insertBundle,
    updateBundle,
    removeBundle,
    requireBundle,
    types,
    typeInfos,
    findType,
    findTypeByAlias,
    insertType,
    updateType,
    removeType,
  }
}

const bundleOf = (row: WidgetsBundleTable): WidgetsBundle => ({
  id: entityId('WIDGETS_BUNDLE', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  alias: row.alias,
  title: row.title,
  image: row.image,
  description: row.description,
})

const bundleRowOf = (bundle: WidgetsBundle): WidgetsBundleTable => ({
  id: bundle.id.id,
  created_time: bundle.createdTime,
  tenant_id: bundle.tenantId.id,
  alias: bundle.alias,
  title: bundle.title,
  image: bundle.image,
  description: bundle.description,
})

const typeInfoOf = (row: Omit<WidgetTypeTable, 'descriptor'>): WidgetTypeInfo => ({
  id: entityId('WIDGET_TYPE', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  bundleAlias: row.bundle_alias,
  alias: row.alias,
  name: row.name,
  image: row.image,
  description: row.description,
  widgetType: row.kind as WidgetKind,
})

function typeDetailsOf(row: WidgetTypeTable): WidgetTypeDetails {
  const { widgetType: _, ...info } = typeInfoOf(row)
  return { ...info, descriptor: parseJson(row.descriptor) as WidgetDescriptor }
}

const typeRowOf = (type: WidgetTypeDetails): WidgetTypeTable => ({
  id: type.id.id,
  created_time: type.createdTime,
  tenant_id: type.tenantId.id,
  bundle_alias: type.bundleAlias,
  alias: type.alias,
  name: type.name,
  kind: type.descriptor.type,
  image: type.image,
  description: type.description,
  descriptor: JSON.stringify(type.descriptor),
})

/** Type without image and description, as returned in lists and dashboards. */
export const withoutAbout = ({ image: _, description: __, ...type }: WidgetTypeDetails): WidgetType => type
