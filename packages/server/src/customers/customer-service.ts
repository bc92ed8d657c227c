/**
 * Customers of a tenant: the people and companies to whom devices and dashboards are assigned.
 *
 * Invariant: titles are unique per tenant. The title "Public" is reserved for the public customer, which the server
 * creates when an entity is first made public; callers can't create it.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import {
  type Customer,
  type CustomerInput,
  type CustomerShortInfo,
  publicCustomerTitle,
} from '@sonde/model/customers/customer'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, invariant, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { actionOfKind, entityAction } from '../journal/entity-action.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import { contactColumns } from './contact-columns.ts'
import type { CustomerStore } from './customer-store.ts'
import type { CustomersOfTenant } from './customers-of-tenant.ts'

export interface CustomerDeps {
  readonly store: CustomerStore
  readonly quotas: EntityLimits
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
}

export type CustomerService = ReturnType<typeof createCustomerService>

export function createCustomerService({ store, quotas, access, commit, clock }: CustomerDeps) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<Customer> {
    const { tenantId, id: found } = await access.requireEntity(scope, operation, entityId('CUSTOMER', id))
    const customer = await store.find(tenantId, found.id)
    if (!customer) throw notFound('CUSTOMER', id)
    return customer
  }

  const get = (scope: Scope, id: string): Promise<Customer> => getFor(scope, 'READ', id)

  async function getShortInfo(scope: Scope, id: string): Promise<CustomerShortInfo> {
    const { title } = await get(scope, id)
    return { title, isPublic: title === publicCustomerTitle }
  }

  async function getByTitle(scope: Scope, title: string): Promise<Customer> {
    const customer = await store.findByTitle(scope.tenantId, title)
    if (!customer) throw notFound('CUSTOMER', title)
    return customer
  }

  const list = (scope: Scope, link: PageLink): Promise<PageData<Customer>> => store.page(scope.tenantId, link)

  /** Creates a customer, or updates it if the input has an id. */
  async function save(scope: Scope, input: CustomerInput): Promise<Customer> {
    const title = input.title.trim()
    checkEntityTexts('customer', { title }, contactColumns(input))
    if (title === publicCustomerTitle)
      throw badRequest(`The title "${publicCustomerTitle}" is reserved. Choose another.`)
    const before = input.id ? await getFor(scope, 'WRITE', input.id.id) : undefined
    if (before?.title === publicCustomerTitle) throw badRequest('The public customer can’t be changed.')
    if (!before) {
      const none = { id: entityId('CUSTOMER', NIL_UUID), tenantId: scope.tenantId, customerId: NIL_UUID }
      access.require(scope, 'CREATE', none)
    }
    const nowMs = clock.nowMs()
    const customer: Customer = {
      id: before?.id ?? entityId('CUSTOMER', newId(nowMs)),
      createdTime: before?.createdTime ?? nowMs,
      additionalInfo: input.additionalInfo ?? null,
      ...contactColumns(input),
      tenantId: entityId('TENANT', scope.tenantId),
      title,
      name: title,
    }
    if (before) await write(scope, 'updated', customer, nowMs)
    else await quotas.withRoom('CUSTOMER', scope.tenantId, () => write(scope, 'created', customer, nowMs))
    return customer
  }

  async function write(scope: Scope, kind: 'created' | 'updated', customer: Customer, nowMs: number) {
    try {
      await commit({
        statements: [kind === 'created' ? store.insert(customer) : store.update(customer)],
        changes: [changeOf(kind, customer)],
        ...actionOf(scope, actionOfKind[kind], customer, nowMs),
      })
    } catch (error) {
      if (error instanceof UniqueViolation) throw badRequest('A customer with this title already exists.')
      if (error instanceof RowsMismatch) throw notFound('CUSTOMER', customer.id.id)
      throw error
    }
  }

  /**
   * Deletes a customer and its users. Devices, assets, entity views, edges and dashboards are assigned to the tenant
   * again.
   */
  async function remove(scope: Scope, id: string): Promise<void> {
    const customer = await getFor(scope, 'DELETE', id)
    const { tenantId } = scope
    const { userIds, assigned } = await store.belongings(tenantId, customer.id.id)
    const unassigned = (entity: EntityChange['entity']): EntityChange => ({
      kind: 'updated',
      entity,
      tenantId,
      customerId: NIL_UUID,
      aspect: 'assignment',
    })
    const changes: EntityChange[] = [
      ...userIds.map(
        (userId): EntityChange => ({ ...changeOf('deleted', customer), entity: entityId('USER', userId) }),
      ),
      ...assigned.map(unassigned),
      changeOf('deleted', customer),
    ]
    try {
      await commit({
        statements: store.remove(tenantId, customer.id.id),
        changes,
        ...actionOf(scope, 'DELETED', customer, clock.nowMs()),
      })
    } catch (error) {
      if (error instanceof RowsMismatch) throw notFound('CUSTOMER', id)
      throw error
    }
  }

  async function title(tenantId: string, customerId: string): Promise<string | undefined> {
    return (await store.find(tenantId, customerId))?.title
  }

  /** Public customer of the tenant, created if it doesn't exist. */
  async function publicCustomer(scope: Scope): Promise<{ readonly id: string; readonly title: string }> {
    const existing = await store.findPublic(scope.tenantId)
    if (existing) return { id: existing.id.id, title: existing.title }
    const nowMs = clock.nowMs()
    const customer: Customer = {
      id: entityId('CUSTOMER', newId(nowMs)),
      createdTime: nowMs,
      additionalInfo: { isPublic: true },
      ...contactColumns({}),
      tenantId: entityId('TENANT', scope.tenantId),
      title: publicCustomerTitle,
      name: publicCustomerTitle,
    }
    try {
      await commit({
        statements: [store.insert(customer)],
        changes: [changeOf('created', customer)],
        audit: [
          {
            action: 'ADDED',
            entity: customer.id,
            customerId: customer.id.id,
            data: { entityId: customer.id.id },
          },
        ],
      })
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      // A concurrent call created it.
      const made = await store.findPublic(scope.tenantId)
      invariant(made, 'a second public customer was refused, and there is no first')
      return { id: made.id.id, title: made.title }
    }
    return { id: customer.id.id, title: customer.title }
  }

  const ofTenant: CustomersOfTenant = { title, publicCustomer }
  return { get, getShortInfo, getByTitle, list, save, remove, ...ofTenant }
}

const changeOf = (kind: EntityChange['kind'], customer: Customer): EntityChange => ({
  kind,
  entity: customer.id,
  tenantId: customer.tenantId.id,
  customerId: customer.id.id,
})

const actionOf = (scope: Scope, action: AuditAction, customer: Customer, nowMs: number) =>
  entityAction(scope, action, customer, nowMs, { customerId: customer.id.id })
