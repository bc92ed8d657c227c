/** Entity aliases and filters in the dashboard editor: added and edited by keys, checked, undone and saved. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { dialog, main, press } from './page-parts.ts'
import { openAs, openStage, phone, tenant, until } from './stage.ts'

const stage = await openStage({ after })

const usedId = '5a3c61c8-4ba5-4a4e-8a0e-6a8b2f3a9d01'
const spareId = '5a3c61c8-4ba5-4a4e-8a0e-6a8b2f3a9d02'
const filterId = '5a3c61c8-4ba5-4a4e-8a0e-6a8b2f3a9d03'

const used = {
  id: usedId,
  alias: 'Pumps',
  filter: { type: 'entityName', resolveMultiple: true, entityType: 'DEVICE', entityNameFilter: 'Pump P-', mine: 1 },
  unknownKey: [1],
}
const spare = { id: spareId, alias: 'Spare', filter: { type: 'apiUsageState', resolveMultiple: false } }

interface Alias {
  readonly id: string
  readonly alias: string
  readonly filter: Readonly<Record<string, unknown>>
}

interface Stored {
  readonly configuration: {
    readonly entityAliases: Readonly<Record<string, Alias>>
    readonly filters: Readonly<Record<string, { readonly filter: string }>>
  }
}

async function makeDashboard(title: string): Promise<string> {
  const chart = {
    isSystemType: true,
    bundleAlias: 'cards',
    typeAlias: 'entities_table',
    type: 'latest',
    title: 'Pressure',
    config: {
      title: 'Pressure',
      showTitle: true,
      settings: {},
      datasources: [{ type: 'entity', entityAliasId: usedId, filterId, dataKeys: [] }],
    },
  }
  const grid = { columns: 24, margin: 10 }
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets: { a: chart },
      entityAliases: { [usedId]: used, [spareId]: spare },
      filters: {
        [filterId]: {
          id: filterId,
          filter: 'High',
          editable: false,
          keyFilters: [
            {
              key: { type: 'TIME_SERIES', key: 'pressure' },
              valueType: 'NUMERIC',
              predicates: [
                { keyFilterPredicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 3 }, mine: 2 } },
              ],
            },
          ],
        },
      },
      states: {
        default: {
          name: title,
          root: true,
          layouts: { main: { widgets: { a: { sizeX: 24, sizeY: 6, row: 0, col: 0 } }, gridSettings: grid } },
        },
      },
    },
  })
  return id.id
}

const read = (id: string) => stage.call<Stored>('GET', `/api/dashboard/${id}`)

async function openEditor(page: Page, id: string): Promise<void> {
  await openAs(page, tenant, `/dashboards/${id}`)
  await press(page, 'Edit dashboard')
  await main(page)
    .getByRole('button', { name: /^Pressure, / })
    .waitFor()
}

const tool = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })

test('aliases of three types are added by keys and resolve at once; filters with groups; undo; saved as on the wire', () =>
  stage.play(
    async (page) => {
      const id = await makeDashboard('Aliased')
      await openEditor(page, id)
      await tool(page, 'Aliases, 2').focus()
      await page.keyboard.press('Enter')
      const aliases = dialog(page, 'Entity aliases')
      const row = (name: string) => aliases.getByRole('navigation').getByRole('button', { name })
      await row('Pumps 1 widget Entity name 8 entities').waitFor()
      await row('Spare Not used API usage 1 entity').waitFor()

      // By keys: the name has the focus, the type is chosen by its first letters.
      const add = aliases.getByRole('button', { name: 'Add alias' })
      const field = (label: string) => aliases.getByLabel(label, { exact: true })
      await add.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.type('Tanks')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Device')
      await page.keyboard.press('Tab')
      await page.keyboard.type('tank')
      await page.keyboard.press('Tab')
      await row('Tanks Not used Device type 6 entities').waitFor()
      await aliases.getByText('and 1 more').waitFor()

      await add.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.type('From the state')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Entity')
      await page.keyboard.press('Tab')
      await page.keyboard.type('room')
      await aliases.getByText('The open dashboard state has no entity.').waitFor()
      await aliases.getByText('Depends on the dashboard state').waitFor()

      await add.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.type('Pumps')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Relations')
      await page.keyboard.press('Control+Enter')
      // Apply names what is wrong, and goes there.
      await aliases.getByText('Another alias has this name. Enter another.').waitFor()
      await aliases.getByText('Choose an entity.').waitFor()
      assert.equal(await page.evaluate<string>('document.activeElement.value'), 'Pumps')
      assert.deepEqual(await inspect(page, 'entity aliases'), [])
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Of the tenant')
      await field('Entity type').focus()
      await page.keyboard.type('Current')
      await page.keyboard.press('ArrowDown')
      await aliases.getByLabel('Levels').focus()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('x')
      await page.keyboard.press('Enter')
      await aliases.getByText('Enter a whole number.').waitFor()
      await aliases.getByLabel('Levels').fill('2')
      await aliases.getByRole('button', { name: 'Add relation' }).focus()
      await page.keyboard.press('Enter')
      await aliases.getByLabel('Relation type').focus()
      await page.keyboard.type('Contains')
      await page.keyboard.press('Tab')
      await row('Of the tenant Not used Relations query No entities').waitFor()

      await row('Pumps 1 widget').focus()
      await page.keyboard.press('Enter')
      await field('Name starts with').fill('Pump P-0')
      await page.keyboard.press('Control+Enter')
      await aliases.waitFor({ state: 'detached' })
      await tool(page, 'Aliases, 5').waitFor()
      await tool(page, 'Undo “Changed the entity aliases”').click()
      await tool(page, 'Aliases, 2').waitFor()
      await page.keyboard.press('Control+Shift+z')
      await tool(page, 'Aliases, 5').waitFor()

      // Filters: a new one with a group, and another condition for the one that is there.
      await tool(page, 'Filters, 1').click()
      const filters = dialog(page, 'Filters')
      await filters.getByRole('button', { name: 'High 1 widget pressure is greater than 3' }).waitFor()
      await filters.getByRole('button', { name: 'Add filter' }).click()
      await page.keyboard.type('Named')
      await filters.getByLabel('Key type').selectOption('ENTITY_FIELD')
      await filters.getByLabel('Key', { exact: true }).selectOption('name')
      await filters.getByLabel('Operation').selectOption('CONTAINS')
      await filters.getByLabel('Value', { exact: true }).fill('P-01')
      await filters.getByLabel('Label').fill('Part of the name')
      await filters.getByRole('button', { name: 'Create group' }).click()
      const second = filters.getByRole('group', { name: 'Group' }).locator('[data-removable]').nth(1)
      await second.getByLabel('Value from').selectOption('CURRENT_TENANT')
      await filters.getByRole('button', { name: 'Apply' }).click()
      await filters.getByText('Enter the key of a server attribute.').waitFor()
      await second.getByLabel('Attribute').fill('prefix')
      await filters
        .getByRole('paragraph')
        .getByText('name contains “P-01” or name starts with tenant attribute “prefix”')
        .waitFor()
      await filters.getByLabel('Value type').selectOption('NUMERIC')
      await filters.getByText('Change the value type? 1 condition is replaced.').waitFor()
      await filters.getByRole('alert').getByRole('button', { name: 'Cancel' }).click()
      assert.deepEqual(await inspect(page, 'filters of a dashboard'), [])
      await filters.getByRole('button', { name: 'Apply' }).click()
      await tool(page, 'Filters, 2').waitFor()

      await press(page, 'Save')
      await page.getByText('Aliased saved').waitFor()
      const { entityAliases, filters: stored } = (await read(id)).configuration
      assert.deepEqual(entityAliases[usedId], { ...used, filter: { ...used.filter, entityNameFilter: 'Pump P-0' } })
      assert.deepEqual(entityAliases[spareId], spare)
      const filterOf = (name: string) => Object.values(entityAliases).find(({ alias }) => alias === name)?.filter
      assert.deepEqual(filterOf('Tanks'), {
        type: 'deviceType',
        resolveMultiple: true,
        deviceType: 'tank',
        deviceNameFilter: '',
      })
      assert.deepEqual(filterOf('From the state'), {
        type: 'stateEntity',
        resolveMultiple: false,
        stateEntityParamName: 'room',
        defaultStateEntity: null,
      })
      assert.deepEqual(filterOf('Of the tenant'), {
        type: 'relationsQuery',
        resolveMultiple: true,
        rootStateEntity: false,
        stateEntityParamName: null,
        defaultStateEntity: null,
        rootEntity: { entityType: 'CURRENT_TENANT', id: '13814000-1dd2-11b2-8080-808080808080' },
        direction: 'FROM',
        maxLevel: 2,
        fetchLastLevelOnly: false,
        filters: [{ relationType: 'Contains', entityTypes: [] }],
      })
      const named = Object.values(stored).find(({ filter }) => filter === 'Named')
      const userInfo = { editable: true, label: '', autogeneratedLabel: true, order: 0 }
      const text = (operation: string, value: object, info: object) => ({
        keyFilterPredicate: { type: 'STRING', operation, value, ignoreCase: false },
        userInfo: info,
      })
      assert.deepEqual(
        { ...named, id: '' },
        {
          id: '',
          filter: 'Named',
          editable: true,
          keyFilters: [
            {
              key: { type: 'ENTITY_FIELD', key: 'name' },
              valueType: 'STRING',
              value: null,
              predicates: [
                {
                  keyFilterPredicate: {
                    type: 'COMPLEX',
                    operation: 'OR',
                    predicates: [
                      text(
                        'CONTAINS',
                        { defaultValue: 'P-01', dynamicValue: null },
                        { ...userInfo, label: 'Part of the name', autogeneratedLabel: false },
                      ),
                      text(
                        'STARTS_WITH',
                        {
                          defaultValue: '',
                          dynamicValue: { sourceType: 'CURRENT_TENANT', sourceAttribute: 'prefix' },
                        },
                        userInfo,
                      ),
                    ],
                  },
                  userInfo,
                },
              ],
            },
          ],
        },
      )
    },
    { bypassCSP: true, reducedMotion: 'reduce' },
  ))

test('on a phone, an alias that widgets use is removed after a question, unused ones at once', () =>
  stage.play(
    async (page) => {
      const id = await makeDashboard('Small')
      await openEditor(page, id)
      await tool(page, 'Aliases, 2').tap()
      const aliases = dialog(page, 'Entity aliases')
      await aliases.getByRole('button', { name: /^Pumps/ }).tap()
      await aliases.getByRole('button', { name: 'Duplicate Pumps' }).tap()
      await aliases.getByRole('heading', { name: 'Pumps copy' }).waitFor()
      await aliases.getByRole('button', { name: 'All aliases' }).tap()
      await aliases.getByRole('button', { name: /^Pumps 1 widget/ }).tap()
      await aliases.getByRole('button', { name: 'Remove Pumps' }).tap()
      await aliases.getByText('Remove Pumps? 1 widget loses its data: Pressure.').waitFor()
      assert.deepEqual(await inspect(page, 'an alias on a phone'), [])
      await aliases.getByRole('alert').getByRole('button', { name: 'Remove' }).tap()
      await aliases.getByRole('button', { name: 'Remove unused (1)' }).tap()
      await until(
        'a list with the copy',
        () => aliases.getByRole('navigation').getByRole('button').count(),
        (count) => count === 2,
      )
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).tap()
      await aliases.getByRole('button', { name: 'Apply' }).tap()
      await tool(page, 'Aliases, 1').waitFor()
      await press(page, 'Save')
      await page.getByText('Small saved').waitFor()
      const { configuration } = await read(id)
      const [copy, ...others] = Object.values(configuration.entityAliases)
      assert.deepEqual(others, [])
      assert.notEqual(copy?.id, usedId)
      assert.deepEqual(copy, { ...used, id: copy?.id, alias: 'Pumps copy' })
      assert.match(JSON.stringify(configuration), new RegExp(`"entityAliasId":"${usedId}"`))
    },
    { viewport: phone, hasTouch: true, bypassCSP: true, reducedMotion: 'reduce' },
  ))
