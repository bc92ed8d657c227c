/** Rule chains and edge templates from a user's perspective: create, change, set as root, files, delete. */

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { temporaryFolder } from '../platform/start-platform.ts'
import { inspect } from './axe.ts'
import { choose, drawer, openId, openMenu, rowOf } from './page-parts.ts'
import { customer, openAs, openStage, phone, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const folder = temporaryFolder({ after })

interface Stored {
  readonly id: { readonly id: string }
  readonly name: string
  readonly type: string
  readonly root: boolean
  readonly additionalInfo: unknown
}

const stored = (id: string) => stage.call<Stored>('GET', `/api/ruleChain/${id}`)
const make = async (name: string, type: 'CORE' | 'EDGE' = 'CORE') =>
  (await stage.call<Stored>('POST', '/api/ruleChain', { name, type })).id.id

test('a chain is changed, with its faults told; its nodes stand in words', () =>
  stage.play(async (page) => {
    await make('Night shift')
    await openAs(page, tenant, '/ruleChains')
    await page.getByRole('button', { name: 'Night shift', exact: true }).click()
    const details = drawer(page, 'Night shift')
    await details.getByLabel('Name', { exact: true }).fill('')
    await page.keyboard.press('Control+s')
    await details.getByText('Enter a name.').waitFor()
    await details.getByLabel('Name', { exact: true }).fill('Night shift')
    await details.getByLabel(/^Description/).fill('After ten')
    await details.getByText('1 unsaved change').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Rule chain saved').waitFor()
    const { additionalInfo, type } = await stored(openId(page))
    assert.deepEqual([type, additionalInfo], ['CORE', { description: 'After ten' }])
    await details.getByRole('tab', { name: 'Nodes' }).click()
    await details.getByText('No nodes yet').waitFor()
    for (const tab of ['Events', 'Audit log']) await details.getByRole('tab', { name: tab }).waitFor()

    await page.goto('/ruleChains')
    await page.getByRole('button', { name: 'Root Rule Chain', exact: true }).click()
    const root = drawer(page, 'Root Rule Chain')
    await root.getByText('Root rule chain', { exact: true }).waitFor()
    await root.getByRole('tab', { name: 'Nodes' }).click()
    await root.getByText('Post telemetry → Save Timeseries').waitFor()
    await root.getByRole('button', { name: 'Open as page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Root Rule Chain' }).waitFor()
  }))

test('another chain becomes the root; the root is not deleted, others are', () =>
  stage.play(async (page) => {
    const id = await make('New root')
    const spare = await make('Spare chain')
    await openAs(page, tenant, '/ruleChains')
    await openMenu(page, 'Root Rule Chain')
    await page.getByRole('menuitem', { name: 'Export to file' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete rule chain' }).count(), 0)
    await page.keyboard.press('Escape')
    await choose(page, 'New root', 'Make root')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make root' }).click()
    await page.getByText('New root is the root rule chain').waitFor()
    await rowOf(page, 'New root').getByText('Yes').waitFor()
    assert.equal((await stored(id)).root, true)
    await choose(page, 'Root Rule Chain', 'Make root')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make root' }).click()
    await rowOf(page, 'Root Rule Chain').getByText('Yes').waitFor()

    await page.getByRole('checkbox', { name: 'Select Spare chain' }).check()
    assert.equal(await page.getByRole('checkbox', { name: 'Select Root Rule Chain' }).count(), 0)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await rowOf(page, 'Spare chain').waitFor({ state: 'detached' })
    await assert.rejects(stored(spare))
    await page
      .getByRole('status')
      .filter({ hasText: '1 rule chain deleted' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await rowOf(page, 'Spare chain').waitFor()
    assert.equal((await stored(spare)).name, 'Spare chain')
  }))

test('a chain leaves as a file with its nodes, and comes back; the wrong type is refused', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/ruleChains')
    await rowOf(page, 'Root Rule Chain').waitFor()
    const download = page.waitForEvent('download')
    await choose(page, 'Root Rule Chain', 'Export to file')
    const file = await download
    assert.equal(file.suggestedFilename(), 'root_rule_chain.json')
    const path = join(folder, 'root_rule_chain.json')
    await file.saveAs(path)
    const content = JSON.parse(readFileSync(path, 'utf8'))
    assert.equal(content.ruleChain.root, false)
    content.ruleChain.name = 'Came back'
    writeFileSync(path, JSON.stringify(content))

    await page.getByRole('button', { name: 'Import rule chain' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Import rule chain' })
    const edge = join(folder, 'edge.json')
    writeFileSync(edge, JSON.stringify({ ...content, ruleChain: { ...content.ruleChain, type: 'EDGE' } }))
    await dialog.getByLabel('File').setInputFiles(edge)
    await dialog.getByText('This is an edge rule chain.').waitFor()
    // A node with a link to itself.
    const loop = join(folder, 'loop.json')
    const connections = [{ fromIndex: 0, toIndex: 0, type: 'Success' }]
    writeFileSync(loop, JSON.stringify({ ...content, metadata: { ...content.metadata, connections } }))
    await dialog.getByLabel('File').setInputFiles(loop)
    await dialog.getByText('loop.json').waitFor()
    await dialog.getByRole('button', { name: 'Import rule chain' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('File').setInputFiles(path)
    await dialog.getByText('root_rule_chain.json').waitFor()
    await dialog.getByRole('button', { name: 'Import rule chain' }).click()
    await drawer(page, 'Came back').getByRole('heading', { name: 'Came back' }).waitFor()
    const metadata = await stage.call<{ nodes: unknown[]; connections: unknown[] }>(
      'GET',
      `/api/ruleChain/${openId(page)}/metadata`,
    )
    assert.equal(metadata.nodes.length, content.metadata.nodes.length)
    assert.deepEqual(metadata.connections, content.metadata.connections)
  }))

test('an import names the nodes that can’t run, and the tab Nodes marks them; on a phone too', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/ruleChains?import=true')
      const path = join(folder, 'mail.json')
      const unknown = 'org.thingsboard.rule.engine.mail.TbSendEmailNode'
      const metadata = {
        firstNodeIndex: 0,
        nodes: [
          {
            name: 'Log',
            type: 'org.thingsboard.rule.engine.action.TbLogNode',
            configuration: { jsScript: 'return "";' },
          },
          { name: 'Send email', type: unknown, configuration: {} },
          { name: 'Call', type: 'org.thingsboard.rule.engine.flow.TbRuleChainInputNode', configuration: {} },
        ],
        connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
        ruleChainConnections: [],
      }
      writeFileSync(path, JSON.stringify({ ruleChain: { name: 'With email', type: 'CORE' }, metadata }))
      await page.getByLabel('File').setInputFiles(path)
      await page.getByText('mail.json').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Import rule chain' }).click()

      const notice = page.getByRole('dialog', { name: '2 nodes can’t run' })
      await notice.getByText('With email was imported. Messages that reach these nodes fail.').waitFor()
      await notice.getByText('Send email', { exact: true }).waitFor()
      await notice.getByText(`The class ${unknown} isn’t supported. Replace the node.`).waitFor()
      await notice.getByText('Choose the rule chain that this node calls.').waitFor()
      assert.equal(await notice.getByText('Log', { exact: true }).count(), 0)
      const found = await inspect(page, 'notice')
      await notice.getByRole('button', { name: 'Open rule chain' }).focus()
      await page.keyboard.press('Enter')

      await page.getByRole('heading', { name: 'With email' }).waitFor()
      await page.getByRole('tab', { name: 'Nodes' }).click()
      await page.getByText('2 nodes can’t run. Messages that reach them fail.').waitFor()
      const lines = page.locator('.sd-chain-nodes > li')
      await lines
        .filter({ hasText: 'TbSendEmailNode isn’t supported' })
        .getByText('Can’t run', { exact: true })
        .waitFor()
      assert.equal(await lines.filter({ hasText: 'Can’t run' }).count(), 2)
      found.push(...(await inspect(page, 'nodes')))
      assert.deepEqual(found, [])
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return { scrollWidth, clientWidth }
      })
      assert.ok(scrollWidth <= clientWidth, `${scrollWidth} px wide`)
    },
    { viewport: phone, hasTouch: true, bypassCSP: true },
  ))

test('templates for edges: their own list, root and what new edges get', () =>
  stage.play(async (page) => {
    const id = await make('Edge extra', 'EDGE')
    await openAs(page, tenant, '/edgeManagement/ruleChains')
    await page.getByRole('heading', { level: 1, name: 'Edge rule chains' }).waitFor()
    await choose(page, 'Edge extra', 'Assign to new edges')
    await page.getByText('Edge extra is assigned to new edges').waitFor()
    const given = () => stage.call<Stored[]>('GET', '/api/ruleChain/autoAssignToEdgeRuleChains')
    assert.deepEqual(
      (await given()).map((chain) => chain.id.id),
      [id],
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('none to be given', given, (chains) => chains.length === 0)
    await choose(page, 'Edge extra', 'Make edge root')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make edge root' }).click()
    await page.getByText('Edge extra is the root rule chain').waitFor()
    assert.equal((await stored(id)).root, true)
    assert.equal(await rowOf(page, 'Root Rule Chain').count(), 0)
  }))

test('customers’ users have no rule chains; axe finds nothing', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/ruleChains')
      await page.getByRole('button', { name: 'Root Rule Chain', exact: true }).click()
      await page.getByRole('tab', { name: 'Nodes' }).click()
      await page.getByText('Post telemetry → Save Timeseries').waitFor()
      const found = await inspect(page, 'nodes')
      await page.getByRole('tab', { name: 'Details' }).click()
      await page.getByLabel('Name', { exact: true }).waitFor()
      found.push(...(await inspect(page, 'details')))
      await page.goto('/ruleChains?import=true')
      await page.getByRole('button', { name: 'Choose file' }).waitFor()
      found.push(...(await inspect(page, 'import')))
      assert.deepEqual(found, [])
      await stage.play(async (user) => {
        await openAs(user, customer, '/devices')
        assert.equal(await user.getByRole('link', { name: 'Rule chains' }).count(), 0)
        await user.goto('/ruleChains')
        await user.getByRole('alertdialog').waitFor()
      })
    },
    { bypassCSP: true },
  ))
