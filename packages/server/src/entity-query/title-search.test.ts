/** Lists of customers, dashboards and users: the in-memory search finds the same as SQL and is up to date. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { User } from '@sonde/model/users/user'
import { openEntities } from '../assignables/testing-http.ts'
import { createCustomerStore } from '../customers/customer-store.ts'
import { createDashboardStore } from '../dashboards/dashboard-store.ts'
import { newId } from '../ids.ts'
import type { EntityChange } from '../storage/storage.ts'
import { createUserStore } from '../users/user-store.ts'
import type { ListDeps } from './entity-list.ts'
import { createEntityQueryStore, type OwnedRow, type Place } from './entity-query-store.ts'
import { copiedTable } from './indexed-tables.ts'
import { createResultCache } from './result-cache.ts'
import { oddNames } from './testing.ts'

const titles = [...oddNames, 'fan a']
const all: PageLink = { page: 0, pageSize: 100 }

async function openTitles(t: TestContext) {
  const entities = await openEntities(t)
  const { admin, customerId, lists, live, commit, clock, customers, dashboards } = entities
  /** Number of pages answered by the in-memory names. */
  let known = 0
  const deps: ListDeps = {
    ...lists,
    async searchNames(question) {
      const found = await lists.searchNames(question)
      if (found) known++
      return found
    },
  }
  const users = createUserStore(deps)
  const changeOf = (kind: EntityChange['kind'], user: User): EntityChange => ({
    kind,
    entity: entityId('USER', user.id.id),
    tenantId: user.tenantId.id,
    customerId: user.customerId.id,
  })
  async function addUser(email: string, authority: User['authority'], ofCustomer = NIL_UUID): Promise<User> {
    const user: User = {
      id: entityId('USER', newId(clock.nowMs())),
      createdTime: clock.nowMs(),
      additionalInfo: null,
      tenantId: entityId('TENANT', admin.tenantId),
      customerId: entityId('CUSTOMER', ofCustomer),
      email,
      name: email,
      authority,
      firstName: null,
      lastName: null,
    }
    const credentials = { passwordHash: null, activateToken: user.id.id }
    await commit({ statements: users.insert(user, credentials), changes: [changeOf('created', user)] })
    return user
  }
  for (const [i, title] of titles.entries()) {
    // Some have the same creation time.
    clock.now += i % 3
    await customers.save(admin, { title })
    const board = await dashboards.save(admin, { title })
    if (i % 3 === 0) await dashboards.assign(admin, board.id.id, customerId)
    // Dashboard titles needn't be unique.
    if (i % 4 === 0) await dashboards.save(admin, { title })
    // Emails that differ only in case would be the same address.
    await addUser(`${title}@${i}.x.org`, i % 2 ? 'CUSTOMER_USER' : 'TENANT_ADMIN', i % 2 ? customerId : NIL_UUID)
  }
  const counts = createResultCache<number>({ live, weightOf: () => 1, weightMax: 0 })
  const plain: ListDeps = { ...lists, counts, searchNames: async () => null }
  return {
    ...entities,
    deps,
    plain,
    users,
    addUser,
    changeOf,
    known: () => known,
  }
}

test('lists of customers, dashboards and users: a search in memory finds what SQL finds, in the same order', async (t) => {
  const { admin, customerId, deps, plain, known } = await openTitles(t)
  const tenantId = admin.tenantId
  type Read = (lists: ListDeps) => (link: PageLink) => Promise<PageData<unknown>>
  const dashboardsOf: (filter: object) => Read = (filter) => (lists) => {
    const store = createDashboardStore(lists)
    return (link) => store.page({ tenantId, ...filter }, link)
  }
  const usersOf: (filter: object) => Read = (filter) => (lists) => {
    const store = createUserStore(lists)
    return (link) => store.page({ tenantId, ...filter }, link)
  }
  const reads: readonly (readonly [Read, readonly string[]])[] = [
    [
      (lists) => {
        const store = createCustomerStore(lists)
        return (link) => store.page(tenantId, link)
      },
      ['createdTime', 'title', 'name', 'city'],
    ],
    ...[{}, { customerId }, { mobile: true }, { startTime: 1 }].map(
      (filter) => [dashboardsOf(filter), ['createdTime', 'title', 'name', 'id']] as const,
    ),
    ...[{}, { customerId }, { authority: 'TENANT_ADMIN' }, { customerId, authority: 'CUSTOMER_USER' }].map(
      (filter) => [usersOf(filter), ['createdTime', 'email', 'name', 'lastName']] as const,
    ),
  ]
  const texts = ['h', 'hall', 'HALL', 'ünder', '_', '\\', '%', '0% h', 'fan', 'an a', 'x.org', 'zzz']
  for (const [read, sorts] of reads) {
    const [found, expected] = [read(deps), read(plain)]
    for (const textSearch of texts) {
      for (const [at, sortProperty] of sorts.entries()) {
        const sortOrder = (at + textSearch.length) % 2 ? 'ASC' : 'DESC'
        for (const link of [all, { page: 1, pageSize: 2 }]) {
          const requested: PageLink = { ...link, textSearch, sortProperty, sortOrder }
          assert.deepEqual(await found(requested), await expected(requested), JSON.stringify(requested))
        }
      }
    }
    await assert.rejects(async () => found({ ...all, textSearch: 'h', sortProperty: 'constructor' }), /can’t be sorted/)
  }
  // The in-memory names answer ten texts, in three orders, for six lists, with two pages each.
  assert.equal(known(), 10 * 3 * 6 * 2)
})

