/** Stores customers in the relational store. */

import { type Customer, publicCustomerTitle } from '@sonde/model/customers/customer'
import { typesWith } from '@sonde/model/entities/entity-kinds'
import { parseJson } from '@sonde/model/exact-json'
import { type CustomerId, type EntityId, type EntityType, entityId, NIL_UUID, type TenantId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { ListDeps } from '../entity-query/entity-list.ts'
import { createResultCache, linkName } from '../entity-query/result-cache.ts'
import { createTitleSearch } from '../entity-query/title-search.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { Statement } from '../storage/relational.ts'
import type { CustomerTable } from '../storage/schema.ts'
import { contactColumnNames, contactColumns, contactOf } from './contact-columns.ts'

const sortColumns = {
  createdTime: 'created_time',
  title: 'title',
  name: 'title',
  ...contactColumnNames(),
}

/**
 * Types whose entities are assigned to one customer at a time. They return to the tenant when the customer is deleted.
 */
const assignedTypes = typesWith({ customers: 'one' })

/** Entities that are deleted or changed together with a customer. */
export interface CustomerBelongings {
  readonly userIds: readonly string[]
  readonly assigned: readonly EntityId[]
}

export type CustomerStore = ReturnType<typeof createCustomerStore>

/** Cache size for pages of customers, and the assumed size of a customer without its additional info. */
const cachedBytesMax = 5 * 1024 * 1024
const customerBytes = 1024

export function createCustomerStore(lists: Omit<ListDeps, 'counts'>) {
  const { relational, live } = lists
  const { build } = relational
  const pages = createResultCache<PageData<Customer>>({
    live,
    weightOf: ({ data }) =>
      data.reduce((sum, { additionalInfo }) => sum + customerBytes + JSON.stringify(additionalInfo ?? 0).length, 1),
    weightMax: cachedBytesMax,
    heaviest: cachedBytesMax / 8,
  })
  const customers = build.selectFrom('customer').selectAll()
  const search = createTitleSearch(lists, {
    entityType: 'CUSTOMER',
    orders: { createdTime: 'createdTime', title: 'text', name: 'text' },
    query: customers,
    idColumn: 'id',
    itemsOf: (rows) => rows.map(customerOf),
  })
  const ofTenant = (tenantId: TenantId) => customers.where('tenant_id', '=', tenantId)

  async function find(tenantId: TenantId, id: CustomerId): Promise<Customer | undefined> {
    const row = await relational.first(ofTenant(tenantId).where('id', '=', id))
    return row && customerOf(row)
  }

  async function findByTitle(tenantId: TenantId, title: string): Promise<Customer | undefined> {
    const row = await relational.first(ofTenant(tenantId).where('title', '=', title))
    return row && customerOf(row)
  }

  async function findPublic(tenantId: TenantId): Promise<Customer | undefined> {
    const row = await relational.first(ofTenant(tenantId).where('is_public', '=', 1))
    return row && customerOf(row)
  }

  /** Cached page, which callers share: it must not be modified. */
  const page = (tenantId: TenantId, link: PageLink): Promise<PageData<Customer>> =>
    pages.of('CUSTOMER', tenantId, linkName(link), () =>
      search.page({ tenantId }, link, () => readPage(tenantId, link)),
    )

  const readPage = (tenantId: TenantId, link: PageLink): Promise<PageData<Customer>> =>
    entityPage(relational, ofTenant(tenantId), {
      link,
      sortColumns,
      searchColumns: ['title'],
      idColumn: 'id',
      map: customerOf,
    })

  const insert = (customer: Customer): Statement =>
    relational.statement(
      build.insertInto('customer').values({
        id: customer.id.id,
        created_time: customer.createdTime,
        tenant_id: customer.tenantId.id,
        is_public: customer.title === publicCustomerTitle ? 1 : 0,
        ...columnsOf(customer),
      }),
    )

  const update = (customer: Customer): Statement =>
    relational.statement(
      build
        .updateTable('customer')
        .set(columnsOf(customer))
        .where('tenant_id', '=', customer.tenantId.id)
        .where('id', '=', customer.id.id),
      { expectRows: 1 },
    )

  async function belongings(tenantId: TenantId, id: CustomerId): Promise<CustomerBelongings> {
    const ids = (rows: readonly { readonly id: string }[]) => rows.map((row) => row.id)
    const [users, dashboards, ...entities] = await Promise.all([
      relational.scan(
        build.selectFrom('user').select('id').where('tenant_id', '=', tenantId).where('customer_id', '=', id),
      ),
      relational.scan(
        build.selectFrom('dashboard_customer').select('dashboard_id as id').where('customer_id', '=', id),
      ),
      ...assignedTypes.map((type) =>
        relational.scan(
          build.selectFrom(tableOf(type)).select('id').where('tenant_id', '=', tenantId).where('customer_id', '=', id),
        ),
      ),
    ])
    const assigned = assignedTypes.flatMap((type, at) => (entities[at] ?? []).map((row) => entityId(type, row.id)))
    return {
      userIds: ids(users),
      assigned: [...assigned, ...ids(dashboards).map((each) => entityId('DASHBOARD', each))],
    }
  }

  /** Deletes a customer and its users, and unassigns its entities. The purge deletes the attributes. */
  function remove(tenantId: TenantId, id: CustomerId): Statement[] {
    const users = build.selectFrom('user').select('id').where('tenant_id', '=', tenantId).where('customer_id', '=', id)
    return [
      ...assignedTypes.map((type) =>
        build
          .updateTable(tableOf(type))
          .set({ customer_id: NIL_UUID })
          .where('tenant_id', '=', tenantId)
          .where('customer_id', '=', id),
      ),
      build
        .deleteFrom('relation')
        .where((where) => where.or([where('from_id', '=', id), where('from_id', 'in', users)])),
      build.deleteFrom('relation').where((where) => where.or([where('to_id', '=', id), where('to_id', 'in', users)])),
      build.deleteFrom('user').where('tenant_id', '=', tenantId).where('customer_id', '=', id),
    ]
      .map((query) => relational.statement(query))
      .concat(
        relational.statement(build.deleteFrom('customer').where('tenant_id', '=', tenantId).where('id', '=', id), {
          expectRows: 1,
        }),
      )
  }

  return { find, findByTitle, findPublic, page, insert, update, belongings, remove }
}

// Cast for the types only: every table has the columns used here.
const tableOf = (type: EntityType) => entityDescriptors[type].table as 'device'

const columnsOf = (customer: Customer) => ({
  title: customer.title,
  additional_info: customer.additionalInfo === null ? null : JSON.stringify(customer.additionalInfo),
  ...contactColumns(customer),
})

const customerOf = (row: CustomerTable): Customer => ({
  id: entityId('CUSTOMER', row.id),
  createdTime: row.created_time,
  additionalInfo: row.additional_info === null ? null : (parseJson(row.additional_info) as unknown),
  ...contactOf(row),
  tenantId: entityId('TENANT', row.tenant_id),
  title: row.title,
  name: row.title,
})
