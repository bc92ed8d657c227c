/** Edges from a user's perspective: created with key and secret, with assignments and events. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { choose, drawer, openMenu, rowOf } from './page-parts.ts'
import { customer, openAs, openStage, tenant } from './stage.ts'

const stage = await openStage({ after })

interface StoredEdge {
  readonly id: { readonly id: string }
  readonly type: string
  readonly routingKey: string
  readonly secret: string
}
const makeEdge = (name: string) =>
  stage.call<StoredEdge>('POST', '/api/edge', { name, type: 'default', routingKey: `key of ${name}`, secret: 'secret' })

test('an edge is made with a key and a secret that never change', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/edgeInstances')
    await page.getByRole('button', { name: 'Add edge' }).first().click()
    const add = page.getByRole('dialog', { name: 'Add edge' })
    const key = await add.getByLabel('Edge key', { exact: true }).inputValue()
    assert.match(key, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    await add.getByLabel('Name', { exact: true }).fill('Works edge')
    await add.getByRole('button', { name: 'Add edge' }).click()
    const details = drawer(page, 'Works edge')
    await details.getByRole('heading', { name: 'Works edge' }).waitFor()
    const stored = await stage.call<StoredEdge>('GET', '/api/tenant/edges?edgeName=Works%20edge')
    assert.equal(stored.routingKey, key)
    assert.equal(stored.type, 'default')
    assert.match(stored.secret, /^[A-Za-z0-9]{20}$/)

    assert.equal(await details.getByLabel('Edge key', { exact: true }).isEditable(), false)
    const secret = details.getByLabel('Edge secret', { exact: true })
    assert.equal(await secret.getAttribute('type'), 'password')
    await details.getByRole('button', { name: 'Show secret' }).click()
    assert.equal(await secret.getAttribute('type'), 'text')
    await details.getByLabel(/^Label/).fill('North')
    await details.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Edge saved').waitFor()
    assert.equal((await stage.call<StoredEdge>('GET', `/api/edge/${stored.id.id}`)).secret, stored.secret)
  }))

test('an edge is given devices, is told, and gives them back', () =>
  stage.play(async (page) => {
    const { id } = await makeEdge('Hall edge')
    await openAs(page, tenant, '/edgeInstances')
    await choose(page, 'Hall edge', 'Devices of this edge')
    await page.getByRole('heading', { name: 'Hall edge: Devices' }).waitFor()
    await page.getByRole('button', { name: 'Assign devices' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Assign devices to Hall edge' })
    for (const name of ['Tank T-01', 'Tank T-02']) {
      await dialog.getByRole('combobox', { name: 'Devices' }).fill(name)
      await dialog.getByRole('option', { name }).click()
    }
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText('2 devices assigned').waitFor()
    await choose(page, 'Tank T-01', 'Unassign from edge')
    await rowOf(page, 'Tank T-01').waitFor({ state: 'detached' })
    await rowOf(page, 'Tank T-02').waitFor()

    await page.goto(`/edgeInstances/${id.id}?tab=downlinks`)
    const downlink = page.getByRole('row').filter({ hasText: 'Unassigned from edge' })
    await downlink.getByText('Pending').waitFor()
    await page.getByRole('row').filter({ hasText: 'Assigned to edge' }).filter({ hasText: 'Device' }).first().click()
    const content = page.getByRole('dialog', { name: 'Downlink data' })
    await content.getByText('"name": "Tank T-0').waitFor()
  }))

test('rule chains of an edge: those that they call and the edge lacks are named', () =>
  stage.play(async (page) => {
    const { id } = await makeEdge('Chain edge')
    const makeChain = (name: string) =>
      stage.call<{ id: { id: string } }>('POST', '/api/ruleChain', { name, type: 'EDGE', debugMode: false })
    const called = await makeChain('Called chain')
    const caller = await makeChain('Calling chain')
    await stage.call('POST', '/api/ruleChain/metadata', {
      ruleChainId: caller.id,
      firstNodeIndex: 0,
      nodes: [
        {
          type: 'org.thingsboard.rule.engine.flow.TbRuleChainInputNode',
          name: 'go on',
          debugMode: false,
          configuration: { ruleChainId: called.id.id },
          additionalInfo: {},
        },
      ],
      connections: null,
      ruleChainConnections: null,
    })
    await openAs(page, tenant, `/edgeInstances/${id.id}/ruleChains`)
    await page.getByRole('heading', { name: 'Chain edge: Rule chains' }).waitFor()
    await page.getByRole('button', { name: 'Assign rule chains' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign rule chains to Chain edge' })
    await dialog.getByRole('combobox', { name: 'Rule chains' }).fill('Calling')
    await dialog.getByRole('option', { name: 'Calling chain' }).click()
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    const missing = page.getByRole('dialog', { name: 'Rule chains are missing' })
    await missing.getByText('Called chain').waitFor()
    await missing.getByRole('button', { name: 'OK' }).click()

    await choose(page, 'Calling chain', 'Make root')
    await rowOf(page, 'Calling chain').getByRole('cell', { name: 'Yes' }).waitFor()
    // An edge doesn't work without its root chain.
    await openMenu(page, 'Calling chain')
    await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Unassign from edge' }).count(), 0)
  }))

test('a customer’s user sees their edge without its secret, and what it has', () =>
  stage.play(async (page) => {
    const { id } = await makeEdge('Customer edge')
    const { data } = await stage.call<{ data: { id: { id: string } }[] }>('GET', '/api/customers?pageSize=1&page=0')
    await stage.call('POST', `/api/customer/${data[0]?.id.id}/edge/${id.id}`)
    await openAs(page, customer, '/edgeInstances')
    await rowOf(page, 'Customer edge').getByRole('button', { name: 'Customer edge', exact: true }).click()
    await drawer(page, 'Customer edge').getByRole('tab', { name: 'Details' }).waitFor()
    assert.equal(await drawer(page, 'Customer edge').getByText('Edge secret').count(), 0)
    assert.equal(await drawer(page, 'Customer edge').getByRole('tab', { name: 'Downlinks' }).count(), 0)
    await choose(page, 'Customer edge', 'Devices of this edge')
    await page.getByText('No devices yet').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Assign devices' }).count(), 0)
  }))