test('a search of customers, dashboards and users finds what was saved before it was asked for', async (t) => {
  const entities = await openTitles(t)
  const { admin, stranger, commit, customers, dashboards, users, addUser, changeOf, devices } = entities
  const tenantId = admin.tenantId
  const dock: PageLink = { ...all, textSearch: 'dock' }
  const found = async () => {
    const pages = [
      await customers.list(admin, dock),
      await dashboards.list(admin, undefined, dock),
      await users.page({ tenantId }, dock),
    ]
    return pages.map(({ data, totalElements }) => {
      assert.equal(data.length, totalElements)
      return data.map(({ name }) => name)
    })
  }
  assert.deepEqual(await found(), [[], [], []])

  const customer = await customers.save(admin, { title: 'Dock 1' })
  const board = await dashboards.save(admin, { title: 'Dock board' })
  const guest = await addUser('dock@x.org', 'CUSTOMER_USER', customer.id.id)
  await customers.save(stranger, { title: 'Dock of others' })
  await dashboards.save(stranger, { title: 'Dock of others' })
  assert.deepEqual(await found(), [['Dock 1'], ['Dock board'], ['dock@x.org']])

  await customers.save(admin, { ...customer, title: 'Pier' })
  await dashboards.save(admin, { ...board, title: 'DOCKS' })
  const moved = { ...guest, email: 'pier@x.org' }
  await commit({ statements: [users.update(moved)], changes: [changeOf('updated', moved)] })
  assert.deepEqual(await found(), [[], ['DOCKS'], []])

  await customers.save(admin, { ...customer, title: 'Dockside' })
  await commit({ statements: [users.update(guest)], changes: [changeOf('updated', guest)] })
  assert.deepEqual(await found(), [['Dockside'], ['DOCKS'], ['dock@x.org']])

  // Deleting a customer deletes its users and unassigns its devices, with the customer's own name in memory too.
  const owner = entityId('CUSTOMER', customer.id.id)
  await devices.save(admin, { name: 'Dock meter', type: 'meter', customerId: owner }, null)
  const ofDock = async () => (await devices.list(admin, { customerId: customer.id.id }, dock)).totalElements
  assert.equal(await ofDock(), 1)
  await customers.remove(admin, customer.id.id)
  await dashboards.remove(admin, board.id.id)
  assert.deepEqual(await found(), [[], [], []])
  assert.equal(await ofDock(), 0)
  assert.equal((await customers.list(stranger, dock)).totalElements, 1)
})

test('names are read in slices that hold every row once, whatever rows have alike', async (t) => {
  const { admin, storage } = await openTitles(t)
  const store = createEntityQueryStore(storage.relational)
  for (const entityType of ['CUSTOMER', 'DASHBOARD', 'USER'] as const) {
    const table = copiedTable(entityType)
    assert.ok(table)
    const ids: string[] = []
    let after: Place | null = null
    for (;;) {
      const slice: OwnedRow[] = await store.ownedRows(table, admin.tenantId, table.indexed, after, 2)
      ids.push(...slice.map(({ entityId: { id } }) => id))
      after = slice.at(-1)?.place ?? null
      if (after === null) break
    }
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(ids.length, await store.countAll(admin.tenantId, entityType))
    const again = await store.ownedRowsOf(table, admin.tenantId, table.indexed, [...ids, admin.tenantId])
    assert.deepEqual(new Set(again.map(({ entityId: { id } }) => id)), new Set(ids))
    assert.deepEqual(await store.ownedRowsOf(table, NIL_UUID, table.indexed, ids), [])
  }
})
