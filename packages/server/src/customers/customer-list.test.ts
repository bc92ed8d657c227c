import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Customer } from '@sonde/model/customers/customer'
import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import { openEntities } from '../assignables/testing-http.ts'

test('lists of customers and of dashboards show what was saved before they were asked for', async (t) => {
  const { get, post, del } = await openEntities(t)
  const page = '?pageSize=100&page=0&sortProperty=title&sortOrder=ASC'
  const titles = async (path: string) =>
    (await get<{ data: Customer[] }>(path)).body.data
      .map(({ title }) => title)
      .filter((title) => /Dock|Pier/.test(title))
  const customers = () => titles(`/api/customers${page}`)
  const shown = async (path = `/api/tenant/dashboards${page}`) =>
    (await get<{ data: Dashboard[] }>(path)).body.data.map(({ title, assignedCustomers }) => [
      title,
      ...(assignedCustomers ?? []).map((each) => each.title),
    ])

  assert.deepEqual([await customers(), await shown()], [[], []])
  const { body: dock } = await post<Customer>('/api/customer', { title: 'Dock' })
  const { body: board } = await post<Dashboard>('/api/dashboard', { title: 'Board' })
  assert.deepEqual([await customers(), await shown()], [['Dock'], [['Board']]])

  const ofCustomer = `/api/customer/${dock.id.id}/dashboards${page}`
  assert.deepEqual(await shown(ofCustomer), [])
  await post(`/api/customer/${dock.id.id}/dashboard/${board.id.id}`)
  assert.deepEqual([await shown(), await shown(ofCustomer)], [[['Board', 'Dock']], [['Board', 'Dock']]])

  await post('/api/customer', { ...dock, title: 'Pier' })
  await post('/api/dashboard', { ...board, title: 'Screen' })
  assert.deepEqual([await customers(), await shown()], [['Pier'], [['Screen', 'Pier']]])

  await del(`/api/customer/${dock.id.id}`)
  assert.deepEqual([await customers(), await shown()], [[], [['Screen']]])
  await del(`/api/dashboard/${board.id.id}`)
  assert.deepEqual(await shown(), [])
})
